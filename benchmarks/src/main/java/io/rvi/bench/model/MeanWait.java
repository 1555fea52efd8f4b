package io.rvi.bench.model;

/**
 * The mean of a wait: the node's quantiles, weighted by how the wait's probability grows over them.
 * The steps get finer towards 1, where the quantile function of a distribution without an upper end
 * grows without bound.
 */
final class MeanWait {
  /** Steps in which the tail's exponent is walked; errors below 1e-6 of the mean. */
  private static final int STEPS = 40_000;

  /** The tail beyond exp(-this) is left out: 1e-13 of the probability. */
  private static final double DEPTH = 30;

  private MeanWait() {}

  /** With u = 1 - exp(-x): the integral of Q(u) dG(u), by the midpoint rule in x. */
  static double of(Delay delay, AckWait wait) {
    double step = DEPTH / STEPS;
    double sum = 0;
    double reached = wait.cdf(0);
    for (int i = 0; i < STEPS; i++) {
      double next = wait.cdf(-Math.expm1(-(i + 1) * step));
      sum += delay.quantile(-Math.expm1(-(i + 0.5) * step)) * (next - reached);
      reached = next;
    }
    return sum;
  }
}
