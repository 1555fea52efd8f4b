package io.rvi.bench.check;

import java.util.Arrays;

/**
 * A growing array of longs that are 0 at first. Grows by chunks, so that nothing large is copied.
 */
final class LongColumn {
  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Stands for a chunk of which nothing was set. */
  private static final long[] UNSET = {};

  private long[][] chunks = {};

  long get(long index) {
    int chunk = (int) (index >>> CHUNK_BITS);
    return chunk >= chunks.length || chunks[chunk].length == 0
        ? 0
        : chunks[chunk][(int) index & (CHUNK - 1)];
  }

  void set(long index, long value) {
    int chunk = (int) (index >>> CHUNK_BITS);
    if (chunk >= chunks.length) {
      int before = chunks.length;
      chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, 2 * before));
      Arrays.fill(chunks, before, chunks.length, UNSET);
    }
    if (chunks[chunk].length == 0) {
      chunks[chunk] = new long[CHUNK];
    }
    chunks[chunk][(int) index & (CHUNK - 1)] = value;
  }
}
