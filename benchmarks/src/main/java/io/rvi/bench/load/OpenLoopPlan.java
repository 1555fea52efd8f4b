package io.rvi.bench.load;

import java.time.Duration;

/**
 * What an open loop is to do.
 *
 * @param arrivals when operations are meant to start
 * @param warmUp operations meant to start in this first part are sent and not counted
 * @param measured the part that counts, after the warm-up
 * @param inFlightMax an operation whose turn comes while this many are under way is not sent and
 *     counts as {@link Outcome#OVERFLOWED}, 1 or more
 * @param deadline within which each operation ends by the log's promise; also what a percentile
 *     that falls among failed operations is said to be at least
 */
public record OpenLoopPlan(
    Arrivals arrivals, Duration warmUp, Duration measured, int inFlightMax, Duration deadline) {
  /** The most operations in one load: their lines take 26 bytes each, so about 200 MB. */
  public static final int OPERATIONS_MAX = 8_000_000;

  /** Checks the ranges. */
  public OpenLoopPlan {
    if (warmUp.isNegative() || measured.isNegative() || measured.isZero()) {
      throw new IllegalArgumentException(
          "a load needs a warm-up of 0 or more and a measured part above 0, not "
              + warmUp
              + " and "
              + measured);
    }
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("a deadline is above 0, not " + deadline);
    }
    if (inFlightMax < 1) {
      throw new IllegalArgumentException(
          "operations in flight are bounded by 1 or more, not " + inFlightMax);
    }
    double operations = arrivals.ratePerSecond() * warmUp.plus(measured).toNanos() / 1e9;
    if (operations > OPERATIONS_MAX / 2.0) {
      throw new IllegalArgumentException(
          "a load of about "
              + Math.round(operations)
              + " operations is too long; at most "
              + OPERATIONS_MAX / 2
              + ": lower the rate or the duration");
    }
  }

  /** The length of the whole load, in nanoseconds. */
  long lengthNs() {
    return warmUp.plus(measured).toNanos();
  }
}
