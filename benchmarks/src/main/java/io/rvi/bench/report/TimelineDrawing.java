package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Committed records over the time of a crash trial, a panel for each backend, kills marked. */
final class TimelineDrawing {
  private static final int LEFT = 70;
  private static final int TOP = 62;
  private static final int WIDTH = 900;
  private static final int PANEL_HEIGHT = 130;
  private static final int PANEL_STEP = 215;

  /** The replica count shown, where it was run: the least that a majority survives a crash with. */
  private static final int PREFERRED_REPLICAS = 3;

  private final ReportData data;
  private final List<CitedFigure> used = new ArrayList<>();

  TimelineDrawing(ReportData data) {
    this.data = data;
  }

  Drawing drawing() {
    List<Row> rows = rows();
    if (rows.isEmpty()) {
      return Drawing.leftOut(
          "timeline",
          "What a client sees around kills",
          "No crash trial of this run is among the bundle's figures.");
    }
    Svg svg = draw(rows);
    String caption =
        "Records committed in each "
            + CommittedOverTime.INTERVAL_MS
            + " ms of the first repetition's crash trial, by the time of their ack, logarithmic. Dashed: a replica"
            + " was killed; in brackets the outage that followed. After the last kill all replicas"
            + " are started again. Times count from the begin of the load, so a kill before the first"
            + " ack would show as one.";
    return new Drawing("timeline", title(rows), caption, svg, used);
  }

  private String title(List<Row> rows) {
    List<String> words = new ArrayList<>();
    for (Row row : rows) {
      long resumed =
          data.book().matching("outage", row.cell(), "f00\\.kill\\d+-[a-z]+").stream()
              .filter(figure -> figure.value() != null)
              .count();
      words.add(row.backend() + " resumed after " + resumed + (resumed == 1 ? " kill" : " kills"));
    }
    return "At n = " + rows.get(0).replicas() + ", in one trial each: " + String.join(", ", words);
  }

  private List<Row> rows() {
    List<Row> all = data.table().rows().stream().filter(row -> !intervals(row).isEmpty()).toList();
    int replicas =
        all.stream()
            .map(Row::replicas)
            .min(Comparator.comparingInt(n -> Math.abs(n - PREFERRED_REPLICAS)))
            .orElse(0);
    return all.stream().filter(row -> row.replicas() == replicas).toList();
  }

  private List<CitedFigure> intervals(Row row) {
    return data.book().matching("timeline", row.cell(), "f00\\.acked\\.\\d+");
  }

  private static double at(CitedFigure figure) {
    Double value = figure.value();
    return value == null ? 0 : value;
  }

  private Svg draw(List<Row> rows) {
    double seconds =
        rows.stream().mapToInt(row -> intervals(row).size()).max().orElse(1)
            * CommittedOverTime.INTERVAL_MS
            / 1000.0;
    List<Double> values = new ArrayList<>(List.of(1.0));
    rows.forEach(row -> intervals(row).stream().map(TimelineDrawing::at).forEach(values::add));
    values.removeIf(value -> value < 1);
    Svg svg = new Svg(WIDTH, TOP + rows.size() * PANEL_STEP - 20, title(rows));
    svg.key(data.backends(), LEFT, 18);
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Panel.Box box = new Panel.Box(LEFT, TOP + i * PANEL_STEP, WIDTH - LEFT - 20, PANEL_HEIGHT);
      Panel panel = new Panel(svg, box, Scale.linear(seconds), Scale.log(values));
      panel.titles(
          ReportData.option(row), "time (s)", "acks / " + CommittedOverTime.INTERVAL_MS + " ms");
      draw(row, panel, box, svg);
    }
    return svg;
  }

  private void draw(Row row, Panel panel, Panel.Box box, Svg svg) {
    String series = Svg.series(data.backends(), row.backend());
    double step = CommittedOverTime.INTERVAL_MS / 1000.0;
    List<CitedFigure> intervals = intervals(row);
    for (int i = 0; i < intervals.size(); i++) {
      CitedFigure figure = intervals.get(i);
      used.add(figure);
      if (at(figure) == 0) {
        continue;
      }
      double x = panel.x(i * step);
      svg.beginMark(
          series,
          figure.id().toString(),
          String.format(Locale.ROOT, "%s, %.1f s: %s", row.cell(), i * step, figure.shortText()));
      svg.rect(
          "fill",
          x,
          panel.y(at(figure)),
          Math.max(0.8, panel.x((i + 1) * step) - x - 0.4),
          box.bottom() - panel.y(at(figure)));
      svg.endMark();
    }
    int number = 0;
    for (CitedFigure kill :
        data.book().matching("outage", row.cell(), "f00\\.kill\\d+-[a-z]+\\.at")) {
      String metric = kill.id().metric().replaceAll("\\.at$", "");
      used.add(kill);
      Optional<CitedFigure> outage = data.book().find(new FigureId("outage", row.cell(), metric));
      outage.ifPresent(used::add);
      String words =
          metric.replaceAll(".*-", "") + " (" + outage.map(TimelineDrawing::words).orElse("") + ")";
      panel.place(at(kill) / 1000, words, number++ % 3);
    }
  }

  private static String words(CitedFigure outage) {
    if (outage.value() != null) {
      return outage.shortText();
    }
    return outage.note().startsWith("not asked") ? "not asked" : "no resume";
  }
}
