package io.rvi.isr.log;

import java.util.Arrays;

/**
 * Where some batches of a segment begin, in memory: offsets and positions, both strictly growing.
 * Derived from the segment and rebuilt from it when in doubt.
 */
final class SegmentIndex {
  private static final int CAPACITY_FIRST = 64;

  private final int intervalBytes;
  private int[] offsetDeltas = new int[CAPACITY_FIRST];
  private int[] positions = new int[CAPACITY_FIRST];
  private int size;

  SegmentIndex(int intervalBytes) {
    this.intervalBytes = intervalBytes;
  }

  int size() {
    return size;
  }

  int offsetDelta(int entry) {
    return offsetDeltas[entry];
  }

  int position(int entry) {
    return positions[entry];
  }

  /** Notes a batch if it lies far enough behind the last one noted; the first always is. */
  void note(int offsetDelta, int position) {
    if (size == 0 || position - positions[size - 1] >= intervalBytes) {
      add(offsetDelta, position);
    }
  }

  void add(int offsetDelta, int position) {
    if (size == positions.length) {
      offsetDeltas = Arrays.copyOf(offsetDeltas, size * 2);
      positions = Arrays.copyOf(positions, size * 2);
    }
    offsetDeltas[size] = offsetDelta;
    positions[size] = position;
    size++;
  }

  /** The last entry at or before an offset, -1 for none. */
  int floorByOffset(int offsetDelta) {
    int found = Arrays.binarySearch(offsetDeltas, 0, size, offsetDelta);
    return found >= 0 ? found : -found - 2;
  }

  /** The last entry at or before a position, -1 for none. */
  int floorByPosition(long position) {
    int key = (int) Math.min(Integer.MAX_VALUE, position);
    int found = Arrays.binarySearch(positions, 0, size, key);
    return found >= 0 ? found : -found - 2;
  }

  /** Forgets the entries at or after a position. */
  void truncate(int position) {
    size = floorByPosition(position - 1L) + 1;
  }
}
