package io.rvi.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * An SVG drawing. Colours and letters are classes, which the page or {@link #STYLE} gives a look in
 * light, dark and print; coordinates have one decimal, so that the same data gives the same bytes
 * on every machine and in every locale.
 */
final class Svg {
  /** The look of a drawing; in a page once, in a file of its own with each. */
  static final String STYLE =
      """
      svg.plot text { fill: var(--ink); font: 13px system-ui, sans-serif; }
      svg.plot text.soft { fill: var(--soft); } svg.plot text.strong { font-weight: 600; }
      svg.plot .grid { stroke: var(--line); stroke-width: 1; }
      svg.plot .frame { stroke: var(--soft); stroke-width: 1; }
      svg.plot .theory { stroke: var(--ink); stroke-width: 3; }
      svg.plot .bound { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
      svg.plot .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
      svg.plot .ci { stroke-width: 2; opacity: .7; }
      svg.plot .hollow { fill: var(--paper); stroke-width: 2; }
      svg.plot .s0 { color: var(--a); } svg.plot .s1 { color: var(--b); }
      svg.plot .s2 { color: var(--c); } svg.plot .s3 { color: var(--soft); }
      svg.plot .fill { fill: currentColor; } svg.plot .edge { stroke: currentColor; }
      """;

  /** Colours for paper and for a dark screen; contrast with the ground is at least 4.5 to 1. */
  static final String COLOURS =
      """
      :root { color-scheme: light dark; --ink: #1b1b1f; --paper: #ffffff; --line: #d5d5dd;
        --soft: #55555f; --warn: #9b1c1c; --good: #1d6b33; --tint: #f3f4f8; --link: #0b4f94;
        --a: #0b5cad; --b: #b34700; --c: #2e6b2e; }
      @media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --paper: #17171b;
        --line: #3a3a44; --soft: #b3b3bf; --warn: #ff9c9c; --good: #8fd48f; --tint: #222229;
        --link: #8fc1ff; --a: #7db8ff; --b: #ffb07a; --c: #8fd48f; } }
      @media print { :root { color-scheme: light; --ink: #000000; --paper: #ffffff; --line: #c0c0c0;
        --soft: #444444; --warn: #8b0000; --good: #145a2a; --tint: #ffffff; --link: #000000;
        --a: #0b5cad; --b: #b34700; --c: #2e6b2e; } }
      """;

  private static final int RADIUS = 5;

  private static final int STAMP_LINE = 18;

  /** Letters of the stamp take less than this, in pixels, in every font that a viewer may have. */
  private static final int LETTER_WIDTH = 9;

  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;
  private final String label;

  /**
   * An empty drawing.
   *
   * @param width in pixels
   * @param height in pixels
   * @param label what it shows, for those who cannot see it
   */
  Svg(int width, int height, String label) {
    this.width = width;
    this.height = height;
    this.label = label;
  }

  /** The class of one name among several; the same list gives the same colours. */
  static String series(List<String> names, String name) {
    return "s" + Math.min(3, Math.max(0, names.indexOf(name)));
  }

  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Opens a group that is one mark: hovered as one, traced by one id. */
  void beginMark(String series, String figureId, String words) {
    body.append("<g class=\"m ").append(series).append("\" data-id=\"");
    body.append(HtmlText.escape(figureId)).append("\"><title>");
    body.append(HtmlText.escape(words)).append("</title>");
  }

  void endMark() {
    body.append("</g>\n");
  }

  /** Opens a group of one series that is no mark: its line, its key. */
  void beginSeries(String series) {
    body.append("<g class=\"").append(series).append("\">");
  }

  void line(String look, double x1, double y1, double x2, double y2) {
    body.append("<line class=\"").append(look).append("\" x1=\"").append(number(x1));
    body.append("\" y1=\"").append(number(y1)).append("\" x2=\"").append(number(x2));
    body.append("\" y2=\"").append(number(y2)).append("\"/>");
  }

  void rect(String look, double x, double y, double w, double h) {
    body.append("<rect class=\"").append(look).append("\" x=\"").append(number(x));
    body.append("\" y=\"").append(number(y)).append("\" width=\"").append(number(w));
    body.append("\" height=\"").append(number(h)).append("\"/>");
  }

  void path(String look, String commands) {
    body.append("<path class=\"").append(look).append("\" d=\"").append(commands).append("\"/>");
  }

  /** A point whose shape tells its series apart where colours do not. */
  void point(String series, boolean isHollow, double x, double y) {
    String look = isHollow ? "hollow edge" : "fill edge";
    switch (series) {
      case "s0" ->
          body.append("<circle class=\"")
              .append(look)
              .append("\" cx=\"")
              .append(number(x))
              .append("\" cy=\"")
              .append(number(y))
              .append("\" r=\"")
              .append(RADIUS)
              .append("\"/>");
      case "s1" -> rect(look, x - RADIUS + 0.5, y - RADIUS + 0.5, 2 * RADIUS - 1, 2 * RADIUS - 1);
      default ->
          path(
              look,
              "M"
                  + number(x)
                  + " "
                  + number(y - RADIUS - 1)
                  + "L"
                  + number(x + RADIUS + 1)
                  + " "
                  + number(y + RADIUS)
                  + "L"
                  + number(x - RADIUS - 1)
                  + " "
                  + number(y + RADIUS)
                  + "Z");
    }
  }

  /** Text; {@code anchor} is start, middle or end. */
  void text(String look, double x, double y, String anchor, String text) {
    body.append("<text class=\"").append(look).append("\" x=\"").append(number(x));
    body.append("\" y=\"").append(number(y)).append("\" text-anchor=\"").append(anchor);
    body.append("\">").append(HtmlText.escape(text)).append("</text>\n");
  }

  /** Text along a vertical axis, read from below. */
  void textUpwards(double x, double y, String text) {
    body.append("<text class=\"soft\" text-anchor=\"middle\" transform=\"translate(");
    body.append(number(x)).append(' ').append(number(y)).append(") rotate(-90)\">");
    body.append(HtmlText.escape(text)).append("</text>\n");
  }

  /** Names with their shapes, in one row. */
  void key(List<String> names, double x, double y) {
    double at = x;
    for (String name : names) {
      String series = series(names, name);
      body.append("<g class=\"key ").append(series).append("\">");
      point(series, false, at + RADIUS, y - RADIUS + 1);
      text("", at + 3 * RADIUS, y, "start", name);
      body.append("</g>\n");
      at += 3 * RADIUS + 24 + 8.0 * name.length();
    }
  }

  /** The drawing for a page, which holds the style. */
  String inPage() {
    return element(height) + body + "</svg>\n";
  }

  /**
   * The drawing as a file of its own.
   *
   * @param stamp what restricts its use, drawn below it; empty for nothing
   */
  String asFile(String stamp) {
    List<String> lines =
        stamp.isEmpty() ? List.of() : DecisionText.wrap(stamp, width / LETTER_WIDTH);
    StringBuilder stamped = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      stamped.append("<text class=\"strong\" x=\"4\" y=\"");
      stamped.append(height + STAMP_LINE * (i + 1) - 6).append("\">");
      stamped.append(HtmlText.escape(lines.get(i))).append("</text>\n");
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + element(height + STAMP_LINE * lines.size())
        + "<style>\n"
        + COLOURS
        + STYLE
        + "svg.plot { background: var(--paper); }\n</style>\n"
        + body
        + stamped
        + "</svg>\n";
  }

  private String element(int total) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"0 0 "
        + width
        + " "
        + total
        + "\" width=\""
        + width
        + "\" height=\""
        + total
        + "\" aria-label=\""
        + HtmlText.escape(label)
        + "\""
        + ">\n";
  }
}
