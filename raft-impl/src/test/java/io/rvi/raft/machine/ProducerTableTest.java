package io.rvi.raft.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.raft.wire.AppendReply;
import io.rvi.raft.wire.AppendRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProducerTableTest {
  private static final UUID PRODUCER = new UUID(1, 2);

  private final ProducerTable table = new ProducerTable();

  @Test
  void shouldFindTheFirstOffsetOfABatchSentAgain() {
    // given
    AppendRequest batch = batch(0, 0, 3);
    assertThat(table.check(batch)).isEqualTo(ProducerTable.Verdict.NEW);
    table.stored(batch, 17);

    // when, then
    assertThat(table.check(batch)).isEqualTo(ProducerTable.Verdict.DUPLICATE);
    assertThat(table.offsetOf(batch)).isEqualTo(17);
  }

  @Test
  void shouldRefuseABatchThatOvertookTheOneBeforeIt() {
    assertThat(table.check(batch(3, 0, 1))).isEqualTo(ProducerTable.Verdict.OUT_OF_SEQUENCE);
    assertThat(table.check(batch(0, 0, 3))).isEqualTo(ProducerTable.Verdict.NEW);
  }

  @Test
  void shouldStoreABatchBehindOneThatWasGivenUp() {
    // given batch 0..2 given up without being stored
    AppendRequest next = batch(3, 3, 1);

    // when, then it is stored, and the one given up can no longer be
    assertThat(table.check(next)).isEqualTo(ProducerTable.Verdict.NEW);
    table.stored(next, 0);
    assertThat(table.check(batch(0, 0, 3))).isEqualTo(ProducerTable.Verdict.SETTLED);
  }

  @Test
  void shouldForgetTheProducerThatAppendedLongestAgo() {
    // given
    AppendRequest first = batch(0, 0, 1);
    table.check(first);
    table.stored(first, 0);

    // when
    for (int i = 0; i < ProducerTable.PRODUCERS_MAX; i++) {
      table.check(new AppendRequest(new UUID(9, i), 0, 0, 1, ByteString.EMPTY));
    }

    // then
    assertThat(table.size()).isEqualTo(ProducerTable.PRODUCERS_MAX);
    assertThat(table.check(first)).isEqualTo(ProducerTable.Verdict.NEW);
  }

  /** A producer that sends its window again and again, in a log that also reorders and repeats. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldStoreEachBatchOnceAndInOrderWhateverTheLogHolds(long seed) {
    // given
    Random random = new Random(seed);
    RecordOrder order = new RecordOrder();
    int batches = 50;
    List<Long> storedFirst = new ArrayList<>();
    long[] offsetOf = new long[batches];
    Arrays.fill(offsetOf, -1);
    long logIndex = 0;

    // when
    int settled = 0;
    while (settled < batches) {
      List<Integer> sends = new ArrayList<>();
      for (int b = settled; b < Math.min(batches, settled + 5); b++) {
        sends.add(b);
        if (random.nextBoolean()) {
          sends.add(b);
        }
      }
      if (random.nextInt(3) == 0) {
        Collections.shuffle(sends, random);
      }
      for (int b : sends) {
        AppendReply reply = order.apply(batch(2L * b, 2L * settled, 2), 1, logIndex++);
        if (reply.verdict() == AppendReply.Verdict.STORED) {
          if (offsetOf[b] < 0) {
            storedFirst.add((long) b);
            offsetOf[b] = reply.baseOffset();
          }
          assertThat(reply.baseOffset()).as("seed %d batch %d", seed, b).isEqualTo(offsetOf[b]);
        }
      }
      while (settled < batches && offsetOf[settled] >= 0) {
        settled++;
      }
    }

    // then
    assertThat(storedFirst).as("seed %d", seed).isSorted().hasSize(batches);
    assertThat(order.end()).as("seed %d", seed).isEqualTo(2L * batches);
  }

  private static AppendRequest batch(long first, long floor, int count) {
    return new AppendRequest(PRODUCER, first, floor, count, ByteString.EMPTY);
  }
}
