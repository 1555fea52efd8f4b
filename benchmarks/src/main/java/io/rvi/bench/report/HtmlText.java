package io.rvi.bench.report;

/** Makes any text read as itself in HTML and SVG, in elements and in quoted attributes. */
final class HtmlText {
  private HtmlText() {}

  static String escape(String text) {
    return text.replaceAll("\\p{Cntrl}", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
