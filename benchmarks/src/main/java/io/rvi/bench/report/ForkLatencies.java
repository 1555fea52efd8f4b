package io.rvi.bench.report;

import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.LoadFinding;
import io.rvi.bench.experiment.Tables;
import io.rvi.bench.load.Percentile;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.FigureId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What every repetition of a bundle's cells showed of a latency, where the figure is one of all.
 */
final class ForkLatencies {
  private static final Map<String, Function<LoadFinding, Percentile>> METRICS =
      Map.of("append.response.p50", LoadFinding::p50, "append.response.p99", LoadFinding::p99);

  private ForkLatencies() {}

  /**
   * The values in nanoseconds, one for each repetition, by figure. Left out are figures of fewer
   * repetitions than an interval takes, and those that one repetition does not show: its rate was
   * missed, the percentile falls among failed operations or they do not carry it.
   *
   * @param bundle complete; one without findings has none
   * @throws BundleException when they cannot be read
   */
  static Map<FigureId, double[]> of(Bundle bundle) throws BundleException {
    if (!bundle.has(RunJson.FINDINGS_PATH)) {
      return Map.of();
    }
    try {
      return of(RunJson.findings(bundle.read(RunJson.FINDINGS_PATH)));
    } catch (IllegalArgumentException e) {
      throw new BundleException(
          "bundle " + bundle.directory() + ": " + RunJson.FINDINGS_PATH + ": " + e.getMessage(), e);
    }
  }

  private static Map<FigureId, double[]> of(Findings findings) {
    Map<String, List<CellFinding>> cells =
        findings.cells().stream()
            .collect(
                Collectors.groupingBy(
                    CellFinding::cell, LinkedHashMap::new, Collectors.toUnmodifiableList()));
    Map<FigureId, double[]> forks = new LinkedHashMap<>();
    cells.forEach(
        (cell, own) ->
            METRICS.forEach(
                (metric, which) -> {
                  double[] values = values(own, which);
                  if (values.length >= Tables.FORKS_FOR_INTERVAL) {
                    forks.put(new FigureId("latency", cell, metric), values);
                  }
                }));
    return forks;
  }

  /** Empty where one of the repetitions has no value that is one. */
  private static double[] values(List<CellFinding> own, Function<LoadFinding, Percentile> which) {
    List<LoadFinding> loads = own.stream().map(CellFinding::load).filter(Objects::nonNull).toList();
    double[] values =
        loads.stream()
            .filter(load -> !load.saturated())
            .map(which)
            .filter(percentile -> percentile.carried() && !percentile.atLeast())
            .mapToDouble(Percentile::valueNs)
            .filter(ns -> ns > 0)
            .toArray();
    return values.length == loads.size() ? values : Arrays.copyOf(values, 0);
  }
}
