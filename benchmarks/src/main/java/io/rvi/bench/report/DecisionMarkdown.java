package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report as Markdown: decision table, both framings, conditions, limits, and ids. */
public final class DecisionMarkdown {
  /** What holds for every run on one host, whatever it measured. */
  private static final List<String> LIMITS =
      List.of(
          "All nodes, ZooKeeper and the client share one host and its cores, and links are loopback:"
              + " ratios between cells carry further than the milliseconds do.",
          "W counts crashes after which appends commit again by themselves, with data on disk and"
              + " processes restarted later; it says nothing of permanent loss, which is L.",
          "W is seen for kills one after the other, the leader first; simultaneous kills, pauses,"
              + " cut links and power loss are other faults.",
          "No acked record lost in so many trials bounds the chance of a loss; it is no proof.",
          "The two backends are two implementations: a difference is of protocol and code together.");

  private final DecisionTable table;
  private final Conditions conditions;

  /**
   * A report.
   *
   * @param table its figures
   * @param conditions what stands under them
   */
  public DecisionMarkdown(DecisionTable table, Conditions conditions) {
    this.table = table;
    this.conditions = conditions;
  }

  /** The whole report. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add("# Raft versus ISR: " + MarkdownText.escape(conditions.standing().id()));
    lines.add("");
    String stamp = table.stamp().isEmpty() ? "" : MarkdownText.escape(table.stamp()) + ". ";
    lines.add("**" + stamp + MarkdownText.escape(conditions.standing().sentence()) + "**");
    lines.add("");
    lines.add("## Equal replicas");
    lines.add("");
    addTable(table.rows(), lines);
    lines.add("");
    lines.add(
        "n: replicas. p50, p99: response time of an append from its intended start, open loop."
            + " W: crashes after which writes resume. L: permanent losses survived by a record that"
            + " the smallest legal set acked. lost acked: acked records not read back, of those"
            + " checked. outage: from the last ack before to the first after a kill of the leader."
            + " \\-: not measured. (!): contradicts theory.");
    lines.add("");
    for (Row row : table.rows()) {
      row.marks().forEach(mark -> lines.add("- " + MarkdownText.escape(row.cell() + ": " + mark)));
    }
    if (table.rows().stream().anyMatch(row -> !row.marks().isEmpty())) {
      lines.add("");
    }
    addEqualTolerance(lines);
    addConditions(lines);
    addLimits(lines);
    addIds(lines);
    return String.join("\n", lines) + "\n";
  }

  private static void addTable(List<Row> rows, List<String> lines) {
    lines.add(
        Column.ALL.stream().map(Column::title).collect(Collectors.joining(" | ", "| ", " |")));
    lines.add(
        Column.ALL.stream()
            .map(column -> column.isNumber() ? "--:" : ":--")
            .collect(Collectors.joining(" | ", "| ", " |")));
    for (Row row : rows) {
      lines.add(
          Column.ALL.stream()
              .map(column -> MarkdownText.escape(column.cell().apply(row)))
              .collect(Collectors.joining(" | ", "| ", " |")));
    }
  }

  /** For each number of crashes, the fewest replicas of each backend that are to survive it. */
  private void addEqualTolerance(List<String> lines) {
    lines.add("## Equal tolerance");
    lines.add("");
    List<Row> rows = new ArrayList<>();
    int most = table.rows().stream().mapToInt(row -> theory(row)).max().orElse(0);
    for (int crashes = 1; crashes <= most; crashes++) {
      for (String backend : table.rows().stream().map(Row::backend).distinct().toList()) {
        smallest(backend, crashes).filter(row -> !rows.contains(row)).ifPresent(rows::add);
      }
    }
    if (rows.isEmpty()) {
      lines.add("No cell of this run is to survive a crash.");
    } else {
      lines.add(
          "For each number of crashes that writes are to survive (W theory), the fewest replicas of"
              + " each backend among the cells of this run:");
      lines.add("");
      addTable(rows, lines);
    }
    lines.add("");
  }

  private static int theory(Row row) {
    return row.faults().writesResume().theory();
  }

  private Optional<Row> smallest(String backend, int crashes) {
    String flush = table.rows().get(0).flush();
    return table.rows().stream()
        .filter(row -> row.backend().equals(backend) && row.flush().equals(flush))
        .filter(row -> theory(row) >= crashes)
        .min(Comparator.comparingInt(Row::replicas));
  }

  private void addConditions(List<String> lines) {
    lines.add("## Conditions");
    lines.add("");
    for (Conditions.Fact fact : conditions.facts()) {
      lines.add("- " + MarkdownText.escape(fact.name() + ": " + fact.text()));
    }
    lines.add("- to repeat it: " + MarkdownText.escape(conditions.command()));
    lines.add("");
  }

  private void addLimits(List<String> lines) {
    lines.add("## What these figures do not say");
    lines.add("");
    table.notes().forEach(note -> lines.add("- " + MarkdownText.escape(note)));
    LIMITS.forEach(limit -> lines.add("- " + limit));
    lines.add("");
  }

  private void addIds(List<String> lines) {
    lines.add("## Ids");
    lines.add("");
    lines.add(
        "Each figure is cited as `"
            + conditions.standing().citation()
            + "#` and its id; `rvi show` resolves"
            + " it, `rvi verify` checks the bundle.");
    lines.add("");
    lines.add("| id | value | 95 % interval | forks | note |");
    lines.add("| :-- | --: | :-- | --: | :-- |");
    for (CitedFigure figure : DecisionFigures.of(table)) {
      lines.add(
          "| "
              + MarkdownText.escape(figure.id().toString())
              + " | "
              + MarkdownText.escape(figure.text())
              + " | "
              + interval(figure)
              + " | "
              + figure.forks()
              + " | "
              + MarkdownText.escape(figure.note())
              + " |");
    }
  }

  private static String interval(CitedFigure figure) {
    return figure.low() == null || figure.high() == null
        ? "none"
        : figure.low() + " to " + figure.high();
  }
}
