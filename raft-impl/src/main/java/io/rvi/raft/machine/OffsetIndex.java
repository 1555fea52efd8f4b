package io.rvi.raft.machine;

import java.util.Arrays;

/**
 * At which Raft log index the record of an offset lies.
 *
 * <p>Kept as runs of log entries that follow each other and carry equally many records, so a steady
 * stream of appends takes one run, and the worst case (every batch of another size, or other
 * entries between any two) takes 24 bytes for each entry. Rebuilt from the log at each start.
 *
 * <p>Safe for one writer and several readers.
 */
final class OffsetIndex {
  private static final int RUNS_AT_FIRST = 16;

  /** Offset of the first record of each run; ascending, the first is 0. */
  private long[] offsets = new long[RUNS_AT_FIRST];

  /** Log index of the first entry of each run; ascending. */
  private long[] indexes = new long[RUNS_AT_FIRST];

  /** Records in each entry of the run, 1 or more. */
  private int[] counts = new int[RUNS_AT_FIRST];

  /** Invariant: {@code 0 <= runs <= offsets.length}. */
  private int runs;

  /** The offset after the last record; {@code 0 <= end}, only grows. */
  private long end;

  /**
   * Where an entry's records lie.
   *
   * @param index the log index of the entry
   * @param firstOffset the offset of its first record
   * @param count how many records it has
   */
  record Location(long index, long firstOffset, int count) {}

  /**
   * Gives the records of an entry the next offsets.
   *
   * @param index the entry's log index, above all before
   * @param count its records, 1 or more
   * @return the offset of its first record
   */
  synchronized long append(long index, int count) {
    long first = end;
    if (!continuesLastRun(index, count)) {
      if (runs == offsets.length) {
        grow();
      }
      offsets[runs] = first;
      indexes[runs] = index;
      counts[runs] = count;
      runs++;
    }
    end = Math.addExact(end, count);
    return first;
  }

  /** The offset after the last record. */
  synchronized long end() {
    return end;
  }

  /**
   * Finds the entry that holds a record.
   *
   * @param offset 0 to {@link #end} exclusive
   */
  synchronized Location locate(long offset) {
    if (offset < 0 || offset >= end) {
      throw new IllegalArgumentException("offset " + offset + " is not in 0 to " + end);
    }
    int found = Arrays.binarySearch(offsets, 0, runs, offset);
    int run = found >= 0 ? found : -found - 2;
    long entry = (offset - offsets[run]) / counts[run];
    return new Location(indexes[run] + entry, offsets[run] + entry * counts[run], counts[run]);
  }

  /** How many runs it takes; for tests and reports. */
  synchronized int runs() {
    return runs;
  }

  private boolean continuesLastRun(long index, int count) {
    if (runs == 0) {
      return false;
    }
    int last = runs - 1;
    long entries = (end - offsets[last]) / counts[last];
    return counts[last] == count && indexes[last] + entries == index;
  }

  private void grow() {
    int larger = Math.addExact(runs, runs / 2);
    offsets = Arrays.copyOf(offsets, larger);
    indexes = Arrays.copyOf(indexes, larger);
    counts = Arrays.copyOf(counts, larger);
  }
}
