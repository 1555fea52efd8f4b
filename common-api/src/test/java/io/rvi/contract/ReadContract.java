package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogException;
import io.rvi.api.LogRecord;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.spi.Capability;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading on a healthy cluster. */
@Tag("reads")
abstract class ReadContract extends ContractPart {
  private static final int PLENTY_BYTES = 1 << 20;

  private @Nullable ReplicatedLog ten;

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 11, 12, 1L << 31, 1L << 32, Long.MAX_VALUE})
  void shouldRefuseAReadOutsideTheReadableRangeAndNameIt(long offset) throws Exception {
    // given
    ReplicatedLog log = logOfTen();

    // when
    LogException refused = Outcomes.failure(log.read(offset, PLENTY_BYTES, Consistency.COMMITTED));

    // then
    assertThat(refused).isInstanceOf(RequestFailedException.class);
    assertThat(refused.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    assertThat(refused).hasMessageContaining(Long.toString(offset)).hasMessageContaining("10");
  }

  @Test
  void shouldReadNothingAtTheHighWatermark() throws Exception {
    // given
    ReplicatedLog log = logOfTen();

    // when
    Batch batch = Outcomes.result(log.read(10, PLENTY_BYTES, Consistency.COMMITTED));

    // then
    assertThat(batch.records()).isEmpty();
    assertThat(batch.fromOffset()).isEqualTo(10);
    assertThat(batch.nextOffset()).isEqualTo(10);
    assertThat(batch.highWatermark()).isEqualTo(10);
  }

  @Test
  void shouldReadNothingFromAnEmptyLog() throws Exception {
    // given
    ReplicatedLog log = freshLog(client());

    // when
    Batch batch = Outcomes.result(log.read(0, PLENTY_BYTES, Consistency.COMMITTED));
    LogException refused = Outcomes.failure(log.read(1, PLENTY_BYTES, Consistency.COMMITTED));

    // then
    assertThat(batch.records()).isEmpty();
    assertThat(batch.highWatermark()).isZero();
    assertThat(Outcomes.result(log.highWatermark(Consistency.COMMITTED))).isZero();
    assertThat(refused.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
  }

  @Test
  void shouldKeepToTheByteLimitOfARead() throws Exception {
    // given ten records of 100 bytes
    ReplicatedLog log = freshLog(client());
    for (int i = 0; i < 10; i++) {
      Outcomes.result(log.append(new byte[100]));
    }
    Outcomes.read(log, 10);

    // when
    List<LogRecord> three = Outcomes.result(log.read(2, 399, Consistency.COMMITTED)).records();
    List<LogRecord> four = Outcomes.result(log.read(2, 400, Consistency.COMMITTED)).records();

    // then at most what fits, and something
    assertThat(three).hasSizeBetween(1, 3);
    assertThat(four).hasSizeBetween(1, 4);
    assertThat(three.get(0).offset()).isEqualTo(2);
    assertThat(four.get(0).offset()).isEqualTo(2);
  }

  @Test
  void shouldReturnTheFirstRecordEvenAboveTheByteLimit() throws Exception {
    // given
    ReplicatedLog log = freshLog(client());
    Outcomes.result(log.append(new byte[100_000]));
    Outcomes.append(log, "next");
    Outcomes.read(log, 2);

    // when
    Batch batch = Outcomes.result(log.read(0, 1, Consistency.COMMITTED));

    // then
    assertThat(batch.records()).hasSize(1);
    assertThat(batch.records().get(0).payload()).hasSize(100_000);
    assertThat(batch.nextOffset()).isOne();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void shouldRefuseAByteLimitBelowOne(int maxBytes) throws Exception {
    // given
    ReplicatedLog log = logOfTen();

    // when
    LogException refused = Outcomes.failure(log.read(0, maxBytes, Consistency.COMMITTED));

    // then
    assertThat(refused).isInstanceOf(RequestFailedException.class);
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refused).hasMessageContaining(Integer.toString(maxBytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 1_000, Integer.MAX_VALUE})
  void shouldReadEverythingBatchByBatch(int maxBytes) throws Exception {
    // given
    ReplicatedLog log = logOfTen();

    // when
    List<String> texts = new ArrayList<>();
    long next = 0;
    while (next < 10) {
      Batch batch = Outcomes.result(log.read(next, maxBytes, Consistency.COMMITTED));
      assertThat(batch.records()).isNotEmpty();
      batch.records().forEach(record -> texts.add(Outcomes.text(record.payload())));
      next = batch.nextOffset();
    }

    // then
    assertThat(texts).containsExactly("r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9");
  }

  @Test
  void shouldGiveEachReaderPayloadsOfItsOwn() throws Exception {
    // given
    ReplicatedLog log = logOfTen();

    // when
    Outcomes.read(log, 10).forEach(record -> record.payload()[0] = 'X');

    // then
    assertThat(Outcomes.readTexts(log, 10)).first().isEqualTo("r0");
  }

  @Test
  void shouldCoverEveryAcknowledgedAppendByALinearizableRead() throws Exception {
    // given
    assumeCapable(Capability.LINEARIZABLE_READS);
    ReplicatedLog writer = freshLog(client());
    ReplicatedLog reader = client().open(writer.topic(), 0);

    for (int i = 0; i < 50; i++) {
      // when
      long offset = Outcomes.append(writer, "r" + i).offset();

      // then
      assertThat(Outcomes.result(reader.highWatermark(Consistency.LINEARIZABLE)))
          .isEqualTo(offset + 1);
      Batch batch = Outcomes.result(reader.read(offset, PLENTY_BYTES, Consistency.LINEARIZABLE));
      assertThat(batch.records()).hasSize(1);
      assertThat(Outcomes.text(batch.records().get(0).payload())).isEqualTo("r" + i);
    }
  }

  @Test
  void shouldRefuseALinearizableReadWhereIncapable() throws Exception {
    // given
    assumeFalse(isCapable(Capability.LINEARIZABLE_READS), "the backend can do linearizable reads");
    ReplicatedLog log = logOfTen();

    // when
    LogException read = Outcomes.failure(log.read(0, PLENTY_BYTES, Consistency.LINEARIZABLE));
    LogException watermark = Outcomes.failure(log.highWatermark(Consistency.LINEARIZABLE));

    // then
    assertThat(read.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(watermark.code()).isEqualTo(ErrorCode.UNSUPPORTED);
  }

  @Test
  void shouldRefuseToReadAnUnknownTopicOrPartition() throws Exception {
    // given
    ReplicatedLog log = logOfTen();
    ReplicatedLog noTopic = client().open("no-such-topic", 0);
    ReplicatedLog noPartition = client().open(log.topic(), 1);

    // when, then
    assertThat(Outcomes.failure(noTopic.read(0, 1, Consistency.COMMITTED)).code())
        .isEqualTo(ErrorCode.UNKNOWN_TOPIC);
    assertThat(Outcomes.failure(noTopic.highWatermark(Consistency.COMMITTED)).code())
        .isEqualTo(ErrorCode.UNKNOWN_TOPIC);
    assertThat(Outcomes.failure(noPartition.read(0, 1, Consistency.COMMITTED)).code())
        .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
    assertThat(Outcomes.failure(noPartition.highWatermark(Consistency.COMMITTED)).code())
        .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
  }

  /** A log of r0 to r9, known by its client to be committed. Shared, as no case here changes it. */
  private ReplicatedLog logOfTen() throws Exception {
    ReplicatedLog log = ten;
    if (log == null) {
      log = freshLog(client());
      for (int i = 0; i < 10; i++) {
        Outcomes.append(log, "r" + i);
      }
      Outcomes.read(log, 10);
      ten = log;
    }
    return log;
  }
}
