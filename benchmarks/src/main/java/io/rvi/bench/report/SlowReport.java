package io.rvi.bench.report;

import io.rvi.bench.experiment.Figure;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.SlowFinding;
import io.rvi.bench.experiment.SlowLevel;
import io.rvi.bench.experiment.SlowTable;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Slow followers, pauses and a cut link: a row for each level of a cell, tidy files, figures. */
public final class SlowReport {
  /** The experiment in the ids of its figures. */
  static final String EXPERIMENT = "slow";

  private static final double NS_PER_MS = 1e6;

  private static final String TITLE = "Slow, not dead";

  private static final List<String> HEADER =
      List.of(
          "cell",
          "level",
          "trials",
          "round trip +",
          "p50 before",
          "p50 during",
          "p50 settled",
          "p99 before",
          "p99 during",
          "kept",
          "acked",
          "evictions",
          "returns",
          "leader changes");

  /** All but what a terminal has no room for. */
  private static final List<Integer> NARROW = List.of(0, 1, 2, 4, 6, 7, 8, 9, 11, 13);

  private static final List<String> LEGEND =
      List.of(
          "delay-D: bytes between a follower and all other nodes come D later, each way, so that a"
              + " round trip takes 2 D more; xK: of K followers. pauses-D: a follower's process is"
              + " frozen for D in every second. link-cut: nothing passes between the leader and one"
              + " follower, both of which reach all others.",
          "Medians over trials, each on a cluster of its own, under one open loop. settled: from"
              + " one failure detection after the begin on; acked: the least share of the appends"
              + " since then that were acknowledged. kept: acknowledgements a second, in parts of"
              + " those before. evictions: replicas that left the in-sync set, each time counted;"
              + " the voters of a majority do not change.");

  private SlowReport() {}

  /**
   * The table.
   *
   * @param plan of the run
   * @param findings of the run
   * @return none when there were no levels
   */
  public static List<SideTable> of(Plan plan, Findings findings) {
    List<SlowTable.Row> rows = SlowTable.of(plan, findings).rows();
    if (findings.slow().isEmpty()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    for (SlowFinding finding : findings.slow()) {
      String where = finding.cell() + ", cluster " + (finding.fork() + 1) + ": ";
      if (finding.failure() != null) {
        notes.add(where + "FAILED: " + finding.failure());
      }
      for (SlowFinding.Level level : finding.levels()) {
        if (level.voidBecause() != null) {
          notes.add(where + level.level().label() + " void: " + level.voidBecause());
        }
      }
    }
    rows.stream()
        .filter(row -> row.level().kind() == SlowLevel.Kind.LINK_CUT && row.trials() > 0)
        .forEach(row -> notes.add(linkCut(row)));
    notes.addAll(LEGEND);
    return List.of(
        new SideTable(TITLE, HEADER, rows.stream().map(SlowReport::row).toList(), NARROW, notes));
  }

  private static String linkCut(SlowTable.Row row) {
    return String.format(
        Locale.ROOT,
        "%s, one link cut for %d s: at most %d leader changes in a trial, %s of the appends after"
            + " the first detection time acknowledged at the least",
        row.cell(),
        row.level().millis() / 1_000,
        row.leaderChangesMost(),
        share(row.ackedSettled()));
  }

  private static String share(@Nullable Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }

  private static List<String> row(SlowTable.Row row) {
    return List.of(
        row.cell(),
        row.level().label(),
        row.trials() + (row.voids() > 0 ? " (" + row.voids() + " void)" : ""),
        row.addedRoundTripMs() > 0 ? row.addedRoundTripMs() + " ms" : "-",
        row.p50Before().text(),
        row.p50During().text(),
        row.p50Settled().text(),
        row.p99Before().text(),
        row.p99During().text(),
        row.kept().text(),
        share(row.ackedSettled()),
        Integer.toString(row.evictions()),
        Integer.toString(row.returns()),
        Integer.toString(row.leaderChanges()));
  }

  /** One row a cell and level. */
  static String csv(SlowTable table) {
    Csv csv =
        new Csv(
            "cell,level,kind,millis,followers,trials,voids,added_round_trip_ms,p50_before_ms,"
                + "p50_during_ms,p50_settled_ms,p50_settled_low,p50_settled_high,p99_before_ms,"
                + "p99_during_ms,at_least,kept,acked_settled_min,evictions,returns,leader_changes,"
                + "leader_changes_max,epochs,watched_s");
    for (SlowTable.Row row : table.rows()) {
      csv.row(
          row.cell(),
          row.level().label(),
          row.level().kind(),
          row.level().millis(),
          row.level().followers(),
          row.trials(),
          row.voids(),
          row.addedRoundTripMs(),
          row.p50Before().value(),
          row.p50During().value(),
          row.p50Settled().value(),
          row.p50Settled().low(),
          row.p50Settled().high(),
          row.p99Before().value(),
          row.p99During().value(),
          row.p50During().atLeast() || row.p50Settled().atLeast() || row.p99During().atLeast(),
          row.kept().value(),
          row.ackedSettled(),
          row.evictions(),
          row.returns(),
          row.leaderChanges(),
          row.leaderChangesMost(),
          row.epochs(),
          row.watchedS());
    }
    return csv.text();
  }

  /** One row a level of a cluster. */
  static String trialsCsv(Findings findings) {
    Csv csv =
        new Csv(
            "cell,fork,trial,level,seed,what,proof,void,injected_ms,lasted_ms,level_after_ms,"
                + "intended,acked,p50_before_ms,p50_during_ms,p50_settled_ms,p99_before_ms,"
                + "p99_during_ms,settled_intended,settled_acked,evictions_before,evictions,returns,"
                + "leader_changes,epochs,look_every_max_ms,raw");
    for (SlowFinding finding : findings.slow()) {
      int number = 0;
      for (SlowFinding.Level level : finding.levels()) {
        SlowFinding.Times times = level.times();
        csv.row(
            finding.cell(),
            finding.fork(),
            number++,
            level.level().label(),
            finding.seed(),
            level.what(),
            level.proof(),
            level.voidBecause(),
            times.injectedNs() / NS_PER_MS,
            (times.healedNs() - times.effectiveNs()) / NS_PER_MS,
            (times.levelNs() - times.healedNs()) / NS_PER_MS,
            level.during().intended(),
            level.during().acked(),
            ms(level.before().p50Ns()),
            ms(level.during().p50Ns()),
            ms(level.settled().p50Ns()),
            ms(level.before().p99Ns()),
            ms(level.during().p99Ns()),
            level.settled().intended(),
            level.settled().acked(),
            level.rolesBefore().evictions(),
            level.rolesDuring().evictions(),
            level.rolesDuring().returns(),
            level.rolesDuring().leaderChanges(),
            level.rolesDuring().epochs(),
            level.rolesDuring().lookEveryMaxNs() / NS_PER_MS,
            finding.raw() + "slow.csv.gz");
      }
    }
    return csv.text();
  }

  private static @Nullable Double ms(@Nullable Long ns) {
    return ns == null ? null : (Double) (ns / NS_PER_MS);
  }

  /** The figures, under their ids. */
  static List<CitedFigure> figures(SlowTable table) {
    List<CitedFigure> figures = new ArrayList<>();
    for (SlowTable.Row row : table.rows()) {
      if (row.trials() > 0) {
        add(row, "p50.before", row.p50Before(), figures);
        add(row, "p50.during", row.p50During(), figures);
        add(row, "p50.settled", row.p50Settled(), figures);
        add(row, "p99.before", row.p99Before(), figures);
        add(row, "p99.during", row.p99During(), figures);
        add(row, "kept", row.kept(), figures);
        add(row, "trials", row.trials(), "trials", figures);
        add(row, "evictions", row.evictions(), "replicas", figures);
        add(row, "returns", row.returns(), "replicas", figures);
        add(row, "leader-changes.max", row.leaderChangesMost(), "changes", figures);
        Double acked = row.ackedSettled();
        if (acked != null) {
          add(row, "acked.settled.min", acked, "", figures);
        }
      }
    }
    return figures;
  }

  private static void add(SlowTable.Row row, String metric, Figure figure, List<CitedFigure> to) {
    to.add(DecisionFigures.cite(EXPERIMENT, row.cell(), metric(row, metric), figure));
  }

  private static void add(
      SlowTable.Row row, String metric, double value, String unit, List<CitedFigure> to) {
    FigureId id = new FigureId(EXPERIMENT, row.cell(), metric(row, metric));
    to.add(CitedFigure.of(id, value, unit));
  }

  private static String metric(SlowTable.Row row, String metric) {
    return row.level().label() + "." + metric;
  }
}
