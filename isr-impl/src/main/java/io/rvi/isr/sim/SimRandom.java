package io.rvi.isr.sim;

/** A small generator whose sequence is fixed for all time, unlike that of a library. */
final class SimRandom {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  SimRandom(long seed) {
    state = seed;
  }

  /** SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
  long next() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** From 0 to {@code bound - 1}. */
  int below(int bound) {
    return (int) Long.remainderUnsigned(next(), bound);
  }

  /** From {@code from} to {@code to}, both included. */
  long between(long from, long to) {
    return from + Long.remainderUnsigned(next(), to - from + 1);
  }

  /** True so many times of a hundred. */
  boolean percent(int percent) {
    return below(100) < percent;
  }
}
