package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One or two figures of each cell against the number of replicas, a panel for each flush class. */
final class ReplicasDrawing {
  private static final int PANEL_WIDTH = 340;
  private static final int PANEL_HEIGHT = 220;
  private static final int CELL_WIDTH = 450;
  private static final int TOP = 62;
  private static final int LEFT = 70;

  /** Backends of one replica count stand so far apart, in steps of the axis. */
  private static final double SPREAD = 0.16;

  /** Which figures, and their words. */
  record Subject(
      String name, String experiment, List<String> metrics, String axis, String caption) {}

  static final Subject LATENCY =
      new Subject(
          "latency-by-replicas",
          "latency",
          List.of("append.response.p50", "append.response.p99"),
          "response time (ms)",
          "Filled: median. Hollow: 99th percentile; left out where too few operations carry it."
              + " Open loop, from the intended start, logarithmic.");

  static final Subject THROUGHPUT =
      new Subject(
          "throughput-by-replicas",
          "throughput",
          List.of("append.saturation"),
          "committed records/s",
          "Pipelined appends at full speed, logarithmic. Higher is better; not to be ranked together"
              + " with latencies, which are of another load.");

  private final ReportData data;
  private final Subject subject;
  private final List<CitedFigure> used = new ArrayList<>();

  ReplicasDrawing(ReportData data, Subject subject) {
    this.data = data;
    this.subject = subject;
  }

  Drawing drawing() {
    List<String> flushes =
        data.flushes().stream().filter(flush -> !values(rows(flush)).isEmpty()).toList();
    if (flushes.isEmpty()) {
      return Drawing.leftOut(
          subject.name(),
          subject.axis() + " by replicas",
          "No repetition of this run has these figures.");
    }
    Svg svg = new Svg(2 * CELL_WIDTH, TOP + (flushes.size() + 1) / 2 * 310, title());
    svg.key(data.backends(), LEFT, 18);
    List<Double> all = new ArrayList<>();
    flushes.forEach(flush -> all.addAll(values(rows(flush))));
    Scale up = Scale.log(all);
    List<String> names = data.replicas().stream().map(n -> Integer.toString(n)).toList();
    for (int i = 0; i < flushes.size(); i++) {
      Panel.Box box =
          new Panel.Box(
              LEFT + (i % 2) * CELL_WIDTH, TOP + (i / 2) * 310, PANEL_WIDTH, PANEL_HEIGHT);
      Panel panel = new Panel(svg, box, Scale.names(names), up);
      panel.titles("flush " + flushes.get(i), "replicas (n)", subject.axis());
      for (String metric : subject.metrics()) {
        draw(flushes.get(i), metric, panel, svg);
      }
    }
    return new Drawing(subject.name(), title(), subject.caption(), svg, used);
  }

  /** What becomes of the first figure of each backend from the fewest to the most replicas. */
  private String title() {
    List<String> words = new ArrayList<>();
    for (String backend : data.backends()) {
      List<Row> rows =
          rows(data.flushes().get(0)).stream()
              .filter(row -> row.backend().equals(backend))
              .filter(row -> figure(row, subject.metrics().get(0)).isPresent())
              .toList();
      if (rows.size() > 1) {
        Row first = rows.get(0);
        Row last = rows.get(rows.size() - 1);
        double ratio = value(last) / value(first);
        words.add(
            String.format(
                Locale.ROOT,
                "%s x%s from n = %d to %d",
                backend,
                ratio >= 10 ? String.format(Locale.ROOT, "%.0f", ratio) : Svg.number(ratio),
                first.replicas(),
                last.replicas()));
      }
    }
    String what = subject.equals(LATENCY) ? "Median append latency" : "Saturation throughput";
    return words.isEmpty()
        ? what + " by replicas"
        : what + " with more replicas: " + String.join(", ", words);
  }

  private double value(Row row) {
    return figure(row, subject.metrics().get(0)).map(CitedFigure::value).orElse(1.0);
  }

  private List<Row> rows(String flush) {
    return data.table().rows().stream().filter(row -> row.flush().equals(flush)).toList();
  }

  private Optional<CitedFigure> figure(Row row, String metric) {
    return data.book()
        .measured(subject.experiment(), row, metric)
        .filter(figure -> figure.value() != null && figure.value() > 0);
  }

  private List<Double> values(List<Row> rows) {
    List<Double> values = new ArrayList<>();
    for (Row row : rows) {
      for (String metric : subject.metrics()) {
        figure(row, metric).map(CitedFigure::value).ifPresent(values::add);
      }
    }
    return values;
  }

  private void draw(String flush, String metric, Panel panel, Svg svg) {
    boolean isHollow = subject.metrics().indexOf(metric) > 0;
    List<String> variants = rows(flush).stream().map(ReportData::variant).distinct().toList();
    for (String variant : variants) {
      List<Row> rows =
          rows(flush).stream()
              .filter(row -> ReportData.variant(row).equals(variant))
              .filter(row -> figure(row, metric).isPresent())
              .toList();
      if (rows.isEmpty()) {
        continue;
      }
      String series = Svg.series(data.backends(), rows.get(0).backend());
      panel.line(
          series,
          rows.stream()
              .map(row -> new double[] {across(row), at(figure(row, metric).orElseThrow())})
              .toList());
      for (Row row : rows) {
        CitedFigure figure = figure(row, metric).orElseThrow();
        used.add(figure);
        double x = panel.x(across(row));
        svg.beginMark(
            series,
            figure.id().toString(),
            ReportData.option(row)
                + ": "
                + metric.replaceAll(".*\\.", "")
                + " "
                + figure.shortText());
        if (figure.low() != null && figure.high() != null) {
          svg.line("ci edge", x, panel.y(figure.low()), x, panel.y(figure.high()));
        }
        svg.point(series, isHollow, x, panel.y(at(figure)));
        svg.endMark();
      }
    }
  }

  private static double at(CitedFigure figure) {
    Double value = figure.value();
    return value == null ? 1 : value;
  }

  private double across(Row row) {
    double middle = (data.backends().size() - 1) / 2.0;
    return data.replicas().indexOf(row.replicas())
        + (data.backends().indexOf(row.backend()) - middle) * SPREAD;
  }
}
