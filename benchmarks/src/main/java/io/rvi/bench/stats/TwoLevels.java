package io.rvi.bench.stats;

import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The variation of a benchmark with iterations in forks (Kalibera and Jones, "Rigorous benchmarking
 * in reasonable time").
 *
 * @param forks number of forks, 2 or more
 * @param iterations iterations of each fork, 2 or more
 * @param mean over all
 * @param withinForks S1 squared: the mean of the variances within forks
 * @param ofForkMeans S2 squared: the variance of the forks' means
 */
public record TwoLevels(
    int forks, int iterations, double mean, double withinForks, double ofForkMeans) {
  private static final double UPPER = 0.975;

  /**
   * From values.
   *
   * @param values one array for each fork, all of the same length
   */
  public static TwoLevels of(double[][] values) {
    int iterations = values.length == 0 ? 0 : values[0].length;
    if (values.length < 2 || iterations < 2) {
      throw new IllegalArgumentException("variation needs 2 forks of 2 iterations or more");
    }
    if (Arrays.stream(values).anyMatch(fork -> fork.length != iterations)) {
      throw new IllegalArgumentException("forks differ in their number of iterations");
    }
    double[] means = Arrays.stream(values).mapToDouble(StatUtils::mean).toArray();
    double[] variances = Arrays.stream(values).mapToDouble(StatUtils::variance).toArray();
    return new TwoLevels(
        values.length,
        iterations,
        StatUtils.mean(means),
        StatUtils.mean(variances),
        StatUtils.variance(means));
  }

  /** T2 squared: what forks vary by beyond what their iterations explain; 0 or more. */
  public double betweenForks() {
    return Math.max(0, ofForkMeans - withinForks / iterations);
  }

  /** Half the width of the 95 % interval of the mean; the forks are the samples. */
  public double halfWidth() {
    return student(forks) * Math.sqrt(ofForkMeans / forks);
  }

  /**
   * The ratio of this mean to another, with its 95 % interval (Fieller).
   *
   * @param denominator the other
   * @throws ArithmeticException when the denominator's interval reaches 0: no interval exists
   */
  public Interval ratioTo(TwoLevels denominator) {
    double student = student(Math.min(forks, denominator.forks));
    double varianceAbove = ofForkMeans / forks;
    double varianceBelow = denominator.ofForkMeans / denominator.forks;
    double ratio = mean / denominator.mean;
    double g = student * student * varianceBelow / (denominator.mean * denominator.mean);
    if (g >= 1) {
      throw new ArithmeticException("the denominator cannot be told from 0");
    }
    double centre = ratio / (1 - g);
    double half =
        student
            / (Math.abs(denominator.mean) * (1 - g))
            * Math.sqrt(varianceAbove + ratio * ratio * varianceBelow - g * varianceAbove);
    return new Interval(centre - half, ratio, centre + half);
  }

  /**
   * How many iterations a fork is worth.
   *
   * @param forkCost what a further fork costs, its warm-up included
   * @param iterationCost what a further iteration costs, in the same unit
   * @param withinForks variance between iterations, T1 squared
   * @param betweenForks variance between forks, T2 squared, above 0
   */
  public static int bestIterations(
      double forkCost, double iterationCost, double withinForks, double betweenForks) {
    return (int) Math.ceil(Math.sqrt(forkCost / iterationCost * withinForks / betweenForks));
  }

  private static double student(int samples) {
    return new TDistribution(samples - 1).inverseCumulativeProbability(UPPER);
  }
}
