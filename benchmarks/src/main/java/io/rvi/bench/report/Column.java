package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.DecisionTable.Tolerance;
import io.rvi.bench.experiment.Figure;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One column of the decision table.
 *
 * @param title its heading
 * @param rank 0 for columns that are never left out; of the others the highest goes first where a
 *     terminal is too narrow
 * @param isNumber whether it is set flush right
 * @param cell the text of a row
 * @param figures the figures that the text is of, as {@code experiment/metric} of the row's cell;
 *     of a column without any, the text is a condition or a remark
 */
record Column(
    String title, int rank, boolean isNumber, Function<Row, String> cell, List<String> figures) {
  /** All columns, in their order. */
  static final List<Column> ALL =
      List.of(
          new Column("n", 0, true, row -> Integer.toString(row.replicas()), List.of()),
          new Column("backend", 0, false, Row::backend, List.of()),
          new Column("flush", 0, false, Row::flush, List.of()),
          of("p50", 0, row -> row.load().p50().text(), "latency/append.response.p50"),
          of("p99", 0, row -> row.load().p99().text(), "latency/append.response.p99"),
          of(
              "p50/floor",
              3,
              row -> row.load().floorRatio().text(),
              "floor/append.response.p50.ratio"),
          of("records/s", 1, row -> bare(row.load().throughput()), "throughput/append.saturation"),
          of(
              "W theory",
              0,
              row -> theory(row.faults().writesResume()),
              "tolerance/writes-resume.theory"),
          of(
              "W seen",
              0,
              row -> measured(row.faults().writesResume()),
              "tolerance/writes-resume.measured"),
          of("lost acked", 0, Column::lost, "tolerance/acked.lost", "tolerance/acked.checked"),
          of("outage", 1, row -> row.faults().outage().text(), "outage/leader-kill"),
          of(
              "L theory",
              2,
              row -> theory(row.faults().permanentLoss()),
              "tolerance/permanent-loss.theory"),
          of(
              "L seen",
              2,
              row -> measured(row.faults().permanentLoss()),
              "tolerance/permanent-loss.measured"),
          new Column("marks", 0, false, row -> marks(row), List.of()));

  /** What a page has room for beside: theory that no terminal needs. */
  static final List<Column> PAGE =
      List.of(
          fromBook("L_full theory", "cost/permanent-loss-full.theory"),
          fromBook("L_full seen", "tolerance/permanent-loss-full.measured"),
          fromBook("stored", "cost/copies.stored"),
          fromBook("sent", "cost/copies.sent"));

  Column {
    figures = List.copyOf(figures);
  }

  private static Column of(String title, int rank, Function<Row, String> cell, String... figures) {
    return new Column(title, rank, true, cell, List.of(figures));
  }

  private static Column fromBook(String title, String figure) {
    return new Column(title, 0, true, row -> "", List.of(figure));
  }

  /** Columns of a page: all that some row has a figure for. */
  static List<Column> ofPage(List<Row> rows, FigureBook book) {
    List<Column> columns = new ArrayList<>(ALL);
    int marks = columns.size() - 1;
    columns.addAll(
        marks,
        PAGE.stream()
            .filter(column -> rows.stream().anyMatch(row -> !column.figures(row, book).isEmpty()))
            .toList());
    return columns;
  }

  /** The figures of a row that the bundle has. */
  List<CitedFigure> figures(Row row, FigureBook book) {
    return figures.stream()
        .map(name -> name.split("/", 2))
        .map(parts -> book.find(new FigureId(parts[0], row.cell(), parts[1])))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The text of a row on a page. */
  String text(Row row, FigureBook book) {
    return PAGE.contains(this)
        ? figures(row, book).stream().findFirst().map(CitedFigure::bareText).orElse("-")
        : cell.apply(row);
  }

  /** Marks without what explains them, which stands below the table. */
  private static String marks(Row row) {
    return row.marks().stream()
        .map(mark -> mark.contains(":") ? mark.substring(0, mark.indexOf(':')) : mark)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String theory(Tolerance tolerance) {
    return Integer.toString(tolerance.theory());
  }

  private static String measured(Tolerance tolerance) {
    Integer measured = tolerance.measured();
    if (measured == null) {
      return "-";
    }
    return tolerance.contradicted() ? measured + " (!)" : measured.toString();
  }

  private static String lost(Row row) {
    if (row.faults().trials() == 0) {
      return "-";
    }
    return String.format(Locale.ROOT, "%d of %d", row.faults().lost(), row.faults().acked());
  }

  /** The number without its unit, which the heading has. */
  private static String bare(Figure figure) {
    String text = figure.text();
    return text.endsWith(" " + figure.unit())
        ? text.substring(0, text.length() - figure.unit().length() - 1)
        : text;
  }
}
