package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Median and 99th percentile of each cell on a logarithmic scale, one line a cell. */
final class LatencyChart {
  private static final int LABEL_WIDTH = 230;
  private static final int ROW_HEIGHT = 26;
  private static final int PLOT_WIDTH = 620;
  private static final int TOP = 28;

  private final List<Row> rows;
  private final double lowest;
  private final double highest;

  LatencyChart(List<Row> rows) {
    this.rows = rows.stream().filter(row -> row.load().p50().value() != null).toList();
    List<Double> values = new ArrayList<>();
    this.rows.forEach(row -> values.addAll(values(row)));
    this.lowest = decadeBelow(values);
    this.highest = Math.max(decadeAbove(values), lowest * 10);
  }

  private static List<Double> values(Row row) {
    List<Double> values = new ArrayList<>();
    for (Figure figure : List.of(row.load().p50(), row.load().p99())) {
      Double value = figure.value();
      if (value != null && value > 0) {
        values.add(value);
      }
    }
    return values;
  }

  private static double decadeBelow(List<Double> values) {
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    return Math.pow(10, Math.floor(Math.log10(least)));
  }

  private static double decadeAbove(List<Double> values) {
    double greatest = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    return Math.pow(10, Math.ceil(Math.log10(greatest)));
  }

  String svg() {
    if (rows.isEmpty()) {
      return "<p class=\"soft\">Not measured in this run.</p>\n";
    }
    int bottom = TOP + rows.size() * ROW_HEIGHT;
    Svg svg =
        new Svg(
            LABEL_WIDTH + PLOT_WIDTH + 40,
            bottom + 10,
            "Median (filled) and 99th percentile (hollow) of append latency, milliseconds");
    for (double tick = lowest; tick <= highest * 1.01; tick *= 10) {
      int x = x(tick);
      svg.line(x, TOP - 6, x, bottom, "var(--line)", 1);
      svg.text(
          x,
          TOP - 10,
          "middle",
          String.format(Locale.ROOT, tick < 1 ? "%.2f ms" : "%.0f ms", tick));
    }
    for (int i = 0; i < rows.size(); i++) {
      draw(rows.get(i), TOP + i * ROW_HEIGHT + ROW_HEIGHT / 2, svg);
    }
    return svg.figure(
        "Filled: median. Hollow: 99th percentile; left out where too few operations carry it."
            + " Logarithmic scale, open loop, from the intended start.");
  }

  private int x(double value) {
    double share = (Math.log10(value) - Math.log10(lowest)) / Math.log10(highest / lowest);
    return LABEL_WIDTH + (int) Math.round(share * PLOT_WIDTH);
  }

  private void draw(Row row, int y, Svg svg) {
    svg.text(
        LABEL_WIDTH - 8,
        y + 5,
        "end",
        row.backend() + ", n = " + row.replicas() + ", flush " + row.flush());
    String colour = Svg.colour(rows.stream().map(Row::backend).distinct().toList(), row.backend());
    List<Double> values = values(row);
    if (values.size() == 2) {
      svg.line(x(values.get(0)), y, x(values.get(1)), y, colour, 2);
      svg.circle(x(values.get(1)), y, "var(--paper)", colour);
    }
    if (!values.isEmpty()) {
      svg.circle(x(values.get(0)), y, colour, colour);
    }
  }
}
