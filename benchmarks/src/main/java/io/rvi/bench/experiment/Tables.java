package io.rvi.bench.experiment;

import io.rvi.bench.lab.Topology;
import io.rvi.bench.stats.ZeroEvents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/** Makes the decision table of a run from its plan and findings, and from nothing else. */
public final class Tables {
  private static final double NS_PER_MS = 1e6;

  /**
   * Fewer forks than this carry no interval, and a run of fewer repetitions is a preview: claims
   * ask for so many in every cell.
   */
  public static final int FORKS_FOR_INTERVAL = 10;

  private static final String NOT_MEASURED = "not measured in this preset";

  private final Plan plan;
  private final Findings findings;
  private final LoadFigures figures;

  private Tables(Plan plan, Findings findings) {
    this.plan = plan;
    this.findings = findings;
    this.figures = new LoadFigures(plan.seed());
  }

  /**
   * The table.
   *
   * @param plan what was to be run
   * @param findings what it showed, possibly of a part
   */
  public static DecisionTable of(Plan plan, Findings findings) {
    Tables tables = new Tables(plan, findings);
    List<DecisionTable.Row> rows =
        plan.cells().stream()
            .sorted(
                Comparator.comparing(Cell::flush)
                    .thenComparing(Cell::recordBytes)
                    .thenComparing(Cell::replicas)
                    .thenComparing(Cell::backend))
            .map(tables::row)
            .toList();
    return new DecisionTable(tables.stamp(), tables.notes(), rows);
  }

  private String stamp() {
    List<String> stamps = new ArrayList<>();
    boolean hasLoad = plan.shape().hasLoad() || plan.rate() != null;
    if (hasLoad && plan.repetitions() < FORKS_FOR_INTERVAL) {
      stamps.add(DecisionTable.PREVIEW);
    }
    if (!plan.differences().isEmpty()) {
      stamps.add(
          DecisionTable.DEGRADED_PAIR
              + ", backends differ in "
              + String.join("; ", plan.differences()));
    }
    return String.join(". ", stamps);
  }

  private List<String> notes() {
    Shape shape = plan.shape();
    List<String> notes = new ArrayList<>();
    if (shape.lossRecordsOrZero() > 0) {
      notes.add(
          "L and L_full: directories of stopped replicas emptied one after the other, those that"
              + " acknowledged first, and the disks left read after each; the least of all"
              + " trials.");
    }
    if (shape.hasLoad()) {
      addLoadNotes(notes);
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "W: writes resumed by themselves within %d s after each of so many kills (SIGKILL), the"
                + " leader first.",
            shape.resumeMax().toSeconds()));
    notes.add(
        "Lost: acked records missing after all replicas were restarted; a crash, not a power"
            + " loss.");
    notes.add(
        plan.repetitions() < FORKS_FOR_INTERVAL
            ? plan.repetitions() + " repetition(s) a cell: no intervals, do not cite differences."
            : "Intervals: 95 %, bootstrap over repetitions.");
    return notes;
  }

  private void addLoadNotes(List<String> notes) {
    Shape shape = plan.shape();
    notes.add(
        String.format(
            Locale.ROOT,
            "Latency: open loop at %.0f records/s for %d s after %d s of warm-up, from the intended"
                + " start, over every intended append.",
            shape.ratePerSecond(),
            shape.measured().toSeconds(),
            shape.warmUp().toSeconds()));
    if (shape.delay().isPresent()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "Delayed links: before them %d s with %d appends under way over plain ones, to warm"
                  + " the JVMs; latency and throughput are over delayed ones, crashes over plain"
                  + " ones.",
              shape.warmUp().toSeconds(),
              LoadTrial.WARMING_DEPTH));
    }
    if (shape.saturation().isZero()) {
      return;
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "Throughput: %d appends under way, %.1f s after %.1f s of warm-up on JVMs just started:"
                + " a cold figure. Latency, throughput and crashes of a cell share one cluster.",
            LoadTrial.PIPELINE_DEPTH,
            shape.saturation().toMillis() * 2 / 3_000.0,
            shape.saturation().toMillis() / 3_000.0));
  }

  private DecisionTable.Row row(Cell cell) {
    List<CellFinding> own =
        findings.cells().stream().filter(found -> found.cell().equals(cell.name())).toList();
    List<LoadFinding> loads = own.stream().map(CellFinding::load).filter(Objects::nonNull).toList();
    List<CrashFinding> crashes =
        own.stream().map(CellFinding::crash).filter(Objects::nonNull).toList();
    List<LossFinding> losses =
        own.stream().map(CellFinding::loss).filter(Objects::nonNull).toList();
    return new DecisionTable.Row(
        cell.name(),
        cell.backend(),
        cell.replicas(),
        cell.flush().name().toLowerCase(Locale.ROOT),
        cell.recordBytes(),
        cell.topology().name().toLowerCase(Locale.ROOT),
        load(cell, loads),
        faults(cell, crashes, losses),
        marks(cell, own));
  }

  private DecisionTable.Load load(Cell cell, List<LoadFinding> loads) {
    Figure p50 = figures.percentile(loads, LoadFinding::p50);
    Figure floor = floor(cell);
    return new DecisionTable.Load(
        plan.shape().ratePerSecond(),
        figures.median(loads, LoadFinding::achievedPerSecond, "records/s"),
        p50,
        figures.percentile(loads, LoadFinding::p99),
        plan.shape().saturation().isZero() && !loads.isEmpty()
            ? Figure.missing("records/s", NOT_MEASURED)
            : figures.median(loads, LoadFinding::throughputPerSecond, "records/s"),
        floor,
        plan.shape().delay(cell).isPresent()
            ? Figure.missing("x", "the cell's links were delayed, the floor's were not")
            : ratio(p50, floor));
  }

  private Figure floor(Cell cell) {
    String name = Floors.under(cell).name();
    List<FloorFinding> floors =
        findings.floors().stream()
            .filter(found -> found.floor().equals(name) && found.failure() == null)
            .toList();
    return figures.median(floors, found -> found.pacedP50Ns() / NS_PER_MS, "ms");
  }

  private static Figure ratio(Figure p50, Figure floor) {
    Double over = p50.value();
    Double under = floor.value();
    if (over == null || under == null || under <= 0) {
      return Figure.missing("x", "needs both p50 and floor");
    }
    return p50.atLeast()
        ? Figure.atLeast(over / under, "x", p50.forks())
        : Figure.of(over / under, "x", Math.min(p50.forks(), floor.forks()));
  }

  private DecisionTable.Faults faults(
      Cell cell, List<CrashFinding> crashes, List<LossFinding> losses) {
    io.rvi.bench.model.Tolerance theory = Predictions.tolerance(cell);
    long lost = crashes.stream().mapToLong(crash -> crash.audit().lost()).sum();
    return new DecisionTable.Faults(
        writesResume(cell, crashes, theory.writesResume()),
        permanentLoss(theory.permanentLoss(), losses, LossFinding::permanentLoss),
        lost,
        crashes.stream().mapToLong(crash -> crash.audit().duplicated()).sum(),
        crashes.stream().mapToLong(crash -> crash.audit().acked()).sum(),
        crashes.size(),
        crashes.isEmpty() || lost > 0 ? null : ZeroEvents.upperBound95(crashes.size()),
        outage(crashes),
        losses.isEmpty()
            ? null
            : permanentLoss(theory.permanentLossFull(), losses, LossFinding::permanentLossFull));
  }

  /**
   * The least over the trials: a tolerance holds each time or it does not hold. A trial that
   * brought replicas back ended at theory's limit and can only show less.
   */
  private static DecisionTable.Tolerance permanentLoss(
      int theory, List<LossFinding> losses, ToIntFunction<LossFinding> measure) {
    if (losses.isEmpty()) {
      return new DecisionTable.Tolerance(theory, null, NOT_MEASURED);
    }
    OptionalInt least =
        losses.stream()
            .filter(loss -> loss.decides(measure.applyAsInt(loss)))
            .mapToInt(measure)
            .min();
    return least.isPresent()
        ? new DecisionTable.Tolerance(theory, least.getAsInt(), "")
        : new DecisionTable.Tolerance(theory, null, "no trial went to the end");
  }

  /** The least over the repetitions: a tolerance holds each time or it does not hold. */
  private static DecisionTable.Tolerance writesResume(
      Cell cell, List<CrashFinding> crashes, int theory) {
    if (crashes.isEmpty()) {
      String remark = cell.crashes() ? "no crash trial succeeded" : NOT_MEASURED;
      return new DecisionTable.Tolerance(theory, null, remark);
    }
    int measured = crashes.stream().mapToInt(CrashFinding::writesResume).min().orElseThrow();
    return new DecisionTable.Tolerance(theory, measured, "");
  }

  private Figure outage(List<CrashFinding> crashes) {
    List<Long> outages =
        crashes.stream()
            .flatMap(crash -> crash.kills().stream())
            .filter(kill -> kill.downAfter() == 1 && kill.leader())
            .map(CrashFinding.Kill::outageNs)
            .filter(Objects::nonNull)
            .toList();
    return outages.isEmpty()
        ? Figure.missing("ms", "writes did not resume, or no trial")
        : figures.median(outages, outage -> outage / NS_PER_MS, "ms");
  }

  private List<String> marks(Cell cell, List<CellFinding> own) {
    List<String> marks = new ArrayList<>();
    if (plan.shape().delay(cell).isPresent()) {
      marks.add(
          DecisionTable.LINKS_DELAYED + ": " + plan.shape().linkDelay() + " each way, under load");
    }
    if (own.isEmpty()) {
      marks.add("NOT RUN");
    }
    for (CellFinding finding : own) {
      if (finding.failure() != null) {
        marks.add("FAILED: " + finding.failure());
      }
    }
    if (own.stream().map(CellFinding::load).anyMatch(load -> load != null && load.saturated())) {
      marks.add("SATURATED");
    }
    marks.addAll(ConditionMarks.of(own));
    if (own.stream().map(CellFinding::load).anyMatch(load -> load != null && load.unsteady())) {
      marks.add("NOT STEADY");
    }
    if (own.stream()
        .map(CellFinding::crash)
        .anyMatch(crash -> crash != null && !crash.audit().clean())) {
      marks.add("PROMISE BROKEN");
    }
    if (own.stream()
        .map(CellFinding::loss)
        .anyMatch(loss -> loss != null && loss.promiseBroken())) {
      marks.add("PROMISE BROKEN BY LOSSES");
    }
    if (!plan.differences().isEmpty()) {
      marks.add(DecisionTable.DEGRADED_PAIR);
    }
    if (cell.topology() == Topology.EMBEDDED) {
      marks.add("ONE JVM: NOT CITABLE");
    }
    return marks;
  }
}
