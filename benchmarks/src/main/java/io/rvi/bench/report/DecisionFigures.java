package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Faults;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.DecisionTable.Tolerance;
import io.rvi.bench.experiment.Figure;
import io.rvi.bench.experiment.OutageTable;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.ArrayList;
import java.util.List;

/** Every number of the decision table under the id by which it is cited. */
public final class DecisionFigures {
  private DecisionFigures() {}

  /**
   * The figures, row by row.
   *
   * @param table the decision table
   */
  public static List<CitedFigure> of(DecisionTable table) {
    return of(table, new OutageTable(List.of()));
  }

  /**
   * The figures, those of outages among them.
   *
   * @param table the decision table
   * @param outages how long writes stopped after each class of events; may be empty
   */
  public static List<CitedFigure> of(DecisionTable table, OutageTable outages) {
    List<CitedFigure> figures = new ArrayList<>();
    for (Row row : table.rows()) {
      String cell = row.cell();
      figures.add(cite("latency", cell, "append.response.p50", row.load().p50()));
      figures.add(cite("latency", cell, "append.response.p99", row.load().p99()));
      figures.add(cite("latency", cell, "append.achieved", row.load().achievedPerSecond()));
      figures.add(cite("throughput", cell, "append.saturation", row.load().throughput()));
      figures.add(cite("floor", cell, "floor.response.p50", row.load().floorP50()));
      figures.add(cite("floor", cell, "append.response.p50.ratio", row.load().floorRatio()));
      addFaults(cell, row.faults(), figures);
    }
    for (OutageTable.Row row : outages.rows()) {
      addOutage(row, figures);
    }
    return List.copyOf(figures);
  }

  private static void addOutage(OutageTable.Row row, List<CitedFigure> figures) {
    String event = row.event().label();
    figures.add(cite("outage", row.cell(), event + ".p50", row.outage()));
    figures.add(cite("outage", row.cell(), event + ".max", row.longest()));
    figures.add(cite("outage", row.cell(), event + ".p50.detections", row.detections()));
    figures.add(cite("outage", row.cell(), event + ".back.p50", row.back()));
    figures.add(
        CitedFigure.of(
            new FigureId("outage", row.cell(), event + ".above-3-detections"),
            row.longOnes(),
            "trials"));
    figures.add(
        CitedFigure.of(
            new FigureId("outage", row.cell(), event + ".trials"), row.trials(), "trials"));
    if (row.event().takesTheLeader()) {
      figures.add(cite("outage", row.cell(), event + ".to-epoch.p50", row.toEpoch()));
      figures.add(cite("outage", row.cell(), event + ".to-leader.p50", row.toLeader()));
      figures.add(cite("outage", row.cell(), event + ".to-ack.p50", row.toAck()));
    }
  }

  private static void addFaults(String cell, Faults faults, List<CitedFigure> figures) {
    addTolerance(cell, "writes-resume", faults.writesResume(), figures);
    addTolerance(cell, "permanent-loss", faults.permanentLoss(), figures);
    Tolerance full = faults.permanentLossFull();
    if (full != null) {
      addTolerance(cell, "permanent-loss-full", full, figures);
    }
    figures.add(count(cell, "acked.lost", faults.lost(), "records", faults));
    figures.add(count(cell, "acked.duplicated", faults.duplicated(), "records", faults));
    figures.add(count(cell, "acked.checked", faults.acked(), "records", faults));
    figures.add(
        CitedFigure.of(new FigureId("tolerance", cell, "trials"), faults.trials(), "trials"));
    figures.add(cite("outage", cell, "leader-kill", faults.outage()));
  }

  private static void addTolerance(
      String cell, String metric, Tolerance tolerance, List<CitedFigure> figures) {
    FigureId theory = new FigureId("tolerance", cell, metric + ".theory");
    figures.add(CitedFigure.of(theory, tolerance.theory(), "crashes"));
    FigureId id = new FigureId("tolerance", cell, metric + ".measured");
    Integer measured = tolerance.measured();
    figures.add(
        measured == null
            ? CitedFigure.missing(id, "crashes", reason(tolerance.remark()))
            : new CitedFigure(
                id, measured.doubleValue(), null, null, false, 1, "crashes", tolerance.remark()));
  }

  private static CitedFigure count(
      String cell, String metric, long value, String unit, Faults faults) {
    FigureId id = new FigureId("tolerance", cell, metric);
    return faults.trials() == 0
        ? CitedFigure.missing(id, unit, "no crash-and-restart trial was run")
        : CitedFigure.of(id, (double) value, unit);
  }

  static CitedFigure cite(String experiment, String cell, String metric, Figure figure) {
    FigureId id = new FigureId(experiment, cell, metric);
    return figure.value() == null
        ? CitedFigure.missing(id, figure.unit(), reason(figure.remark()))
        : new CitedFigure(
            id,
            figure.value(),
            figure.low(),
            figure.high(),
            figure.atLeast(),
            figure.forks(),
            figure.unit(),
            figure.remark());
  }

  private static String reason(String remark) {
    return remark.isBlank() ? "not measured" : remark;
  }
}
