package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The response time at each percentile, a panel for each replica count and flush class. */
final class PercentileDrawing {
  private static final int PANEL_WIDTH = 340;
  private static final int PANEL_HEIGHT = 190;
  private static final int CELL_WIDTH = 450;
  private static final int CELL_HEIGHT = 280;
  private static final int TOP = 62;
  private static final int LEFT = 70;

  /** The same everywhere, so that panels can be compared. */
  private static final double[] QUANTILES =
      DoubleStream.concat(DoubleStream.of(0.5, 0.99), Arrays.stream(Curves.QUANTILES))
          .sorted()
          .toArray();

  private final ReportData data;
  private final List<CitedFigure> used = new ArrayList<>();

  PercentileDrawing(ReportData data) {
    this.data = data;
  }

  Drawing drawing() {
    List<Group> groups = groups();
    boolean hasCurve =
        data.table().rows().stream()
            .anyMatch(
                row -> data.book().measured("latency", row, "append.response.p90").isPresent());
    if (groups.isEmpty() || !hasCurve) {
      return Drawing.leftOut(
          "percentiles",
          "Append latency by percentile",
          "The percentiles between median and tail are not among this bundle's figures: its"
              + " operations carry none, or an earlier rvi wrote it.");
    }
    String caption =
        "Response time of an append from its intended start, open loop, every intended append"
            + " counted; medians over the repetitions of each repetition's own percentile. A curve"
            + " ends where the operations carry no further percentile. Dashed: the floor's median,"
            + " the same bytes over bare sockets and files, waiting for as many followers."
            + (hasIntervals() ? " Bars: 95 % intervals." : " Too few repetitions for intervals.");
    Svg svg = draw(groups);
    return new Drawing("percentiles", title(), caption, svg, used);
  }

  private boolean hasIntervals() {
    return data.book().all().stream()
        .anyMatch(f -> f.id().experiment().equals("latency") && f.low() != null);
  }

  private String title() {
    for (Group group : groups()) {
      List<String> words = new ArrayList<>();
      for (Row row : group.rows()) {
        String p50 = row.load().p50().text();
        String p99 = row.load().p99().text();
        words.add(row.backend() + " " + p50 + " (p99 " + p99 + ")");
      }
      if (group.replicas() == 3 && words.size() > 1) {
        return "At n = 3, flush "
            + group.flush()
            + ", the median append took "
            + String.join(", ", words);
      }
    }
    return "Append latency by percentile";
  }

  /** Cells that differ in their backend alone. */
  private record Group(String flush, int replicas, List<Row> rows) {}

  private List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    for (String flush : data.flushes()) {
      for (int replicas : data.replicas()) {
        List<Row> rows =
            data.table().rows().stream()
                .filter(row -> row.flush().equals(flush) && row.replicas() == replicas)
                .filter(row -> row.load().p50().value() != null)
                .toList();
        if (!rows.isEmpty()) {
          groups.add(new Group(flush, replicas, rows));
        }
      }
    }
    return groups;
  }

  private Svg draw(List<Group> groups) {
    Scale up = Scale.log(values(groups));
    Scale across = Scale.quantiles(highest(groups));
    int lines = (groups.size() + 1) / 2;
    Svg svg = new Svg(2 * CELL_WIDTH, TOP - 14 + lines * CELL_HEIGHT, title());
    svg.key(data.backends(), LEFT, 18);
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      Panel panel =
          new Panel(
              svg,
              new Panel.Box(
                  LEFT + (i % 2) * CELL_WIDTH,
                  TOP + (i / 2) * CELL_HEIGHT,
                  PANEL_WIDTH,
                  PANEL_HEIGHT),
              across,
              up);
      panel.titles(
          "n = " + group.replicas() + ", flush " + group.flush(),
          "percentile of intended appends",
          "response time (ms)");
      for (Row row : group.rows()) {
        draw(row, panel, svg);
      }
    }
    return svg;
  }

  private void draw(Row row, Panel panel, Svg svg) {
    String series = Svg.series(data.backends(), row.backend());
    data.book()
        .measured("floor", row, "floor.response.p50")
        .filter(figure -> figure.value() != null && figure.value() > 0)
        .ifPresent(
            figure -> {
              used.add(figure);
              panel.level(series, figure.value() == null ? 1 : figure.value(), "");
            });
    List<double[]> points = new ArrayList<>();
    for (double quantile : QUANTILES) {
      point(row, quantile).ifPresent(f -> points.add(new double[] {Scale.tail(quantile), at(f)}));
    }
    panel.line(series, points);
    for (double quantile : QUANTILES) {
      point(row, quantile)
          .ifPresent(
              figure -> {
                used.add(figure);
                double x = panel.x(Scale.tail(quantile));
                svg.beginMark(
                    series,
                    figure.id().toString(),
                    ReportData.option(row)
                        + ": p"
                        + Curves.percent(quantile)
                        + " "
                        + figure.shortText());
                if (figure.low() != null && figure.high() != null) {
                  svg.line("ci edge", x, panel.y(figure.low()), x, panel.y(figure.high()));
                }
                svg.point(series, figure.atLeast(), x, panel.y(at(figure)));
                svg.endMark();
              });
    }
  }

  private static double at(CitedFigure figure) {
    Double value = figure.value();
    return value == null ? 0 : value;
  }

  private Optional<CitedFigure> point(Row row, double quantile) {
    return data.book()
        .measured("latency", row, Curves.percentileMetric(quantile))
        .filter(figure -> at(figure) > 0);
  }

  private List<Double> values(List<Group> groups) {
    List<Double> values = new ArrayList<>();
    for (Group group : groups) {
      for (Row row : group.rows()) {
        for (double quantile : QUANTILES) {
          point(row, quantile).ifPresent(figure -> values.add(at(figure)));
        }
        data.book()
            .measured("floor", row, "floor.response.p50")
            .filter(figure -> at(figure) > 0)
            .ifPresent(figure -> values.add(at(figure)));
      }
    }
    return values;
  }

  private double highest(List<Group> groups) {
    double highest = 0.9;
    for (Group group : groups) {
      for (Row row : group.rows()) {
        for (double quantile : QUANTILES) {
          if (point(row, quantile).isPresent()) {
            highest = Math.max(highest, quantile);
          }
        }
      }
    }
    return highest;
  }
}
