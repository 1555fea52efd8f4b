package io.rvi.bench.report;

import io.rvi.bench.experiment.DurabilityFinding;
import io.rvi.bench.experiment.DurabilityTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The durability trials of a run: a row for each event of a cell, tidy files, and figures. */
public final class DurabilityReport {
  /** The experiment in the ids of its figures. */
  static final String EXPERIMENT = "durability";

  private static final String TITLE = "Power loss";

  private static final List<String> HEADER =
      List.of(
          "cell",
          "event",
          "promised",
          "trials",
          "acked",
          "lost",
          "by payload",
          "by nodes",
          "unavailable",
          "served",
          "appends again",
          "ms until then",
          "verdict");

  /** All but the counts that a terminal has no room for. */
  private static final List<Integer> NARROW = List.of(0, 1, 2, 3, 4, 5, 6, 8, 9, 12);

  private static final List<String> LEGEND =
      List.of(
          "Each trial on a fresh cluster. Power loss: the processes die and what no fsync had"
              + " brought to disk is gone, on real file systems; unclean-election and truncation"
              + " kill only. ack-set: the majority that acked while the others were down;"
              + " acker-with-laggards: one of it loses power, the rest of it dies, and the one"
              + " elects with those that were down; last-standing: the leader alone acked.",
          "lost: acked records that are nowhere or were replaced, by the checker; by payload:"
              + " counted apart from it; by nodes: what replicas said they cut after an unclean"
              + " election, what they knew to be committed and all of it. unavailable: on some"
              + " disk, and not served in the end. served: trials in which the whole log was read"
              + " afterwards.");

  private DurabilityReport() {}

  /**
   * The table.
   *
   * @param plan of the run
   * @param findings of the run
   * @return none when there were no trials
   */
  public static List<SideTable> of(Plan plan, Findings findings) {
    List<DurabilityTable.Row> rows = DurabilityTable.of(plan, findings).rows();
    if (rows.isEmpty()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    for (DurabilityFinding finding : findings.durability()) {
      if (finding.failure() != null) {
        notes.add(
            finding.directory() + ", trial " + (finding.fork() + 1) + ": " + finding.failure());
      }
    }
    notes.addAll(LEGEND);
    return List.of(
        new SideTable(
            TITLE, HEADER, rows.stream().map(DurabilityReport::row).toList(), NARROW, notes));
  }

  private static List<String> row(DurabilityTable.Row row) {
    return List.of(
        row.cell(),
        row.event().label(),
        switch (row.promise()) {
          case KEPT -> "none lost";
          case MAY_BE_LOST -> "may lose";
          case LOST -> "loses";
        },
        row.trials() + (row.voids() > 0 ? " (" + row.voids() + " void)" : ""),
        Long.toString(row.acked()),
        Long.toString(row.lost()),
        Long.toString(row.countedLost()),
        row.nodesCountLost() == null ? "-" : row.nodesCountLost() + " to " + row.nodesCountCut(),
        Long.toString(row.unavailable()),
        row.served() + " of " + row.trials(),
        row.resumed() + " of " + row.trials(),
        row.outageMs() == null ? "-" : String.format(Locale.ROOT, "%.0f", row.outageMs()),
        verdict(row));
  }

  private static String verdict(DurabilityTable.Row row) {
    if (row.broken() > 0) {
      return "PROMISE BROKEN";
    }
    return !row.countsAgree()
        ? "COUNTS DIFFER"
        : row.trials() == 0 ? "VOID" : row.lost() > 0 ? "lost, as may be" : "kept";
  }

  /** One row a cell and event. */
  static String csv(DurabilityTable table) {
    Csv csv =
        new Csv(
            "cell,event,promise,trials,voids,acked,lost,lost_most,losing_trials,counted_lost,"
                + "nodes_count_lost,nodes_count_cut,unavailable,served,resumed,served_without_rest,"
                + "tried_without_rest,outage_p50_ms,broken_trials,losing_share_max95");
    for (DurabilityTable.Row row : table.rows()) {
      csv.row(
          row.cell(),
          row.event().label(),
          row.promise(),
          row.trials(),
          row.voids(),
          row.acked(),
          row.lost(),
          row.lostMost(),
          row.losing(),
          row.countedLost(),
          row.nodesCountLost(),
          row.nodesCountCut(),
          row.unavailable(),
          row.served(),
          row.resumed(),
          row.servedWithoutRest(),
          row.triedWithoutRest(),
          row.outageMs(),
          row.broken(),
          row.losingShareMax95());
    }
    return csv.text();
  }

  /** One row a trial. */
  static String trialsCsv(Findings findings) {
    Csv csv =
        new Csv(
            "cell,event,trial,seed,acknowledging,victims,acked,held_by_victims,lost,counted_lost,"
                + "nodes_count_lost,nodes_count_cut,unavailable,served_without_rest,served,outage_ms,verdict,"
                + "proof,failure,raw");
    for (DurabilityFinding finding : findings.durability()) {
      DurabilityFinding.@Nullable Trial trial = finding.trial();
      csv.row(
          finding.cell(),
          finding.event().label(),
          finding.fork(),
          finding.seed(),
          trial == null ? null : words(trial.acknowledging()),
          trial == null ? null : words(trial.victims()),
          trial == null ? null : trial.acked(),
          trial == null ? null : held(trial),
          trial == null ? null : trial.audit().lost(),
          trial == null ? null : trial.countedLost(),
          trial == null ? null : trial.nodesCountLost(),
          trial == null ? null : trial.nodesCountCut(),
          trial == null ? null : trial.audit().unavailable(),
          trial == null ? null : trial.servedWithoutRest(),
          trial == null ? null : trial.served(),
          trial == null ? null : trial.outageMs(),
          trial == null ? "VOID" : trial.audit().clean() ? "SAFE" : verdict(trial),
          trial == null ? null : String.join("; ", trial.proofs()),
          finding.failure(),
          raw(finding) + "durability.history");
    }
    return csv.text();
  }

  private static String verdict(DurabilityFinding.Trial trial) {
    return trial.audit().violations().isEmpty() ? "UNAVAILABLE" : "VIOLATED";
  }

  private static String words(List<?> nodes) {
    return String.join(" ", nodes.stream().map(Object::toString).toList());
  }

  private static String held(DurabilityFinding.Trial trial) {
    return String.join(
        " ",
        trial.heldByVictims().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(held -> held.getKey() + "=" + held.getValue())
            .toList());
  }

  /** Where the raw files of a trial lie, with a slash at the end. */
  static String raw(DurabilityFinding finding) {
    return String.format(Locale.ROOT, "raw/%s/f%02d/", finding.directory(), finding.fork());
  }

  /** The figures, under their ids. */
  static List<CitedFigure> figures(DurabilityTable table) {
    List<CitedFigure> figures = new ArrayList<>();
    for (DurabilityTable.Row row : table.rows()) {
      if (row.trials() > 0) {
        add(row, "trials", row.trials(), "trials", figures);
        add(row, "acked", (double) row.acked(), "records", figures);
        add(row, "lost", (double) row.lost(), "records", figures);
        add(row, "lost.by-payload", (double) row.countedLost(), "records", figures);
        add(row, "unavailable", (double) row.unavailable(), "records", figures);
        add(row, "losing", row.losing(), "trials", figures);
        add(row, "served", row.served(), "trials", figures);
      }
      if (row.outageMs() != null) {
        add(row, "outage.p50", Objects.requireNonNull(row.outageMs()), "ms", figures);
      }
    }
    return figures;
  }

  private static void add(
      DurabilityTable.Row row, String metric, double value, String unit, List<CitedFigure> to) {
    FigureId id = new FigureId(EXPERIMENT, row.cell(), row.event().label() + "." + metric);
    to.add(CitedFigure.of(id, value, unit));
  }
}
