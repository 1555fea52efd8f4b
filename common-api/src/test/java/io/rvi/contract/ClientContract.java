package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Appended;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.UnknownOutcomeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The life of a client of a healthy cluster. */
@Tag("clients")
abstract class ClientContract extends ContractPart {
  /** "Within seconds", on a machine that does much else. */
  private static final Duration SECONDS = Duration.ofSeconds(20);

  @Test
  void shouldRefuseEveryOperationOnceClosed() throws Exception {
    // given
    LogClient client = client();
    ReplicatedLog log = freshLog(client);

    // when
    client.close();
    client.close();

    // then
    LogException append = Outcomes.failure(log.append(new byte[1]));
    assertThat(append).isInstanceOf(NotCommittedException.class);
    assertThat(append.code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(Outcomes.failure(log.read(0, 1, Consistency.COMMITTED)).code())
        .isEqualTo(ErrorCode.CLOSED);
    assertThat(Outcomes.failure(log.highWatermark(Consistency.COMMITTED)).code())
        .isEqualTo(ErrorCode.CLOSED);
    assertThat(Outcomes.failure(client.describe(log.topic())).code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(Outcomes.failure(client.createTopic(freshName(), 1, 1)).code())
        .isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void shouldEndEveryAppendInFlightWhenClosed() throws Exception {
    // given
    LogClient client = client();
    ReplicatedLog log = freshLog(client);
    Outcomes.append(log, "first");
    List<CompletableFuture<Appended>> pending = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      pending.add(log.append(Outcomes.bytes("r" + i)));
    }

    // when
    long startNanos = System.nanoTime();
    client.close();
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    client.close();

    // then each has ended in one of the three ways
    assertThat(took).isLessThan(SECONDS);
    Await.until("1000 appends ended", () -> pending.stream().allMatch(CompletableFuture::isDone));
    ReplicatedLog other = client().open(log.topic(), 0);
    List<String> texts = Outcomes.readTexts(other, Outcomes.append(other, "last").offset() + 1);
    for (int i = 0; i < pending.size(); i++) {
      checkClosed(pending.get(i), "r" + i, texts);
    }
  }

  private static void checkClosed(
      CompletableFuture<Appended> append, String text, List<String> texts) {
    if (!append.isCompletedExceptionally()) {
      assertThat(texts.get((int) append.join().offset())).isEqualTo(text);
      return;
    }
    LogException failure = Outcomes.failure(append);
    assertThat(failure).isInstanceOfAny(NotCommittedException.class, UnknownOutcomeException.class);
    assertThat(failure.code()).isEqualTo(ErrorCode.CLOSED);
    long copies = texts.stream().filter(text::equals).count();
    assertThat(copies)
        .as("copies of " + text + ", which ended as " + failure)
        .isLessThanOrEqualTo(failure instanceof NotCommittedException ? 0 : 1);
  }

  @Test
  void shouldLeaveOtherClientsAloneWhenClosed() throws Exception {
    // given
    LogClient staying = client();
    ReplicatedLog log = freshLog(staying);
    LogClient leaving = client();
    Outcomes.append(leaving.open(log.topic(), 0), "theirs");

    // when
    leaving.close();

    // then
    Outcomes.append(log, "ours");
    assertThat(Outcomes.readTexts(log, 2)).containsExactly("theirs", "ours");
  }

  @Test
  void shouldEndEachAppendAsCommittedOrOverloadedWhenItsBoundIsSmall() throws Exception {
    // given
    LogClient client = shared().connect(freshName(), Map.of("pendingBytes", "10KiB"));
    ReplicatedLog log = freshLog(client);

    // when
    List<CompletableFuture<Appended>> appends = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      byte[] payload = new byte[1024];
      payload[0] = (byte) i;
      payload[1] = (byte) (i >>> 8);
      appends.add(log.append(payload));
    }

    // then
    Await.until("ended", () -> appends.stream().allMatch(CompletableFuture::isDone));
    List<Integer> committed = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      if (appends.get(i).isCompletedExceptionally()) {
        LogException failure = Outcomes.failure(appends.get(i));
        assertThat(failure).isInstanceOf(NotCommittedException.class);
        assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED);
      } else {
        committed.add(i);
      }
    }
    assertThat(committed).isNotEmpty();
    assertThat(
            Outcomes.read(log, committed.size()).stream()
                .map(one -> (one.payload()[0] & 0xff) | (one.payload()[1] & 0xff) << 8))
        .containsExactlyElementsOf(committed);
    assertThat(Outcomes.append(log, "free again").offset()).isEqualTo(committed.size());
  }

  @Test
  void shouldServeContinuationsThatAppendAgain() throws Exception {
    // given
    ReplicatedLog log = freshLog(client());

    // when each append is sent by the acknowledgement of the one before
    CompletableFuture<Appended> chain = log.append(Outcomes.bytes("r0"));
    for (int i = 1; i < 100; i++) {
      String text = "r" + i;
      chain = chain.thenCompose(before -> log.append(Outcomes.bytes(text)));
    }

    // then
    assertThat(Outcomes.result(chain).offset()).isEqualTo(99);
  }
}
