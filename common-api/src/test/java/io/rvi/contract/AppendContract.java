package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Appended;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.LogRecord;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import io.rvi.spi.CommonSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Appending on a healthy cluster. */
@Tag("appends")
abstract class AppendContract extends ContractPart {
  /** The default of {@code record.bytes.max}. */
  private static final int RECORD_BYTES_MAX =
      CommonSettings.RECORD_BYTES_MAX.parse(CommonSettings.RECORD_BYTES_MAX.defaultText());

  @Test
  void shouldGiveDenseOffsetsFromZero() throws Exception {
    // given
    ReplicatedLog log = freshLog(client());

    // when
    List<Appended> appended = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      appended.add(Outcomes.append(log, "r" + i));
    }

    // then
    assertThat(appended.stream().map(Appended::offset))
        .containsExactlyElementsOf(LongStream.range(0, 20).boxed().toList());
    assertThat(appended.stream().map(Appended::epoch)).isSorted();
    assertThat(Outcomes.readTexts(log, 20))
        .containsExactlyElementsOf(IntStream.range(0, 20).mapToObj(i -> "r" + i).toList());
  }

  @Test
  void shouldKeepTheOrderOfPipelinedAppends() throws Exception {
    // given
    ReplicatedLog log = freshLog(client());

    // when
    List<CompletableFuture<Appended>> pending = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      pending.add(log.append(Outcomes.bytes("r" + i)));
    }

    // then
    assertThat(pending.stream().map(append -> Outcomes.result(append).offset()))
        .containsExactlyElementsOf(LongStream.range(0, 1_000).boxed().toList());
    assertThat(Outcomes.readTexts(log, 1_000))
        .containsExactlyElementsOf(IntStream.range(0, 1_000).mapToObj(i -> "r" + i).toList());
  }

  @Test
  void shouldStoreTheEmptyRecord() throws Exception {
    // given
    ReplicatedLog log = freshLog(client());

    // when
    Outcomes.append(log, "before");
    Outcomes.append(log, "");
    Outcomes.append(log, "after");

    // then
    assertThat(Outcomes.readTexts(log, 3)).containsExactly("before", "", "after");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void shouldStoreTheLargestRecord(int aboveLimit) throws Exception {
    // given
    ReplicatedLog log = freshLog(client());
    byte[] large = patterned(RECORD_BYTES_MAX + aboveLimit);

    // when
    Appended appended = Outcomes.result(log.append(large));
    Appended next = Outcomes.append(log, "next");

    // then
    assertThat(appended.offset()).isZero();
    assertThat(next.offset()).isOne();
    List<LogRecord> records = Outcomes.read(log, 2);
    assertThat(records.get(0).payload()).isEqualTo(large);
    assertThat(Outcomes.text(records.get(1).payload())).isEqualTo("next");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3 << 20, 4 << 20, 31 << 20})
  void shouldRefuseARecordAboveTheLimitAndLeaveNoHole(int aboveLimit) throws Exception {
    // given
    ReplicatedLog log = freshLog(client());
    Outcomes.append(log, "before");

    // when
    int size = RECORD_BYTES_MAX + aboveLimit;
    LogException refused = Outcomes.failure(log.append(new byte[size]));

    // then
    assertThat(refused).isInstanceOf(NotCommittedException.class);
    assertThat(refused.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE);
    assertThat(refused)
        .hasMessageContaining(Integer.toString(RECORD_BYTES_MAX))
        .hasMessageContaining(Integer.toString(size));
    assertThat(Outcomes.append(log, "after").offset()).isOne();
    assertThat(Outcomes.readTexts(log, 2)).containsExactly("before", "after");
  }

  @Test
  void shouldCopyThePayloadBeforeReturning() throws Exception {
    // given
    ReplicatedLog log = freshLog(client());
    byte[] payload = Outcomes.bytes("unchanged");

    // when
    CompletableFuture<Appended> append = log.append(payload);
    payload[0] = 'X';

    // then
    Outcomes.result(append);
    assertThat(Outcomes.readTexts(log, 1)).containsExactly("unchanged");
  }

  @Test
  void shouldKeepPartitionsApart() throws Exception {
    // given
    LogClient client = client();
    String topic = freshName();
    Outcomes.result(client.createTopic(topic, 4, 3));

    // when
    for (int i = 0; i < 40; i++) {
      Appended appended = Outcomes.append(client.open(topic, i % 4), "p" + i % 4 + "-" + i / 4);
      assertThat(appended.offset()).isEqualTo(i / 4);
    }

    // then
    for (int p = 0; p < 4; p++) {
      String prefix = "p" + p + "-";
      assertThat(Outcomes.readTexts(client.open(topic, p), 10))
          .containsExactlyElementsOf(IntStream.range(0, 10).mapToObj(i -> prefix + i).toList());
    }
  }

  @Test
  void shouldKeepEachClientsOrderAmongSeveral() throws Exception {
    // given
    int clients = 4;
    int each = 200;
    String topic = freshLog(client()).topic();
    List<ReplicatedLog> logs = new ArrayList<>();
    for (int c = 0; c < clients; c++) {
      logs.add(client().open(topic, 0));
    }

    // when
    List<CompletableFuture<Appended>> pending = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      for (int c = 0; c < clients; c++) {
        pending.add(logs.get(c).append(Outcomes.bytes(c + ":" + i)));
      }
    }

    // then
    assertThat(pending.stream().map(append -> Outcomes.result(append).offset()))
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(0, (long) clients * each).boxed().toList());
    List<String> texts = Outcomes.readTexts(logs.get(0), (long) clients * each);
    for (int c = 0; c < clients; c++) {
      String prefix = c + ":";
      assertThat(texts.stream().filter(text -> text.startsWith(prefix)))
          .containsExactlyElementsOf(IntStream.range(0, each).mapToObj(i -> prefix + i).toList());
    }
  }

  @Test
  void shouldRefuseToAppendToAnUnknownTopicOrPartition() throws Exception {
    // given
    LogClient client = client();
    String topic = freshLog(client).topic();

    // when
    LogException noTopic = Outcomes.failure(client.open("no-such-topic", 0).append(new byte[1]));
    LogException noPartition = Outcomes.failure(client.open(topic, 7).append(new byte[1]));

    // then
    assertThat(noTopic).isInstanceOf(NotCommittedException.class);
    assertThat(noTopic.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
    assertThat(noTopic).hasMessageContaining("no-such-topic");
    assertThat(noPartition).isInstanceOf(NotCommittedException.class);
    assertThat(noPartition.code()).isEqualTo(ErrorCode.UNKNOWN_PARTITION);
    assertThat(noPartition).hasMessageContaining(topic).hasMessageContaining("7");
  }

  private static byte[] patterned(int bytes) {
    byte[] payload = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      payload[i] = (byte) (i * 31 + (i >>> 8));
    }
    return payload;
  }
}
