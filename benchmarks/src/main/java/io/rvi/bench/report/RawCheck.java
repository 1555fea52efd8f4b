package io.rvi.bench.report;

import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.LoadFinding;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.load.Percentile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Computes the percentiles of a run's findings again, from every operation that was recorded. */
final class RawCheck {
  private final Path directory;
  private final Plan plan;

  /**
   * A check.
   *
   * @param directory of the bundle
   * @param plan of its run
   */
  RawCheck(Path directory, Plan plan) {
    this.directory = directory;
    this.plan = plan;
  }

  /** What does not follow from the raw files, each naming its file. */
  List<String> verify(Findings findings) {
    List<String> complaints = new ArrayList<>();
    for (CellFinding finding : findings.cells()) {
      LoadFinding load = finding.load();
      if (load != null) {
        String path =
            String.format(
                Locale.ROOT, "raw/%s/f%02d/latency.csv.gz", finding.cell(), finding.fork());
        complaint(path, load).ifPresent(words -> complaints.add(path + ": " + words));
      }
    }
    return complaints;
  }

  private Optional<String> complaint(String path, LoadFinding load) {
    OperationTimes times;
    try {
      times = OperationTimes.read(directory.resolve(path), plan.shape().warmUp().toNanos());
    } catch (IOException e) {
      return Optional.of("cannot be read: " + e.getMessage());
    }
    for (Percentile percentile : List.of(load.p50(), load.p99(), load.p999())) {
      boolean isAmongFailed = times.isAmongFailed(percentile.quantile());
      if (percentile.samples() != times.intended()
          || percentile.atLeast() != isAmongFailed
          || (!isAmongFailed && percentile.valueNs() != times.valueNs(percentile.quantile()))) {
        return Optional.of(
            "quantile " + percentile.quantile() + " of " + RunJson.FINDINGS_PATH + " is not this");
      }
    }
    return Optional.empty();
  }
}
