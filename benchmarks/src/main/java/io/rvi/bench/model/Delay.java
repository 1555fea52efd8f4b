package io.rvi.bench.model;

import java.util.Arrays;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.interpolation.LinearInterpolator;
import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.distribution.LogNormalDistribution;
import org.apache.commons.math3.distribution.RealDistribution;

/** How long one node takes to answer, by quantile. Times have the unit of the inputs. */
public interface Delay {
  /**
   * The time within which a share of answers comes.
   *
   * @param u 0 to 1
   */
  double quantile(double u);

  /**
   * The time within which a share of waits ends.
   *
   * @param wait for whom is waited
   * @param p above 0, below 1
   */
  default double quantile(AckWait wait, double p) {
    return quantile(wait.nodeQuantile(p));
  }

  /**
   * The mean wait.
   *
   * @param wait for whom is waited
   */
  default double mean(AckWait wait) {
    return MeanWait.of(this, wait);
  }

  /**
   * Exponential.
   *
   * @param mean above 0
   */
  static Delay exponential(double mean) {
    return of(new ExponentialDistribution(null, mean));
  }

  /**
   * Lognormal.
   *
   * @param median above 0
   * @param sigma standard deviation of the logarithm, above 0
   */
  static Delay logNormal(double median, double sigma) {
    return of(new LogNormalDistribution(null, Math.log(median), sigma));
  }

  private static Delay of(RealDistribution distribution) {
    return distribution::inverseCumulativeProbability;
  }

  /**
   * From measured quantiles, linear between them; beyond the last one the last value.
   *
   * @param shares ascending from 0, at most 1
   * @param times the quantiles at these shares
   */
  static Delay ofQuantiles(double[] shares, double[] times) {
    UnivariateFunction line = new LinearInterpolator().interpolate(shares, times);
    double last = shares[shares.length - 1];
    return u -> line.value(Math.min(Math.max(u, shares[0]), last));
  }

  /**
   * From samples, each as likely as the others.
   *
   * @param samples one or more
   */
  static Delay ofSamples(double[] samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return u -> {
      int rank = (int) Math.ceil(u * sorted.length);
      return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1];
    };
  }

  /**
   * This, and a constant on top.
   *
   * @param floor the constant
   */
  default Delay plus(double floor) {
    return u -> floor + quantile(u);
  }
}
