package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.DecisionTable.Tolerance;
import io.rvi.bench.experiment.Figure;
import java.util.List;
import java.util.Locale;
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
 */
record Column(String title, int rank, boolean isNumber, Function<Row, String> cell) {
  /** All columns, in their order. */
  static final List<Column> ALL =
      List.of(
          new Column("n", 0, true, row -> Integer.toString(row.replicas())),
          new Column("backend", 0, false, Row::backend),
          new Column("flush", 0, false, Row::flush),
          new Column("p50", 0, true, row -> row.load().p50().text()),
          new Column("p99", 0, true, row -> row.load().p99().text()),
          new Column("p50/floor", 3, true, row -> row.load().floorRatio().text()),
          new Column("records/s", 1, true, row -> bare(row.load().throughput())),
          new Column("W theory", 0, true, row -> theory(row.faults().writesResume())),
          new Column("W seen", 0, true, row -> measured(row.faults().writesResume())),
          new Column("lost acked", 0, true, Column::lost),
          new Column("outage", 1, true, row -> row.faults().outage().text()),
          new Column("L theory", 2, true, row -> theory(row.faults().permanentLoss())),
          new Column("L seen", 2, true, row -> measured(row.faults().permanentLoss())),
          new Column("marks", 0, false, row -> marks(row)));

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
