package io.rvi.bench.report;

import io.rvi.bench.report.Scale.Tick;
import java.util.List;
import java.util.Locale;

/** One pair of axes in a drawing, and what is drawn in them. */
final class Panel {
  private static final int TICK_GAP = 6;

  private final Svg svg;
  private final Box box;
  private final Scale across;
  private final Scale up;

  /** The rectangle between the axes, in pixels. */
  record Box(double left, double top, double width, double height) {
    double right() {
      return left + width;
    }

    double bottom() {
      return top + height;
    }
  }

  /**
   * Draws the axes.
   *
   * @param svg on which
   * @param box where
   * @param across the horizontal axis
   * @param up the vertical one
   */
  Panel(Svg svg, Box box, Scale across, Scale up) {
    this.svg = svg;
    this.box = box;
    this.across = across;
    this.up = up;
    for (Tick tick : across.ticks()) {
      svg.line("grid", x(tick.value()), box.top(), x(tick.value()), box.bottom());
      svg.text("soft", x(tick.value()), box.bottom() + 18, "middle", tick.label());
    }
    for (Tick tick : up.ticks()) {
      svg.line("grid", box.left(), y(tick.value()), box.right(), y(tick.value()));
      svg.text("soft", box.left() - TICK_GAP, y(tick.value()) + 4, "end", tick.label());
    }
    svg.line("frame", box.left(), box.bottom(), box.right(), box.bottom());
  }

  /** Titles of panel and axes, units included. */
  void titles(String title, String acrossTitle, String upTitle) {
    svg.text("strong", box.left(), box.top() - 10, "start", title);
    svg.text("soft", box.left() + box.width() / 2, box.bottom() + 36, "middle", acrossTitle);
    svg.textUpwards(box.left() - 50, box.top() + box.height() / 2, upTitle);
  }

  double x(double value) {
    return box.left() + across.at(value) * box.width();
  }

  double y(double value) {
    return box.bottom() - up.at(value) * box.height();
  }

  /** A line through points, each x and y in the axes' values. */
  void line(String series, List<double[]> points) {
    if (points.size() < 2) {
      return;
    }
    StringBuilder commands = new StringBuilder();
    for (double[] point : points) {
      commands.append(commands.isEmpty() ? "M" : "L");
      commands.append(Svg.number(x(point[0]))).append(' ').append(Svg.number(y(point[1])));
    }
    svg.beginSeries(series);
    svg.path("line edge", commands.toString());
    svg.endMark();
  }

  /** A dashed line at a height, named at its right end. */
  void level(String series, double value, String name) {
    svg.beginSeries(series);
    svg.path(
        "bound edge",
        String.format(
            Locale.ROOT, "M%.1f %.1fL%.1f %.1f", box.left(), y(value), box.right(), y(value)));
    svg.text("soft", box.right() - 2, y(value) - 4, "end", name);
    svg.endMark();
  }

  /** A dashed line at a place, named so many lines below its top: neighbours take turns. */
  void place(double value, String name, int line) {
    svg.path(
        "bound",
        String.format(
            Locale.ROOT, "M%.1f %.1fL%.1f %.1f", x(value), box.top(), x(value), box.bottom()));
    svg.text("soft", x(value) + 4, box.top() + 12 + 16 * line, "start", name);
  }
}
