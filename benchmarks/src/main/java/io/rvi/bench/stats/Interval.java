package io.rvi.bench.stats;

/**
 * An estimate with its 95 % interval.
 *
 * @param low at most {@code estimate} as a rule; a bootstrap of few forks may say otherwise
 * @param estimate the estimate from the samples as they are
 * @param high likewise
 */
public record Interval(double low, double estimate, double high) {
  /** Checks the order of the ends. */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("an interval from " + low + " to " + high);
    }
  }
}
