package io.rvi.bench.report;

/** Makes any text read as itself in Markdown, also where Markdown is shown as HTML. */
final class MarkdownText {
  private static final String SPECIAL = "\\`*_{}[]|~";

  /** What makes a heading, a list or a rule of a line that begins with it. */
  private static final String SPECIAL_AT_START = "#+-=";

  private MarkdownText() {}

  /**
   * The text in one line, with every character that means something to Markdown or HTML escaped.
   */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    if (!text.isEmpty() && SPECIAL_AT_START.indexOf(text.charAt(0)) >= 0) {
      escaped.append('\\');
    }
    for (int i = 0; i < text.length(); i++) {
      append(text.charAt(i), escaped);
    }
    return escaped.toString();
  }

  private static void append(char c, StringBuilder escaped) {
    switch (c) {
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '&' -> escaped.append("&amp;");
      default -> {
        if (Character.isISOControl(c)) {
          escaped.append(' ');
        } else {
          escaped.append(SPECIAL.indexOf(c) >= 0 ? "\\" : "").append(c);
        }
      }
    }
  }
}
