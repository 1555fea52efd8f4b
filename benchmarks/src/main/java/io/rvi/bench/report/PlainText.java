package io.rvi.bench.report;

/** Makes any text safe for a terminal: one line, no control sequences. */
final class PlainText {
  private PlainText() {}

  /** The text with control characters as spaces. */
  static String escape(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
