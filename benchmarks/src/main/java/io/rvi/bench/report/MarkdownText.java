package io.rvi.bench.report;

/** Makes any text read as itself in Markdown, also where Markdown is shown as HTML. */
final class MarkdownText {
  private static final String SPECIAL = "\\`*_{}[]()#+!|~";

  private MarkdownText() {}

  /**
   * The text in one line, with every character that means something to Markdown or HTML escaped.
   */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
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
