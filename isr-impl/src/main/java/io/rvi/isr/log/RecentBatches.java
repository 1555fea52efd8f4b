package io.rvi.isr.log;

import org.jspecify.annotations.Nullable;

/**
 * The last batches of the active segment: offset and position of each, in a ring. Followers that
 * keep up fetch these alone, so their fetches search no index and read no header.
 */
final class RecentBatches {
  /** A power of two: covers a follower that trails by this many batches. */
  private static final int CAPACITY = 1_024;

  private final long[] offsets = new long[CAPACITY];
  private final int[] positions = new int[CAPACITY];

  /** {@code first <= next <= first + CAPACITY}; the ring holds the batches first to next - 1. */
  private long first;

  private long next;

  void add(long offset, int position) {
    offsets[slot(next)] = offset;
    positions[slot(next)] = position;
    next++;
    first = Math.max(first, next - CAPACITY);
  }

  void clear() {
    first = next;
  }

  private static int slot(long number) {
    return (int) (number & (CAPACITY - 1));
  }

  /** The number of the batch that holds an offset below the log's end, or -1. */
  private long holding(long offset) {
    for (long i = next - 1; i >= first; i--) {
      if (offsets[slot(i)] <= offset) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Finds batches from the one that holds an offset.
   *
   * @param segment the active segment
   * @param from an offset below its end
   * @param upTo only batches that end at or before it
   * @param bytesMax bound, that the first batch may exceed
   * @return the slice, or null when the ring does not reach back so far
   */
  @Nullable LogSlice find(Segment segment, long from, long upTo, int bytesMax) {
    long start = holding(from);
    if (start < 0) {
      return null;
    }
    int position = positions[slot(start)];
    int bytes = 0;
    long nextOffset = offsets[slot(start)];
    for (long i = start; i < next; i++) {
      boolean last = i == next - 1;
      long batchEnd = last ? segment.endOffset() : offsets[slot(i + 1)];
      int batchEndPosition = last ? segment.bytes() : positions[slot(i + 1)];
      boolean fits = i == start || batchEndPosition - position <= bytesMax;
      if (batchEnd > upTo || !fits) {
        break;
      }
      bytes = batchEndPosition - position;
      nextOffset = batchEnd;
    }
    return LogSlice.fresh(segment, position, bytes, offsets[slot(start)], nextOffset);
  }
}
