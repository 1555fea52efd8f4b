package io.rvi.bench.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rows of RFC 4180; a missing value is an empty field. */
final class Csv {
  private final StringBuilder text = new StringBuilder();
  private final int columns;

  /**
   * A file with a header and no row yet.
   *
   * @param header names of columns, separated by commas
   */
  Csv(String header) {
    text.append(header).append("\r\n");
    columns = header.split(",", -1).length;
  }

  /**
   * Adds a row.
   *
   * @param values one for each column; null for a missing one
   */
  void row(@Nullable Object... values) {
    if (values.length != columns) {
      throw new IllegalArgumentException(values.length + " values for " + columns + " columns");
    }
    for (int i = 0; i < values.length; i++) {
      text.append(i == 0 ? "" : ",").append(field(values[i]));
    }
    text.append("\r\n");
  }

  private static String field(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    String plain =
        value instanceof Double number
            ? String.format(Locale.ROOT, "%.3f", number)
            : value.toString();
    return plain.matches("[^,\"\r\n]*") ? plain : "\"" + plain.replace("\"", "\"\"") + "\"";
  }

  /** All of it. */
  String text() {
    return text.toString();
  }
}
