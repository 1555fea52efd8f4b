package io.rvi.bench.experiment;

import io.rvi.bench.stats.SampleSize;
import java.time.Duration;
import java.util.List;

/**
 * Rates offered to one cluster after the other, on each from the lowest up: latency against offered
 * rate, and the highest rate that is sustained.
 *
 * @param cells where
 * @param ladder appends a second, ascending; the climb ends with the first one that is missed
 * @param length of the load at each rate; its first third does not count
 * @param warmUp of a cluster, at full speed, before the first rate
 * @param latencyMax the p99 that a rate may have, at the most, to count as sustained
 * @param steps further rates offered after the climb, to narrow down where it ended; 0 for none
 * @param clusters fresh clusters of each cell, 1 or more, each with a climb of its own
 */
public record RatePlan(
    List<Cell> cells,
    List<Integer> ladder,
    Duration length,
    Duration warmUp,
    Duration latencyMax,
    int steps,
    int clusters) {
  /** The quantile that {@code latencyMax} is about. */
  static final double BOUND_QUANTILE = 0.99;

  /** One part in so many of a load does not count. */
  private static final int UNCOUNTED_PART = 3;

  /** Copies the lists and checks the ranges. */
  public RatePlan {
    cells = List.copyOf(cells);
    ladder = List.copyOf(ladder);
    if (ladder.isEmpty() || ladder.get(0) < 1) {
      throw new IllegalArgumentException("rates are 1 or more, and at least one, not " + ladder);
    }
    for (int i = 1; i < ladder.size(); i++) {
      if (ladder.get(i) <= ladder.get(i - 1)) {
        throw new IllegalArgumentException("rates ascend, not " + ladder);
      }
    }
    if (clusters < 1 || steps < 0 || length.toMillis() < 1 || latencyMax.toNanos() < 1) {
      throw new IllegalArgumentException(
          "clusters, length and latency are above 0 and steps 0 or more, not "
              + List.of(clusters, length, latencyMax, steps));
    }
  }

  /** The part of each load that does not count: queues of the rate before it are gone by then. */
  public Duration uncounted() {
    return length.dividedBy(UNCOUNTED_PART);
  }

  /** The part of each load that counts. */
  public Duration counted() {
    return length.minus(uncounted());
  }

  /**
   * Whether a load at some rate carries the percentile that decides.
   *
   * @param rate appends a second
   */
  public boolean carries(int rate) {
    return SampleSize.carries(BOUND_QUANTILE, rate * counted().toMillis() / 1_000);
  }

  /**
   * Appends that the percentile that decides takes, in each load.
   *
   * @return a number of appends
   */
  public static long appendsMin() {
    return SampleSize.carriedFrom(BOUND_QUANTILE);
  }

  /** A load at some rate, and nothing else. */
  Shape shape(int rate) {
    return new Shape(rate, uncounted(), counted(), Duration.ZERO, Duration.ZERO, 0);
  }
}
