package io.rvi.bench.report;

import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.Prediction;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All that a report is made of.
 *
 * @param table the decision table
 * @param book every figure under its id
 * @param conditions what stands under them
 * @param parity the settings that ought to be equal
 * @param predictions what theory expected, as written before the run
 * @param claims what the run says of each claim; empty for a bundle that is older than they
 * @param sideTables what else the run showed: faults under load
 */
record ReportData(
    DecisionTable table,
    FigureBook book,
    Conditions conditions,
    List<ParityRow> parity,
    List<Prediction> predictions,
    List<Claim> claims,
    List<SideTable> sideTables) {
  /** How a cell's name shows {@code min.insync.replicas}. */
  private static final Pattern MIN_IN_SYNC = Pattern.compile("-n\\d+-m(\\d+)-");

  ReportData {
    parity = List.copyOf(parity);
    predictions = List.copyOf(predictions);
    claims = List.copyOf(claims);
    sideTables = List.copyOf(sideTables);
  }

  /** One item, with its values in words, and whether they are equal or need not be. */
  record ParityRow(String key, String values, String verdict) {}

  /** The backends in the order of their names: an option's colour and shape. */
  List<String> backends() {
    return Stream.concat(
            table.rows().stream().map(Row::backend), RateDrawing.backends(book).stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** The flush classes, in the order of the table. */
  List<String> flushes() {
    return table.rows().stream().map(Row::flush).distinct().toList();
  }

  /** The replica counts, ascending. */
  List<Integer> replicas() {
    return table.rows().stream().map(Row::replicas).distinct().sorted().toList();
  }

  /** An option in words, such as {@code isr, n = 3, flush none}. */
  static String option(Row row) {
    return shortOption(row) + ", flush " + row.flush();
  }

  /** An option without its flush class; the setting that trades W for L where it is not 1. */
  static String shortOption(Row row) {
    Matcher minInSync = MIN_IN_SYNC.matcher(row.cell());
    return row.backend()
        + ", n = "
        + row.replicas()
        + (minInSync.find() ? ", m = " + minInSync.group(1) : "");
  }

  /** What cells share that differ in their replica count alone. */
  static String variant(Row row) {
    return row.cell().replaceFirst("-n\\d+", "");
  }
}
