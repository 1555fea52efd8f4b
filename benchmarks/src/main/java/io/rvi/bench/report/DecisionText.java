package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The decision table as lines of a terminal. */
public final class DecisionText {
  private final DecisionTable table;

  /**
   * A table to print.
   *
   * @param table what to print
   */
  public DecisionText(DecisionTable table) {
    this.table = table;
  }

  /**
   * The lines. Where they would be too long, columns are left out and named below; those that no
   * decision can do without stay even then.
   *
   * @param width characters of a line
   */
  public List<String> lines(int width) {
    List<Column> columns = new ArrayList<>(Column.ALL);
    List<Column> leftOut = new ArrayList<>();
    TextTable text = layout(columns);
    while (text.width() > width && columns.stream().anyMatch(column -> column.rank() > 0)) {
      Column least = columns.stream().max(Comparator.comparingInt(Column::rank)).orElseThrow();
      columns.remove(least);
      leftOut.add(least);
      text = layout(columns);
    }
    List<String> lines = new ArrayList<>();
    if (!table.stamp().isEmpty()) {
      lines.addAll(wrap(PlainText.escape(table.stamp()), width));
      lines.add("");
    }
    lines.addAll(text.lines());
    lines.add("");
    if (!leftOut.isEmpty()) {
      String titles = leftOut.stream().map(Column::title).collect(Collectors.joining(", "));
      lines.addAll(wrap("Left out for width: " + titles + "; the report has them.", width));
    }
    for (DecisionTable.Row row : table.rows()) {
      for (String mark : row.marks()) {
        lines.addAll(wrap("! " + PlainText.escape(row.cell() + ": " + mark), width));
      }
    }
    table.notes().forEach(note -> lines.addAll(wrap("- " + PlainText.escape(note), width)));
    return lines;
  }

  private TextTable layout(List<Column> columns) {
    TextTable text = new TextTable(columns.stream().map(Column::isNumber).toList());
    text.add(columns.stream().map(Column::title).toList());
    for (DecisionTable.Row row : table.rows()) {
      text.add(columns.stream().map(column -> column.cell().apply(row)).toList());
    }
    return text;
  }

  /** Breaks a text at spaces; lines after the first are indented. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(' ');
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
