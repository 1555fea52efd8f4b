package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The report as Markdown: decision table, both framings, conditions, limits, and ids. */
public final class DecisionMarkdown {
  private final DecisionTable table;
  private final Conditions conditions;
  private final List<SideTable> sideTables;

  /**
   * A report.
   *
   * @param table its figures
   * @param conditions what stands under them
   * @param sideTables what else the run showed
   */
  public DecisionMarkdown(DecisionTable table, Conditions conditions, List<SideTable> sideTables) {
    this.table = table;
    this.conditions = conditions;
    this.sideTables = List.copyOf(sideTables);
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
    lines.add(MarkdownText.escape(ReportText.LEGEND));
    lines.add("");
    for (Row row : table.rows()) {
      row.marks().forEach(mark -> lines.add("- " + MarkdownText.escape(row.cell() + ": " + mark)));
    }
    if (table.rows().stream().anyMatch(row -> !row.marks().isEmpty())) {
      lines.add("");
    }
    addEqualTolerance(lines);
    sideTables.forEach(side -> lines.add(side.markdown()));
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

  private void addEqualTolerance(List<String> lines) {
    lines.add("## Equal W (writes resume)");
    lines.add("");
    List<Row> rows = ReportText.equalTolerance(table);
    lines.add(rows.isEmpty() ? ReportText.NO_TOLERANCE : ReportText.EQUAL_TOLERANCE);
    if (!rows.isEmpty()) {
      lines.add("");
      addTable(rows, lines);
    }
    lines.add("");
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
    ReportText.LIMITS.forEach(limit -> lines.add("- " + limit));
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
              + figure.intervalText()
              + " | "
              + figure.forks()
              + " | "
              + MarkdownText.escape(figure.note())
              + " |");
    }
  }
}
