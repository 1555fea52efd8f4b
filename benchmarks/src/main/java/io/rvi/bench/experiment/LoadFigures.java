package io.rvi.bench.experiment;

import io.rvi.bench.load.Percentile;
import io.rvi.bench.stats.Bootstrap;
import io.rvi.bench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Figures of one load over its repetitions: medians, with an interval where there are enough of
 * them, and refused where one repetition does not show what the figure would say.
 *
 * @param seed of the intervals' resampling
 */
record LoadFigures(long seed) {
  private static final double NS_PER_MS = 1e6;

  /**
   * A percentile in milliseconds.
   *
   * @param loads one for each repetition
   * @param which of each
   */
  Figure percentile(List<LoadFinding> loads, Function<LoadFinding, Percentile> which) {
    if (loads.stream().anyMatch(LoadFinding::saturated)) {
      return Figure.missing("ms", "the rate was missed: the figure would be of a growing queue");
    }
    List<Percentile> percentiles = loads.stream().map(which).toList();
    Optional<Percentile> poor =
        percentiles.stream().filter(percentile -> !percentile.carried()).findFirst();
    if (poor.isPresent()) {
      return Figure.missing("ms", poor.get().samples() + " operations do not carry it");
    }
    Figure figure = median(percentiles, percentile -> percentile.valueNs() / NS_PER_MS, "ms");
    boolean atLeast = percentiles.stream().anyMatch(Percentile::atLeast);
    return atLeast && figure.value() != null
        ? Figure.atLeast(figure.value(), "ms", figure.forks())
        : figure;
  }

  /**
   * The median over forks, with a bootstrap interval where there are forks enough.
   *
   * @param forks what each showed
   * @param value of one
   * @param unit of the values
   */
  <T> Figure median(List<T> forks, ToDoubleFunction<T> value, String unit) {
    if (forks.isEmpty()) {
      return Figure.missing(unit, "no repetition succeeded");
    }
    double[] values = forks.stream().mapToDouble(value).toArray();
    Interval interval = new Bootstrap(seed).median(values);
    return forks.size() < Tables.FORKS_FOR_INTERVAL
        ? Figure.of(interval.estimate(), unit, forks.size())
        : new Figure(
            interval.estimate(), unit, interval.low(), interval.high(), false, forks.size(), "");
  }
}
