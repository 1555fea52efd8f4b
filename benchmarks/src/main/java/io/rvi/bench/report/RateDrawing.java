package io.rvi.bench.report;

import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Median and 99th percentile against the offered rate, both logarithmic: a panel for each replica
 * count and flush class, with the highest rate that each backend sustained.
 */
final class RateDrawing {
  static final String NAME = "offered-rate";

  private static final Pattern CELL = Pattern.compile("(.+?)-n(\\d+)(?:-m(\\d+))?-([a-z]+)-\\d+");
  private static final Pattern ACHIEVED = Pattern.compile("(\\d+)\\.achieved");

  /** The series of what is no backend's. */
  private static final String PLAIN = "s3";

  private static final List<String> METRICS = List.of("p50", "p99");
  private static final int LEFT = 70;
  private static final int TOP = 62;
  private static final int CELL_WIDTH = 450;
  private static final int CELL_HEIGHT = 310;
  private static final int PANEL_WIDTH = 340;
  private static final int PANEL_HEIGHT = 220;

  private final ReportData data;
  private final List<CitedFigure> used = new ArrayList<>();

  RateDrawing(ReportData data) {
    this.data = data;
  }

  /** Whether rates were offered, whatever became of them. */
  static boolean isOf(ReportData data) {
    return data.book().all().stream().anyMatch(RateDrawing::isOfRate);
  }

  /** The backends that rates were offered to, each once. */
  static List<String> backends(FigureBook book) {
    return book.all().stream()
        .filter(RateDrawing::isOfRate)
        .map(figure -> CELL.matcher(figure.id().cell()))
        .filter(Matcher::matches)
        .map(cell -> cell.group(1))
        .distinct()
        .toList();
  }

  private static boolean isOfRate(CitedFigure figure) {
    return figure.id().experiment().equals(RateReport.EXPERIMENT);
  }

  /**
   * One cell.
   *
   * @param rates that it was to be offered, ascending
   * @param drawn those below the first one that a cluster missed. Higher ones were offered to the
   *     others alone: with them, a curve would go on with what only the better clusters showed.
   */
  private record Curve(
      String cell, String backend, String panel, List<Integer> rates, List<Integer> drawn) {}

  Drawing drawing() {
    List<Curve> curves = curves();
    List<Double> times =
        curves.stream().flatMap(curve -> times(curve).stream()).map(RateDrawing::at).toList();
    if (times.isEmpty()) {
      return Drawing.leftOut(
          NAME, "Latency against offered rate", "No rate that was offered was kept.");
    }
    String caption =
        "Response time of an append from its intended start at each offered rate, open loop, every"
            + " intended append counted; medians over clusters. Filled: median. Hollow: 99th"
            + " percentile, left out where too few appends carry it. A curve ends before the first"
            + " rate that a cluster missed. Dashed: the bound on p99, and the highest rate sustained"
            + " within it in every repetition.";
    return new Drawing(NAME, title(curves), caption, draw(curves, times), used);
  }

  private List<Curve> curves() {
    List<Curve> curves = new ArrayList<>();
    List<String> cells =
        data.book().all().stream()
            .filter(RateDrawing::isOfRate)
            .map(figure -> figure.id().cell())
            .distinct()
            .toList();
    for (String cell : cells) {
      Matcher name = CELL.matcher(cell);
      if (name.matches()) {
        String strict = name.group(3) == null ? "" : ", m = " + name.group(3);
        List<Integer> rates = rates(cell);
        curves.add(
            new Curve(
                cell,
                name.group(1),
                "n = " + name.group(2) + strict + ", flush " + name.group(4),
                rates,
                rates.stream().takeWhile(rate -> !isMissed(cell, rate)).toList()));
      }
    }
    curves.sort(Comparator.comparing(Curve::panel).thenComparing(Curve::backend));
    return curves;
  }

  private List<Integer> rates(String cell) {
    return data.book().all().stream()
        .filter(figure -> isOfRate(figure) && figure.id().cell().equals(cell))
        .map(figure -> ACHIEVED.matcher(figure.id().metric()))
        .filter(Matcher::matches)
        .map(metric -> Integer.valueOf(metric.group(1)))
        .sorted()
        .toList();
  }

  private boolean isMissed(String cell, int rate) {
    return find(cell, rate + "." + RateReport.MISSED).filter(figure -> at(figure) > 0).isPresent();
  }

  private Optional<CitedFigure> figure(Curve curve, String metric) {
    return find(curve.cell(), metric).filter(figure -> at(figure) > 0);
  }

  private Optional<CitedFigure> find(String cell, String metric) {
    return data.book().find(new FigureId(RateReport.EXPERIMENT, cell, metric));
  }

  private static double at(CitedFigure figure) {
    Double value = figure.value();
    return value == null ? 0 : value;
  }

  /** All times of a curve that have a value, and the bound on them. */
  private List<CitedFigure> times(Curve curve) {
    List<CitedFigure> times = new ArrayList<>();
    for (int rate : curve.drawn()) {
      METRICS.forEach(metric -> figure(curve, rate + "." + metric).ifPresent(times::add));
    }
    if (!times.isEmpty()) {
      figure(curve, RateReport.BOUND).ifPresent(times::add);
    }
    return times;
  }

  /** The rates sustained in the first panel that has some. */
  private String title(List<Curve> curves) {
    for (String panel : curves.stream().map(Curve::panel).distinct().toList()) {
      List<String> words = new ArrayList<>();
      String bound = "";
      for (Curve curve : curves) {
        Optional<CitedFigure> sustained = figure(curve, RateReport.SUSTAINED);
        if (curve.panel().equals(panel) && sustained.isPresent()) {
          words.add(curve.backend() + " " + perSecond(sustained.get()));
          bound = figure(curve, RateReport.BOUND).map(CitedFigure::shortText).orElse("");
        }
      }
      if (!words.isEmpty()) {
        return "Highest rate sustained with a p99 of at most "
            + bound
            + " ("
            + panel
            + "): "
            + String.join(", ", words);
      }
    }
    return "Latency against offered rate";
  }

  private static String perSecond(CitedFigure sustained) {
    return (sustained.atLeast() ? ">= " : "") + ReportText.plain(at(sustained)) + "/s";
  }

  private Svg draw(List<Curve> curves, List<Double> times) {
    List<String> panels = curves.stream().map(Curve::panel).distinct().toList();
    Scale across =
        Scale.log(
            curves.stream()
                .flatMap(curve -> curve.rates().stream())
                .map(Integer::doubleValue)
                .toList());
    Scale up = Scale.log(times);
    Svg svg = new Svg(2 * CELL_WIDTH, TOP + (panels.size() + 1) / 2 * CELL_HEIGHT, title(curves));
    svg.key(data.backends(), LEFT, 18);
    for (int i = 0; i < panels.size(); i++) {
      Panel.Box box =
          new Panel.Box(
              LEFT + (i % 2) * CELL_WIDTH, TOP + (i / 2) * CELL_HEIGHT, PANEL_WIDTH, PANEL_HEIGHT);
      Panel panel = new Panel(svg, box, across, up);
      panel.titles(panels.get(i), "offered appends/s", "response time (ms)");
      String name = panels.get(i);
      List<Curve> own = curves.stream().filter(curve -> curve.panel().equals(name)).toList();
      drawBounds(own, panel);
      for (Curve curve : own) {
        METRICS.forEach(metric -> draw(curve, metric, panel, svg));
      }
    }
    return svg;
  }

  /** The bound is the same for all curves of a run; the rates sustained below it are not. */
  private void drawBounds(List<Curve> curves, Panel panel) {
    int line = 0;
    boolean hasBound = false;
    for (Curve curve : curves) {
      Optional<CitedFigure> bound = figure(curve, RateReport.BOUND);
      if (bound.isPresent() && !hasBound) {
        panel.level(PLAIN, at(bound.get()), "");
        used.add(bound.get());
        hasBound = true;
      }
      Optional<CitedFigure> sustained = figure(curve, RateReport.SUSTAINED);
      if (sustained.isPresent()) {
        String words = curve.backend() + " " + perSecond(sustained.get());
        panel.place(at(sustained.get()), words, line++);
        used.add(sustained.get());
      }
    }
  }

  private void draw(Curve curve, String metric, Panel panel, Svg svg) {
    String series = Svg.series(data.backends(), curve.backend());
    List<double[]> points = new ArrayList<>();
    for (int rate : curve.drawn()) {
      figure(curve, rate + "." + metric)
          .ifPresent(figure -> points.add(new double[] {rate, at(figure)}));
    }
    panel.line(series, points);
    for (int rate : curve.drawn()) {
      Optional<CitedFigure> figure = figure(curve, rate + "." + metric);
      if (figure.isPresent()) {
        draw(curve, rate, figure.get(), panel, svg);
      }
    }
  }

  private void draw(Curve curve, int rate, CitedFigure figure, Panel panel, Svg svg) {
    String series = Svg.series(data.backends(), curve.backend());
    used.add(figure);
    double x = panel.x(rate);
    svg.beginMark(
        series,
        figure.id().toString(),
        String.format(
            Locale.ROOT,
            "%s, %s, at %d/s: %s %s",
            curve.backend(),
            curve.panel(),
            rate,
            figure.id().metric().replaceAll(".*\\.", ""),
            figure.shortText()));
    if (figure.low() != null && figure.high() != null) {
      svg.line("ci edge", x, panel.y(figure.low()), x, panel.y(figure.high()));
    }
    svg.point(series, figure.id().metric().endsWith(".p99"), x, panel.y(at(figure)));
    svg.endMark();
  }
}
