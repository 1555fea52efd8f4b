package io.rvi.bench.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Percentile bootstrap over forks (Efron and Tibshirani, chapter 13): resamples the forks with
 * replacement and takes the middle 95 % of what the statistic comes to. The seed fixes the result.
 */
public final class Bootstrap {
  /** Resamples: the ends of the interval then vary by about a hundredth of its width. */
  public static final int RESAMPLES = 10_000;

  private static final double TAIL = 0.025;

  private final long seed;

  /**
   * A bootstrap.
   *
   * @param seed of the resampling; to be recorded with the result
   */
  public Bootstrap(long seed) {
    this.seed = seed;
  }

  /**
   * The median over forks.
   *
   * @param forks one value for each, one or more; copied
   */
  public Interval median(double[] forks) {
    return of(forks, Bootstrap::middle);
  }

  /**
   * The mean over forks.
   *
   * @param forks one value for each, one or more; copied
   */
  public Interval mean(double[] forks) {
    return of(forks, values -> Arrays.stream(values).average().orElseThrow());
  }

  /**
   * The ratio of the medians of two sets of forks, each resampled on its own.
   *
   * @param numerator one value for each fork, one or more
   * @param denominator likewise, above 0
   */
  public Interval ratioOfMedians(double[] numerator, double[] denominator) {
    requireForks(numerator);
    requireForks(denominator);
    SplittableRandom random = new SplittableRandom(seed);
    return interval(
        middle(numerator) / middle(denominator),
        () -> middle(resample(numerator, random)) / middle(resample(denominator, random)));
  }

  /**
   * The mean of all values, resampling forks and, within each, iterations (Kalibera and Jones).
   *
   * @param forks one array of iterations for each, none empty
   */
  public Interval hierarchicalMean(double[][] forks) {
    if (forks.length == 0) {
      throw new IllegalArgumentException("a bootstrap needs one fork or more");
    }
    SplittableRandom random = new SplittableRandom(seed);
    return interval(
        Arrays.stream(forks).flatMapToDouble(Arrays::stream).average().orElseThrow(),
        () -> {
          double sum = 0;
          for (int i = 0; i < forks.length; i++) {
            double[] fork = forks[random.nextInt(forks.length)];
            sum += Arrays.stream(resample(fork, random)).average().orElseThrow();
          }
          return sum / forks.length;
        });
  }

  private Interval of(double[] forks, ToDoubleFunction<double[]> statistic) {
    requireForks(forks);
    SplittableRandom random = new SplittableRandom(seed);
    return interval(
        statistic.applyAsDouble(forks.clone()),
        () -> statistic.applyAsDouble(resample(forks, random)));
  }

  private static Interval interval(double estimate, DoubleSupplier once) {
    double[] resampled = new double[RESAMPLES];
    Arrays.setAll(resampled, i -> once.getAsDouble());
    Arrays.sort(resampled);
    int low = (int) Math.floor(TAIL * RESAMPLES);
    return new Interval(resampled[low], estimate, resampled[RESAMPLES - 1 - low]);
  }

  private static double[] resample(double[] values, SplittableRandom random) {
    double[] drawn = new double[values.length];
    Arrays.setAll(drawn, i -> values[random.nextInt(values.length)]);
    return drawn;
  }

  private static double middle(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static void requireForks(double[] forks) {
    if (forks.length == 0) {
      throw new IllegalArgumentException("a bootstrap needs one fork or more");
    }
  }
}
