package io.rvi.bench.report;

import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.JvmPauses;
import io.rvi.bench.experiment.LoadConditions;
import io.rvi.bench.experiment.LoadFinding;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.Percentile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Computes the percentiles and the sender's lateness of a run's findings again, from every
 * operation that was recorded, and the pauses of JVMs from what those logged.
 */
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
        String place = String.format(Locale.ROOT, "raw/%s/f%02d/", finding.cell(), finding.fork());
        String path = place + "latency.csv.gz";
        complaint(path, load).ifPresent(words -> complaints.add(path + ": " + words));
        complaints.addAll(pauseComplaints(place, load));
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
    return lateness(times, load);
  }

  /** Findings without conditions are of an earlier version, whose rule was another. */
  private static Optional<String> lateness(OperationTimes times, LoadFinding load) {
    if (load.conditions() == null) {
      return Optional.empty();
    }
    long lateNs = times.latenessNs(0.99);
    boolean isLate = lateNs > LoadResult.LATE_ABOVE * load.p50().valueNs();
    return lateNs == load.latenessP99Ns() && isLate == load.senderLate()
        ? Optional.empty()
        : Optional.of("the sender's lateness of " + RunJson.FINDINGS_PATH + " is not this");
  }

  private List<String> pauseComplaints(String place, LoadFinding load) {
    List<String> complaints = new ArrayList<>();
    LoadConditions conditions = load.conditions();
    for (JvmPauses jvm : conditions == null ? List.<JvmPauses>of() : conditions.jvms()) {
      if (jvm.process().equals(JvmPauses.HARNESS)) {
        continue; // Its JVM gives sums, which findings hold, and no log.
      }
      String path = place + jvm.process() + ".gc.log";
      try {
        String log = Files.readString(directory.resolve(path), StandardCharsets.ISO_8859_1);
        if (!JvmPauses.of(jvm.process(), log).equals(jvm)) {
          complaints.add(path + ": pauses of " + RunJson.FINDINGS_PATH + " are not these");
        }
      } catch (IOException e) {
        complaints.add(path + ": cannot be read: " + e.getMessage());
      }
    }
    return complaints;
  }
}
