package io.rvi.bench.report;

import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.JvmPauses;
import io.rvi.bench.experiment.LoadConditions;
import io.rvi.bench.experiment.LoadFinding;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.RateFinding;
import io.rvi.bench.experiment.RatePlan;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.Outcome;
import io.rvi.bench.load.Percentile;
import io.rvi.bench.stats.SampleSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Computes the percentiles and the sender's lateness of a run's findings again, from every
 * operation that was recorded; of each offered rate also whether it was kept, what became of its
 * appends, and whether it was its turn; and the pauses of JVMs from what those logged.
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
        check(
            place + "latency.csv.gz",
            path -> OperationTimes.read(path, plan.shape().warmUp().toNanos()),
            times -> complaint(times, load),
            complaints);
        complaints.addAll(pauseComplaints(place, load));
      }
    }
    findings.rate().forEach(finding -> checkRate(finding, complaints));
    return complaints;
  }

  private void checkRate(RateFinding finding, List<String> complaints) {
    RatePlan rate = plan.rate();
    if (rate == null) {
      complaints.add(RunJson.PLAN_PATH + ": has no rates, but " + RunJson.FINDINGS_PATH + " does");
      return;
    }
    int before = complaints.size();
    for (RateFinding.Rung rung : finding.rungs()) {
      String place = finding.raw() + RateFinding.Rung.raw(rung.rate()) + ".";
      check(
          place + "csv.gz",
          path -> OperationTimes.read(path, rate.uncounted().toNanos(), rate.length().toNanos()),
          times ->
              complaint(times, rung.load()).or(() -> rateComplaint(times, rung, rate.counted())),
          complaints);
      complaints.addAll(pauseComplaints(place, rung.load()));
    }
    // Rates that are not what they were say nothing of which came next.
    if (complaints.size() == before && !finding.isClimbOf(rate)) {
      complaints.add(
          finding.raw() + ": the rates of " + RunJson.FINDINGS_PATH + " are not those of a climb");
    }
  }

  /** How the operations of a file are read. */
  private interface Reading {
    OperationTimes read(Path file) throws IOException;
  }

  private void check(
      String path,
      Reading reading,
      Function<OperationTimes, Optional<String>> check,
      List<String> complaints) {
    try {
      check
          .apply(reading.read(directory.resolve(path)))
          .ifPresent(words -> complaints.add(path + ": " + words));
    } catch (IOException e) {
      complaints.add(path + ": cannot be read: " + e.getMessage());
    }
  }

  /** Whether a rate was kept, as {@link LoadResult#saturated} has it, outcomes, and what counts. */
  private static Optional<String> rateComplaint(
      OperationTimes times, RateFinding.Rung rung, Duration counted) {
    double achieved = times.ackedWithin() * 1e9 / counted.toNanos();
    double due = Math.min(times.intended() * 1e9 / counted.toNanos(), rung.rate());
    boolean missed =
        achieved < LoadResult.SATURATED_BELOW * due || times.of(name(Outcome.OVERFLOWED)) > 0;
    LoadFinding load = rung.load();
    if (load.targetPerSecond() != rung.rate()
        || load.achievedPerSecond() != achieved
        || load.saturated() != missed) {
      return Optional.of("the rate achieved by " + RunJson.FINDINGS_PATH + " is not this");
    }
    for (Outcome outcome : Outcome.values()) {
      if (load.counts().of(outcome) != times.of(name(outcome))) {
        return Optional.of(name(outcome) + " of " + RunJson.FINDINGS_PATH + " are not so many");
      }
    }
    return isAt(0.5, load.p50(), times)
            && isAt(0.99, load.p99(), times)
            && isAt(0.999, load.p999(), times)
        ? Optional.empty()
        : Optional.of("which percentiles " + RunJson.FINDINGS_PATH + " has is not by this");
  }

  private static String name(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is that quantile, and is carried exactly if there are operations enough. */
  private static boolean isAt(double quantile, Percentile percentile, OperationTimes times) {
    return percentile.quantile() == quantile
        && percentile.carried() == SampleSize.carries(quantile, times.intended());
  }

  private static Optional<String> complaint(OperationTimes times, LoadFinding load) {
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
