package io.rvi.bench.report;

import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.CrashFinding;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.OutageFinding;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Replication;
import io.rvi.bench.experiment.Tables;
import io.rvi.bench.model.Cost;
import io.rvi.bench.model.Tolerance;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import io.rvi.bench.stats.Bootstrap;
import io.rvi.bench.stats.Interval;
import io.rvi.bench.stats.SampleSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figures that drawings are made of, beside those of the decision table: percentiles between
 * median and tail, each kill's outage, acknowledged records over time around kills, and what a
 * tolerance costs by theory. All follow from plan, findings and the recorded operations.
 */
final class Curves {
  /** Beside p50 and p99, which are figures of the decision table. */
  static final double[] QUANTILES = {
    0.1, 0.25, 0.75, 0.9, 0.95, 0.98, 0.995, 0.999, 0.9995, 0.9999
  };

  /** A timeline is of so long; longer ones end in a figure that says so. */
  private static final int INTERVALS_MAX = 600;

  /** Crashes that the table of costs goes up to. */
  private static final int CRASHES_MAX = 3;

  private static final double NS_PER_MS = 1e6;

  private final Path directory;
  private final Plan plan;
  private final Findings findings;
  private final List<CitedFigure> figures = new ArrayList<>();

  private Curves(Path directory, Plan plan, Findings findings) {
    this.directory = directory;
    this.plan = plan;
    this.findings = findings;
  }

  /**
   * All of them.
   *
   * @param directory of the bundle
   * @throws IOException when a raw file cannot be read or is of another form
   */
  static List<CitedFigure> of(Path directory, Plan plan, Findings findings) throws IOException {
    Curves curves = new Curves(directory, plan, findings);
    for (Cell cell : plan.cells()) {
      curves.addPercentiles(cell);
      curves.addOutages(cell);
      curves.addCost(cell);
    }
    findings.outages().forEach(curves::addEvents);
    for (Cell cell : plan.cells()) {
      curves.addTimeline(cell);
    }
    for (int crashes = 1; crashes <= CRASHES_MAX; crashes++) {
      curves.addCost("in-sync-w" + crashes, Cost.ofInSyncSet(crashes));
      curves.addCost("majority-w" + crashes, Cost.ofMajority(crashes));
    }
    return List.copyOf(curves.figures);
  }

  /** Such as {@code append.response.p99.9}. */
  static String percentileMetric(double quantile) {
    return "append.response.p" + percent(quantile);
  }

  /** Such as {@code 99.9}. */
  static String percent(double quantile) {
    String text = String.format(Locale.ROOT, "%.2f", quantile * 100);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }

  private static String raw(CellFinding finding, String file) {
    return String.format(Locale.ROOT, "raw/%s/f%02d/%s", finding.cell(), finding.fork(), file);
  }

  private List<CellFinding> own(Cell cell) {
    return findings.cells().stream().filter(found -> found.cell().equals(cell.name())).toList();
  }

  private void addPercentiles(Cell cell) throws IOException {
    List<OperationTimes> forks = new ArrayList<>();
    boolean saturated = false;
    for (CellFinding finding : own(cell)) {
      if (finding.load() != null) {
        saturated |= finding.load().saturated();
        Path file = directory.resolve(raw(finding, "latency.csv.gz"));
        forks.add(OperationTimes.read(file, plan.shape().warmUp().toNanos()));
      }
    }
    if (forks.isEmpty()) {
      return;
    }
    for (double quantile : QUANTILES) {
      FigureId id = new FigureId("latency", cell.name(), percentileMetric(quantile));
      figures.add(
          saturated
              ? CitedFigure.missing(id, "ms", "the rate was missed")
              : percentile(id, quantile, forks));
    }
  }

  private CitedFigure percentile(FigureId id, double quantile, List<OperationTimes> forks) {
    double[] values = new double[forks.size()];
    for (int i = 0; i < values.length; i++) {
      OperationTimes times = forks.get(i);
      if (!SampleSize.carries(quantile, times.intended())) {
        return CitedFigure.missing(id, "ms", times.intended() + " operations do not carry it");
      }
      if (times.isAmongFailed(quantile)) {
        return CitedFigure.missing(id, "ms", "lies among operations that failed");
      }
      values[i] = times.valueNs(quantile) / NS_PER_MS;
    }
    Interval interval = new Bootstrap(plan.seed()).median(values);
    boolean carriesInterval = values.length >= Tables.FORKS_FOR_INTERVAL;
    return new CitedFigure(
        id,
        interval.estimate(),
        carriesInterval ? interval.low() : null,
        carriesInterval ? interval.high() : null,
        false,
        values.length,
        "ms",
        "");
  }

  private void addOutages(Cell cell) {
    for (CellFinding finding : own(cell)) {
      CrashFinding crash = finding.crash();
      if (crash == null) {
        continue;
      }
      for (int i = 0; i < crash.kills().size(); i++) {
        CrashFinding.Kill kill = crash.kills().get(i);
        String metric =
            String.format(
                Locale.ROOT,
                "f%02d.kill%d-%s",
                finding.fork(),
                i + 1,
                kill.leader() ? "leader" : "follower");
        FigureId at = new FigureId("outage", cell.name(), metric + ".at");
        figures.add(CitedFigure.of(at, (double) kill.atMs(), "ms"));
        FigureId id = new FigureId("outage", cell.name(), metric);
        Long outageNs = kill.outageNs();
        figures.add(
            outageNs == null
                ? CitedFigure.missing(id, "ms", noOutage(kill))
                : CitedFigure.of(id, outageNs / NS_PER_MS, "ms"));
      }
    }
  }

  /** Each event's own outage; the medians over them are figures of their table. */
  private void addEvents(OutageFinding finding) {
    int number = 0;
    for (OutageFinding.Trial trial : finding.trials()) {
      String metric =
          String.format(
              Locale.ROOT, "%s.f%02d.t%02d", trial.event().label(), finding.fork(), number++);
      FigureId id = new FigureId("outage", finding.cell(), metric);
      OutageFinding.Gap gap = trial.gap();
      if (gap == null) {
        String why = trial.voidBecause() == null ? "not observed" : trial.voidBecause();
        figures.add(CitedFigure.missing(id, "ms", "void: " + why));
      } else {
        figures.add(
            new CitedFigure(
                id, gap.lengthNs() / NS_PER_MS, null, null, !gap.ended(), 1, "ms", trial.what()));
      }
    }
  }

  private static String noOutage(CrashFinding.Kill kill) {
    return kill.resumed() == null
        ? "not asked: writes had stopped before"
        : "writes did not resume by themselves";
  }

  /** Of the first repetition of each cell with crashes. */
  private void addTimeline(Cell cell) throws IOException {
    for (CellFinding finding : own(cell)) {
      Path file = directory.resolve(raw(finding, "crash.csv.gz"));
      if (finding.fork() != 0 || finding.crash() == null || !Files.exists(file)) {
        continue;
      }
      long[] acked = CommittedOverTime.read(file, INTERVALS_MAX);
      for (int i = 0; i < acked.length; i++) {
        String metric = String.format(Locale.ROOT, "f00.acked.%03d", i);
        figures.add(
            CitedFigure.of(
                new FigureId("timeline", cell.name(), metric),
                (double) acked[i],
                "records in " + CommittedOverTime.INTERVAL_MS + " ms"));
      }
    }
  }

  private void addCost(Cell cell) {
    addTheory(cell.name(), "copies.stored", cell.replicas(), "bytes/byte");
    addTheory(cell.name(), "copies.sent", cell.replicas() - 1.0, "bytes/byte");
    Tolerance full =
        Replication.of(cell) == Replication.IN_SYNC_SET
            ? Tolerance.ofInSyncSet(cell.replicas(), 1)
            : Tolerance.ofMajority(cell.replicas());
    addTheory(cell.name(), "permanent-loss-full.theory", full.permanentLossFull(), "losses");
  }

  private void addCost(String cell, Cost cost) {
    addTheory(cell, "replicas", cost.replicas(), "replicas");
    addTheory(cell, "copies.stored", cost.replicas(), "bytes/byte");
    addTheory(cell, "copies.sent", cost.egressCopies(), "bytes/byte");
  }

  private void addTheory(String cell, String metric, double value, String unit) {
    figures.add(
        new CitedFigure(
            new FigureId("cost", cell, metric),
            value,
            null,
            null,
            false,
            0,
            unit,
            "theory, not measured"));
  }
}
