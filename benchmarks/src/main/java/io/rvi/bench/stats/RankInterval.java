package io.rvi.bench.stats;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * The ranks between which a percentile of independent samples lies with at least 95 % confidence.
 * Operations of one fork are not independent, so that for them this is a lower bound on the
 * uncertainty.
 *
 * @param low rank of the lower end, from 1; the interval begins with this order statistic
 * @param high rank after the upper end
 * @param coverage the confidence that the ranks have, 0.95 or more where they fit into the samples
 */
public record RankInterval(long low, long high, double coverage) {
  private static final double TAIL = 0.025;

  /**
   * The interval.
   *
   * @param samples 1 or more
   * @param quantile above 0, below 1
   */
  public static RankInterval of(int samples, double quantile) {
    BinomialDistribution below = new BinomialDistribution(samples, quantile);
    int low = below.inverseCumulativeProbability(TAIL);
    while (low > 0 && below.cumulativeProbability(low - 1) > TAIL) {
      low--;
    }
    int high = below.inverseCumulativeProbability(1 - TAIL) + 1;
    double coverage = below.cumulativeProbability(high - 1) - below.cumulativeProbability(low - 1);
    return new RankInterval(low, high, coverage);
  }
}
