package io.rvi.bench.report;

import java.util.List;

/** An SVG drawing of lines, bars, points and text; whole pixels, so that its bytes never vary. */
final class Svg {
  /** Told apart also without colour by their labels; contrast at least 4.5 on both papers. */
  private static final List<String> COLOURS = List.of("var(--a)", "var(--b)", "var(--c)");

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

  /** The colour of one name among several, always the same for the same list. */
  static String colour(List<String> names, String name) {
    return COLOURS.get(Math.max(0, names.indexOf(name)) % COLOURS.size());
  }

  void line(int x1, int y1, int x2, int y2, String colour, int thickness) {
    body.append("<line x1=\"").append(x1).append("\" y1=\"").append(y1);
    body.append("\" x2=\"").append(x2).append("\" y2=\"").append(y2);
    body.append("\" stroke=\"").append(colour);
    body.append("\" stroke-width=\"").append(thickness).append("\"/>\n");
  }

  void rect(int x, int y, int w, int h, String colour) {
    body.append("<rect x=\"").append(x).append("\" y=\"").append(y);
    body.append("\" width=\"").append(w).append("\" height=\"").append(h);
    body.append("\" fill=\"").append(colour).append("\"/>\n");
  }

  void circle(int x, int y, String fill, String stroke) {
    body.append("<circle cx=\"").append(x).append("\" cy=\"").append(y);
    body.append("\" r=\"5\" fill=\"").append(fill);
    body.append("\" stroke=\"").append(stroke).append("\" stroke-width=\"2\"/>\n");
  }

  void text(int x, int y, String anchor, String text) {
    body.append("<text x=\"").append(x).append("\" y=\"").append(y);
    body.append("\" text-anchor=\"").append(anchor).append("\">");
    body.append(HtmlText.escape(text)).append("</text>\n");
  }

  /** The drawing with a caption, as an HTML figure. */
  String figure(String caption) {
    return "<figure>\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 "
        + width
        + " "
        + height
        + "\" width=\""
        + width
        + "\" aria-label=\""
        + HtmlText.escape(label)
        + "\">\n"
        + body
        + "</svg>\n<figcaption class=\"soft\">"
        + HtmlText.escape(caption)
        + "</figcaption>\n</figure>\n";
  }
}
