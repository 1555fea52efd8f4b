package io.rvi.bench.model;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * A distribution as a table of values with their shares, fine towards the upper end: what sums of
 * independent delays are computed with. Its quantiles are within a percent of the exact ones up to
 * p99.9.
 */
final class Spread {
  /** Steps in the exponent of the tail: 125 to each factor of e. */
  private static final int STEPS = 1_500;

  /** Steps of each summand: their pairs are sorted. */
  private static final int SUMMAND_STEPS = 400;

  /** The last step stands for this exponent's share and all beyond. */
  private static final double DEPTH = 12;

  /** Points of a uniform residual. */
  private static final int RESIDUALS = 8;

  private static final int HALVINGS = 60;

  private final double[] values;
  private final double[] cumulated;

  /** From values with their shares, in any order; equal values become one. */
  private Spread(double[][] points) {
    Arrays.sort(points, (one, other) -> Double.compare(one[0], other[0]));
    double[] found = new double[points.length];
    double[] sums = new double[points.length];
    int count = 0;
    double sum = 0;
    for (double[] point : points) {
      sum += point[1];
      if (count == 0 || found[count - 1] < point[0]) {
        count++;
      }
      found[count - 1] = point[0];
      sums[count - 1] = sum;
    }
    this.values = Arrays.copyOf(found, count);
    this.cumulated = Arrays.copyOf(sums, count);
  }

  /** No delay at all. */
  static Spread none() {
    return new Spread(new double[][] {{0, 1}});
  }

  /** Of a delay. */
  static Spread of(Delay delay) {
    return of(delay, STEPS);
  }

  private static Spread of(Delay delay, int steps) {
    double[][] points = new double[steps][];
    double step = DEPTH / steps;
    for (int i = 0; i < steps; i++) {
      double from = -Math.expm1(-i * step);
      double to = i == steps - 1 ? 1 : -Math.expm1(-(i + 1) * step);
      points[i] = new double[] {delay.quantile(-Math.expm1(-(i + 0.5) * step)), to - from};
    }
    return new Spread(points);
  }

  /**
   * This, where whoever serves takes one thing at a time for so long, and takes up at once all that
   * came meanwhile: who comes while it is busy waits for the rest of that, evenly spread, too.
   *
   * @param rate at which things come
   */
  Spread behindOneUnderWay(double rate) {
    double[][] points = new double[values.length * (RESIDUALS + 1)][];
    for (int i = 0; i < values.length; i++) {
      double busy = Math.min(1, rate * values[i]);
      points[i * (RESIDUALS + 1)] = new double[] {values[i], share(i) * (1 - busy)};
      for (int r = 0; r < RESIDUALS; r++) {
        points[i * (RESIDUALS + 1) + 1 + r] =
            new double[] {values[i] * (1 + (r + 0.5) / RESIDUALS), share(i) * busy / RESIDUALS};
      }
    }
    return new Spread(points);
  }

  /** The sum of two independent delays. */
  Spread plus(Spread other) {
    Spread one = thinned(SUMMAND_STEPS, this);
    Spread two = thinned(SUMMAND_STEPS, other);
    if (values.length == 1 || other.values.length == 1) {
      one = this; // A constant shifts the other as it is.
      two = other;
    }
    double[][] points = new double[one.values.length * two.values.length][];
    int at = 0;
    for (int i = 0; i < one.values.length; i++) {
      for (int j = 0; j < two.values.length; j++) {
        points[at++] = new double[] {one.values[i] + two.values[j], one.share(i) * two.share(j)};
      }
    }
    return thinned(STEPS, new Spread(points));
  }

  /** With no more points than so many steps, so that sums of sums stay small. */
  private static Spread thinned(int steps, Spread spread) {
    return spread.values.length <= steps ? spread : of(spread::quantile, steps);
  }

  private double share(int i) {
    return cumulated[i] - (i == 0 ? 0 : cumulated[i - 1]);
  }

  /** The probability of at most a time: linear between the points of the table. */
  double cdf(double time) {
    if (time < values[0]) {
      return 0;
    }
    int above = Arrays.binarySearch(values, time);
    above = above < 0 ? -above - 1 : above + 1;
    if (above == values.length) {
      return 1;
    }
    double low = middle(above - 1);
    double gap = values[above] - values[above - 1];
    return low + (middle(above) - low) * (time - values[above - 1]) / gap;
  }

  /** A point stands for the shares around it, half of them below. */
  private double middle(int i) {
    return cumulated[i] - share(i) / 2;
  }

  double mean() {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] * share(i);
    }
    return sum;
  }

  double meanSquare() {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] * values[i] * share(i);
    }
    return sum;
  }

  double quantile(double p) {
    return quantile(this, this, (own, same) -> own, p);
  }

  /**
   * The quantile of a wait for two things whose probabilities combine.
   *
   * @param combine the probability that the wait is over, of those of the two
   */
  static double quantile(Spread one, Spread other, DoubleBinaryOperator combine, double p) {
    double low = 0;
    double high =
        Math.max(one.values[one.values.length - 1], other.values[other.values.length - 1]);
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (combine.applyAsDouble(one.cdf(middle), other.cdf(middle)) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }
}
