package io.rvi.bench.stats;

/** Whether there are samples enough for a percentile to mean something. */
public final class SampleSize {
  private static final double ERROR = 0.05;

  /** How many times the bare minimum is asked for: the minimum sees the tail once, if at all. */
  private static final int MARGIN = 10;

  private SampleSize() {}

  /**
   * The samples of which, with 95 % probability, at least one lies beyond a percentile.
   *
   * @param quantile above 0, below 1
   */
  public static long minimum(double quantile) {
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException("a quantile is above 0 and below 1, not " + quantile);
    }
    return (long) Math.ceil(Math.log(ERROR) / Math.log(quantile));
  }

  /**
   * Whether samples carry a percentile: ten times the minimum.
   *
   * @param quantile above 0, below 1
   * @param samples 0 or more
   */
  public static boolean carries(double quantile, long samples) {
    return samples >= carriedFrom(quantile);
  }

  /**
   * The fewest samples that carry a percentile.
   *
   * @param quantile above 0, below 1
   */
  public static long carriedFrom(double quantile) {
    return MARGIN * minimum(quantile);
  }
}
