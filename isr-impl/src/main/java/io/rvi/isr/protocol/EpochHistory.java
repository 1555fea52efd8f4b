package io.rvi.isr.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where each leader epoch of a log starts: sorted, strictly growing in epoch and in offset (G17).
 * From it a leader says where a follower's log departs, and a follower where to cut.
 *
 * <p>An entry is made when a leader starts, before it appends, and when a batch of a new epoch
 * arrives. Mutable, single-threaded.
 */
public final class EpochHistory {
  /** Stands for the epoch of an empty log. */
  public static final long NO_EPOCH = -1;

  private static final int INITIAL_CAPACITY = 8;

  // Entry i: epoch epochs[i] starts at offset starts[i]; 0 <= i < size; both strictly increasing.
  private long[] epochs = new long[INITIAL_CAPACITY];
  private long[] starts = new long[INITIAL_CAPACITY];
  private int size;

  private EpochHistory() {}

  /** The history of an empty log. */
  public static EpochHistory empty() {
    return new EpochHistory();
  }

  /**
   * The history of a recovered log.
   *
   * @param fromBatches the first offset of each epoch found in the batches, in order of offset
   * @param durableStarts what {@link ReplicaEffect.PersistEpochStart} stored, in the order stored;
   *     starts beyond the log's end, or that the batches contradict, are dropped
   * @param logEnd the log's end
   */
  public static EpochHistory recover(
      List<OffsetAndEpoch> fromBatches, List<OffsetAndEpoch> durableStarts, long logEnd) {
    EpochHistory history = new EpochHistory();
    for (OffsetAndEpoch entry : fromBatches) {
      history.assign(entry.epoch(), entry.offset());
    }
    for (OffsetAndEpoch start : durableStarts) {
      boolean emptyTail = start.offset() == logEnd && start.epoch() > history.latestEpoch();
      if (emptyTail) {
        history.assign(start.epoch(), start.offset());
      }
    }
    return history;
  }

  /**
   * Notes that an epoch starts at an offset. Later entries that contradict it are removed; an epoch
   * that is known already keeps its start.
   */
  public void assign(long epoch, long startOffset) {
    if (epoch < 0 || startOffset < 0) {
      throw new IllegalArgumentException("epoch " + epoch + " at offset " + startOffset);
    }
    while (size > 0 && (epochs[size - 1] > epoch || starts[size - 1] > startOffset)) {
      size--;
    }
    if (size > 0 && epochs[size - 1] == epoch) {
      return;
    }
    if (size > 0 && starts[size - 1] == startOffset) {
      // An earlier epoch that starts at the same offset has no records.
      size--;
    }
    if (size == epochs.length) {
      epochs = Arrays.copyOf(epochs, 2 * size);
      starts = Arrays.copyOf(starts, 2 * size);
    }
    epochs[size] = epoch;
    starts[size] = startOffset;
    size++;
  }

  /** Removes the entries of epochs that start at or after a new log end. */
  public void truncateTo(long logEnd) {
    while (size > 0 && starts[size - 1] >= logEnd) {
      size--;
    }
  }

  /** The newest epoch with an entry, or {@link #NO_EPOCH}. */
  public long latestEpoch() {
    return size == 0 ? NO_EPOCH : epochs[size - 1];
  }

  /** The epoch of the last record of a log that ends at {@code logEnd}, or {@link #NO_EPOCH}. */
  public long lastRecordEpoch(long logEnd) {
    for (int i = size - 1; i >= 0; i--) {
      if (starts[i] < logEnd) {
        return epochs[i];
      }
    }
    return NO_EPOCH;
  }

  /**
   * Where an epoch ends in this log.
   *
   * @param epoch the epoch asked for; need not be here
   * @param logEnd this log's end
   * @return the largest epoch here that is not above it, and the offset at which that epoch ends
   *     here; ({@code 0}, {@link #NO_EPOCH}) if all epochs here are above it
   */
  public OffsetAndEpoch endOf(long epoch, long logEnd) {
    long end = logEnd;
    for (int i = size - 1; i >= 0; i--) {
      if (epochs[i] <= epoch) {
        return new OffsetAndEpoch(end, epochs[i]);
      }
      end = starts[i];
    }
    return new OffsetAndEpoch(0, NO_EPOCH);
  }

  /** The entries, oldest first: each epoch with the offset at which it starts. */
  public List<OffsetAndEpoch> entries() {
    return IntStream.range(0, size)
        .mapToObj(i -> new OffsetAndEpoch(starts[i], epochs[i]))
        .toList();
  }

  @Override
  public String toString() {
    return entries().toString();
  }
}
