package io.rvi.bench.load;

import java.time.Duration;

/**
 * What a closed loop is to do.
 *
 * @param inFlight operations kept under way, 1 or more; 1 for the cost of a single operation
 * @param warmUp not counted
 * @param measured counted, above 0
 * @param deadline within which each operation ends by the log's promise
 */
public record ClosedLoopPlan(int inFlight, Duration warmUp, Duration measured, Duration deadline) {
  /** Checks the ranges. */
  public ClosedLoopPlan {
    if (inFlight < 1) {
      throw new IllegalArgumentException("a closed loop keeps 1 or more in flight: " + inFlight);
    }
    if (warmUp.isNegative() || measured.isNegative() || measured.isZero()) {
      throw new IllegalArgumentException(
          "a load needs a warm-up of 0 or more and a measured part above 0, not "
              + warmUp
              + " and "
              + measured);
    }
  }
}
