package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The report as Markdown: decision table, both framings, conditions, limits, and ids. */
final class DecisionMarkdown {
  private final ReportData data;
  private final List<Drawing> drawings;
  private final DecisionTable table;
  private final Conditions conditions;

  DecisionMarkdown(ReportData data, List<Drawing> drawings) {
    this.data = data;
    this.drawings = List.copyOf(drawings);
    this.table = data.table();
    this.conditions = data.conditions();
  }

  /** The whole report. */
  String text() {
    List<String> lines = new ArrayList<>();
    lines.add("# Raft versus ISR: " + MarkdownText.escape(conditions.standing().id()));
    lines.add("");
    String stamp = table.stamp().isEmpty() ? "" : MarkdownText.escape(table.stamp()) + ". ";
    lines.add("**" + stamp + MarkdownText.escape(conditions.standing().summary()) + "**");
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
    addColumnIds(lines);
    addEqualTolerance(lines);
    data.sideTables().forEach(side -> lines.add(side.markdown()));
    addLimits(lines);
    addDrawings(lines);
    addConditions(lines);
    addIds(lines);
    return String.join("\n", lines) + "\n";
  }

  private void addTable(List<Row> rows, List<String> lines) {
    List<Column> columns = Column.ofPage(table.rows(), data.book());
    lines.add(
        columns.stream()
            .map(column -> MarkdownText.escape(column.title()))
            .collect(Collectors.joining(" | ", "| ", " | cell |")));
    lines.add(
        columns.stream()
            .map(column -> column.isNumber() ? "--:" : ":--")
            .collect(Collectors.joining(" | ", "| ", " | :-- |")));
    for (Row row : rows) {
      lines.add(
          columns.stream()
              .map(column -> MarkdownText.escape(column.text(row, data.book())))
              .collect(
                  Collectors.joining(" | ", "| ", " | " + MarkdownText.escape(row.cell()) + " |")));
    }
  }

  /** Says for each column of numbers under which ids of a row's cell its figures are cited. */
  private void addColumnIds(List<String> lines) {
    lines.add("Ids of a row's numbers, with its cell in the middle:");
    lines.add("");
    for (Column column : Column.ofPage(table.rows(), data.book())) {
      if (!column.figures().isEmpty()) {
        String ids =
            column.figures().stream()
                .map(name -> "`" + name.replaceFirst("/", "/<cell>/") + "`")
                .collect(Collectors.joining(" of "));
        lines.add("- " + MarkdownText.escape(column.title()) + ": " + ids);
      }
    }
    lines.add("");
  }

  private void addDrawings(List<String> lines) {
    lines.add("## Figures");
    lines.add("");
    for (Drawing drawing : drawings) {
      String title = MarkdownText.escape(drawing.title());
      String stamp = table.stamp().isEmpty() ? "" : MarkdownText.escape(table.stamp()) + ". ";
      String caption = stamp + MarkdownText.escape(drawing.caption());
      if (drawing.svg() == null) {
        lines.add("- " + title + ". Left out: " + caption);
      } else {
        String file = "figures/" + drawing.name();
        lines.add("- [" + title + "](" + file + ".svg) ([data](" + file + ".csv)). " + caption);
      }
    }
    lines.add("");
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
    for (CitedFigure figure : data.book().all()) {
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
