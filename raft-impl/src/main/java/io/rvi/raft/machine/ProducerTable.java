package io.rvi.raft.machine;

import io.rvi.raft.wire.AppendRequest;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * What each producer has appended, so that a batch sent again is stored once.
 *
 * <p>Part of the replicated state: changed by applied log entries alone, equal on every replica at
 * the same log index. A batch of sequence numbers {@code [first, first + count)} is new when it
 * starts at the next expected number, or when the numbers it skips are all settled ({@code first <=
 * floor}): so a batch that its producer gave up leaves no hole for those after it, and can no
 * longer be stored once a later one was.
 *
 * <p>Bounded: for each producer the batches that are not settled, which its window bounds; and the
 * {@value #PRODUCERS_MAX} producers that appended last. A producer that fell out of the table and
 * sends a batch again whose first copy was stored would store it twice.
 */
final class ProducerTable {
  /** Producers remembered. A few dozen bytes each; far above the clients of one partition. */
  static final int PRODUCERS_MAX = 10_000;

  /** Unsettled batches remembered for a producer: the largest window that a client may have. */
  static final int BATCHES_MAX = 1_024;

  private final Map<UUID, Producer> producers =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Producer> eldest) {
          return size() > PRODUCERS_MAX;
        }
      };

  /** What {@link #check} says of a batch that must not be stored, or that it is new. */
  enum Verdict {
    /** Store it, then {@link #stored}. */
    NEW,
    /** It is in the log already, see {@link #offsetOf}. */
    DUPLICATE,
    /** A batch before it is neither stored nor settled. */
    OUT_OF_SEQUENCE,
    /** In the log or dropped for good; where it lies is no longer remembered. */
    SETTLED
  }

  /**
   * Judges a batch, and forgets what the producer says is settled.
   *
   * @param batch a batch from the log
   */
  Verdict check(AppendRequest batch) {
    Producer producer = producers.computeIfAbsent(batch.producer(), id -> new Producer());
    producer.settle(batch.floor());
    if (batch.firstSequence() < producer.next) {
      return producer.find(batch.firstSequence()) < 0 ? Verdict.SETTLED : Verdict.DUPLICATE;
    }
    return batch.firstSequence() <= Math.max(producer.next, batch.floor())
        ? Verdict.NEW
        : Verdict.OUT_OF_SEQUENCE;
  }

  /**
   * Notes where a new batch was stored.
   *
   * @param batch a batch that {@link #check} found new
   * @param baseOffset the offset of its first record
   */
  void stored(AppendRequest batch, long baseOffset) {
    Producer producer = producers.get(batch.producer());
    if (producer == null) {
      throw new IllegalStateException("a batch of a producer that was not checked first");
    }
    producer.next = batch.firstSequence() + batch.count();
    producer.unsettled.addLast(new long[] {batch.firstSequence(), producer.next, baseOffset});
    if (producer.unsettled.size() > BATCHES_MAX) {
      producer.unsettled.removeFirst();
    }
  }

  /**
   * The offset of the first record of a duplicate.
   *
   * @param batch a batch that {@link #check} found to be a duplicate
   */
  long offsetOf(AppendRequest batch) {
    Producer producer = producers.get(batch.producer());
    return producer == null ? -1 : producer.find(batch.firstSequence());
  }

  /** How many producers it remembers; for tests. */
  int size() {
    return producers.size();
  }

  /** One producer's stream. */
  private static final class Producer {
    /** The next sequence number; {@code 0 <= next}, only grows. */
    long next;

    /** First sequence, sequence after the last, base offset; ascending. */
    final ArrayDeque<long[]> unsettled = new ArrayDeque<>();

    void settle(long floor) {
      while (!unsettled.isEmpty() && unsettled.getFirst()[1] <= floor) {
        unsettled.removeFirst();
      }
    }

    long find(long firstSequence) {
      for (long[] batch : unsettled) {
        if (batch[0] == firstSequence) {
          return batch[2];
        }
      }
      return -1;
    }
  }
}
