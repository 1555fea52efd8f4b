package io.rvi.bench.report;

import io.rvi.bench.experiment.Figure;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.LoadFinding;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.RateFinding;
import io.rvi.bench.experiment.RateTable;
import io.rvi.bench.experiment.RungVerdict;
import io.rvi.bench.load.Outcome;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Latency against offered rate: a row for each rate of a cell, tidy files, figures. */
public final class RateReport {
  /** The experiment in the ids of its figures. */
  static final String EXPERIMENT = "rate";

  /** The metric of the highest rate sustained. */
  static final String SUSTAINED = "sustained";

  /** The metric of the p99 that it may have, at the most. */
  static final String BOUND = "sustained.bound";

  /** The end of the metric of how many trials missed a rate. */
  static final String MISSED = "missed";

  private static final double NS_PER_MS = 1e6;

  /** Columns of appends by outcome, in the order of {@link Outcome}. */
  private static final String OUTCOMES =
      Arrays.stream(Outcome.values())
          .map(outcome -> outcome.name().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(","));

  private static final String TITLE = "Rates under a bound on p99";

  private static final List<String> HEADER =
      List.of(
          "cell",
          "offered",
          "trials",
          "held",
          "achieved",
          "p50",
          "p99",
          "p99.9",
          "failed",
          "sender late",
          "marks",
          "remark");

  /** All but what a terminal has no room for. */
  private static final List<Integer> NARROW = List.of(0, 1, 2, 3, 4, 5, 6, 8, 11);

  private static final List<String> LEGEND =
      List.of(
          "Each trial is a cluster of its own, warmed at full speed, to which one rate after the"
              + " other is offered as an open loop; the first third of each does not count. Times"
              + " are medians over trials, from the intended start, over every intended append:"
              + " what failed counts as infinite. n/a: too few appends carry it, or a trial missed"
              + " the rate. sender late: at p99.",
          "held: trials that kept the rate with a p99 within the bound. A rate is sustained when"
              + " every trial that was offered it held it and the others, whose steps in between"
              + " were elsewhere, held a higher one.");

  private RateReport() {}

  /**
   * The table.
   *
   * @param plan of the run
   * @param findings of the run
   * @return none when no rates were offered
   */
  public static List<SideTable> of(Plan plan, Findings findings) {
    if (findings.rate().isEmpty()) {
      return List.of();
    }
    RateTable table = RateTable.of(plan, findings);
    List<String> notes = new ArrayList<>();
    for (RateFinding finding : findings.rate()) {
      if (finding.failure() != null) {
        notes.add(
            finding.cell()
                + ", cluster "
                + (finding.fork() + 1)
                + ": FAILED: "
                + finding.failure());
      }
    }
    table.sustained().forEach(one -> notes.add(words(one, table)));
    table
        .sustained()
        .forEach(one -> one.marks().forEach(mark -> notes.add(one.cell() + ": " + mark)));
    notes.addAll(LEGEND);
    return List.of(
        new SideTable(
            TITLE, HEADER, table.rows().stream().map(RateReport::row).toList(), NARROW, notes));
  }

  private static String words(RateTable.Sustained one, RateTable table) {
    String bound = "a p99 of at most " + ReportText.plain(table.latencyMaxMs()) + " ms";
    Double rate = one.rate().value();
    Double next = one.next().value();
    if (rate == null) {
      return one.cell() + ": no rate sustained with " + bound + ": " + one.rate().remark();
    }
    return String.format(
        Locale.ROOT,
        "%s: %s%s/s sustained with %s in each of %d repetition(s)%s; %s",
        one.cell(),
        one.rate().atLeast() ? "at least " : "",
        ReportText.plain(rate),
        bound,
        one.rate().forks(),
        one.rate().remark().isEmpty() ? "" : " (" + one.rate().remark() + ")",
        next == null
            ? one.next().remark()
            : "the next higher rate tried, " + ReportText.plain(next) + "/s, was not");
  }

  private static List<String> row(RateTable.Row row) {
    return List.of(
        row.cell(),
        row.rate() + "/s" + (row.step() ? " (step)" : ""),
        Integer.toString(row.trials()),
        row.trials() == 0
            ? "-"
            : row.held() + (row.missed() > 0 ? " (" + row.missed() + " missed)" : ""),
        row.achieved().text(),
        row.p50().text(),
        row.p99().text(),
        row.p999().text(),
        Long.toString(row.failures()),
        row.latenessP99().text(),
        row.marks().stream()
            .map(mark -> mark.replaceFirst(":.*", ""))
            .collect(Collectors.joining(", ")),
        row.remark());
  }

  /** One row a cell and rate. */
  static String csv(RateTable table) {
    Csv csv =
        new Csv(
            "cell,rate,step,trials,held,missed,bracket,achieved,p50_ms,p50_low,p50_high,p99_ms,"
                + "p99_low,p99_high,p999_ms,at_least,lateness_p99_ms,"
                + OUTCOMES
                + ",marks,remark");
    for (RateTable.Row row : table.rows()) {
      List<@Nullable Object> values = new ArrayList<>();
      Collections.addAll(
          values,
          row.cell(),
          row.rate(),
          row.step(),
          row.trials(),
          row.held(),
          row.missed(),
          bracket(row, table),
          row.achieved().value(),
          row.p50().value(),
          row.p50().low(),
          row.p50().high(),
          row.p99().value(),
          row.p99().low(),
          row.p99().high(),
          row.p999().value(),
          row.p50().atLeast() || row.p99().atLeast() || row.p999().atLeast(),
          row.latenessP99().value());
      values.addAll(row.outcomes().values());
      values.add(String.join("; ", row.marks()));
      values.add(row.remark());
      csv.row(values.toArray());
    }
    return csv.text();
  }

  /** Whether a rate is the highest that its cell sustained, or the next higher one. */
  private static String bracket(RateTable.Row row, RateTable table) {
    return table.sustained().stream()
        .filter(one -> one.cell().equals(row.cell()))
        .map(
            one ->
                isAt(one.rate(), row) ? "sustained" : isAt(one.next(), row) ? "not sustained" : "")
        .findFirst()
        .orElse("");
  }

  private static boolean isAt(Figure figure, RateTable.Row row) {
    Double value = figure.value();
    return value != null && value == row.rate();
  }

  /** One row a rate of a cluster, in the order in which they were offered. */
  static String trialsCsv(Plan plan, Findings findings) {
    Csv csv =
        new Csv(
            "cell,fork,trial,rate,step,verdict,achieved,intended,p50_ms,p99_ms,p99_carried,p999_ms,"
                + "p999_carried,at_least,service_p50_ms,lateness_p99_ms,"
                + OUTCOMES
                + ",raw");
    for (RateFinding finding : findings.rate()) {
      int number = 0;
      for (RateFinding.Rung rung : finding.rungs()) {
        LoadFinding load = rung.load();
        List<@Nullable Object> values = new ArrayList<>();
        Collections.addAll(
            values,
            finding.cell(),
            finding.fork(),
            number++,
            rung.rate(),
            rung.step(),
            RungVerdict.of(load, Objects.requireNonNull(plan.rate())),
            load.achievedPerSecond(),
            load.counts().total(),
            load.p50().valueNs() / NS_PER_MS,
            load.p99().valueNs() / NS_PER_MS,
            load.p99().carried(),
            load.p999().valueNs() / NS_PER_MS,
            load.p999().carried(),
            atLeast(load),
            load.serviceP50Ns() / NS_PER_MS,
            load.latenessP99Ns() / NS_PER_MS);
        for (Outcome outcome : Outcome.values()) {
          values.add(load.counts().of(outcome));
        }
        values.add(finding.raw() + RateFinding.Rung.raw(rung.rate()) + ".csv.gz");
        csv.row(values.toArray());
      }
    }
    return csv.text();
  }

  /** The lowest percentile that lies among failed appends, and so do all above it. */
  private static String atLeast(LoadFinding load) {
    return load.p50().atLeast()
        ? "p50"
        : load.p99().atLeast() ? "p99" : load.p999().atLeast() ? "p99.9" : "";
  }

  /** The figures, under their ids. */
  static List<CitedFigure> figures(RateTable table) {
    List<CitedFigure> figures = new ArrayList<>();
    for (RateTable.Row row : table.rows()) {
      add(row, "achieved", row.achieved(), figures);
      add(row, "p50", row.p50(), figures);
      add(row, "p99", row.p99(), figures);
      add(row, "p99.9", row.p999(), figures);
      add(row, "lateness.p99", row.latenessP99(), figures);
      if (row.trials() > 0) {
        add(row, "failures", (double) row.failures(), "records", figures);
        add(row, "trials", row.trials(), "trials", figures);
        add(row, "held", row.held(), "trials", figures);
        add(row, MISSED, row.missed(), "trials", figures);
      }
    }
    for (RateTable.Sustained one : table.sustained()) {
      figures.add(DecisionFigures.cite(EXPERIMENT, one.cell(), SUSTAINED, one.rate()));
      figures.add(DecisionFigures.cite(EXPERIMENT, one.cell(), SUSTAINED + ".next", one.next()));
      figures.add(
          new CitedFigure(
              new FigureId(EXPERIMENT, one.cell(), BOUND),
              table.latencyMaxMs(),
              null,
              null,
              false,
              0,
              "ms",
              "as asked for, not measured"));
    }
    return figures;
  }

  private static void add(RateTable.Row row, String metric, Figure figure, List<CitedFigure> to) {
    to.add(DecisionFigures.cite(EXPERIMENT, row.cell(), row.rate() + "." + metric, figure));
  }

  private static void add(
      RateTable.Row row, String metric, double value, String unit, List<CitedFigure> to) {
    FigureId id = new FigureId(EXPERIMENT, row.cell(), row.rate() + "." + metric);
    to.add(new CitedFigure(id, value, null, null, false, row.trials(), unit, ""));
  }
}
