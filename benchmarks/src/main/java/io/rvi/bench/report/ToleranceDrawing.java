package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Crashes after which writes resume: for each cell a bar as long as the crashes seen, a stroke
 * where theory puts its end, and beside it what became of acknowledged records.
 */
final class ToleranceDrawing {
  private static final int LEFT = 190;
  private static final int ROW_HEIGHT = 28;
  private static final int PLOT_WIDTH = 330;
  private static final int TOP = 62;
  private static final int WIDTH = 900;

  private final ReportData data;
  private final List<Row> rows;
  private final List<CitedFigure> used = new ArrayList<>();

  ToleranceDrawing(ReportData data) {
    this.data = data;
    this.rows = data.table().rows().stream().filter(row -> row.faults().trials() > 0).toList();
  }

  Drawing drawing() {
    if (rows.isEmpty()) {
      return Drawing.leftOut(
          "tolerance",
          "Crashes after which writes resume",
          "This run killed nothing: set crashes=true, as every preset does.");
    }
    String caption =
        "W: crashes after which writes resume by themselves, replicas killed one after the other,"
            + " the leader first. Bar: seen, the least over the trials. Stroke: theory. Right: acked"
            + " records that could not be read back once all replicas were restarted, of those"
            + " checked, and what so many trials without a loss say at most (95 %) of the share of"
            + " trials that lose.";
    return new Drawing("tolerance", title(), caption, draw(), used);
  }

  private String title() {
    long contradicted =
        rows.stream().filter(row -> row.faults().writesResume().contradicted()).count();
    long lost = rows.stream().mapToLong(row -> row.faults().lost()).sum();
    String tolerance =
        contradicted == 0
            ? "Writes resumed after as many crashes as theory says in all " + rows.size() + " cells"
            : "In " + contradicted + " of " + rows.size() + " cells W is not what theory says";
    return tolerance + (lost == 0 ? ", and no acked record was lost" : "; acked records were lost");
  }

  private Svg draw() {
    int most = rows.stream().mapToInt(ToleranceDrawing::longest).max().orElse(0);
    Scale scale = Scale.whole(most);
    Svg svg = new Svg(WIDTH, TOP + rows.size() * ROW_HEIGHT + 12, title());
    svg.key(data.backends(), LEFT, 18);
    svg.text("soft", LEFT, TOP - 24, "start", "crashes (W)");
    svg.text("soft", LEFT + PLOT_WIDTH + 30, TOP - 24, "start", "acked lost, of checked");
    svg.text("soft", WIDTH - 8, TOP - 24, "end", "trials that lose (95 %)");
    double bottom = TOP + rows.size() * ROW_HEIGHT;
    for (Scale.Tick tick : scale.ticks()) {
      double x = LEFT + scale.at(tick.value()) * PLOT_WIDTH;
      svg.line("grid", x, TOP - 4, x, bottom);
      svg.text("soft", x, TOP - 8, "middle", tick.label());
    }
    for (int i = 0; i < rows.size(); i++) {
      draw(rows.get(i), TOP + i * ROW_HEIGHT, scale, svg);
    }
    return svg;
  }

  private static int longest(Row row) {
    Integer measured = row.faults().writesResume().measured();
    return Math.max(row.faults().writesResume().theory(), measured == null ? 0 : measured);
  }

  private void draw(Row row, int y, Scale scale, Svg svg) {
    String series = Svg.series(data.backends(), row.backend());
    svg.text("", LEFT - 10, y + 18, "end", ReportData.shortOption(row));
    find(row, "writes-resume.measured")
        .ifPresent(
            figure -> {
              svg.beginMark(series, figure.id().toString(), words(row, "W seen", figure));
              double length = scale.at(figure.value() == null ? 0 : figure.value()) * PLOT_WIDTH;
              svg.rect("fill", LEFT, y + 6, Math.max(length, 2), ROW_HEIGHT - 12);
              svg.endMark();
            });
    find(row, "writes-resume.theory")
        .ifPresent(
            figure -> {
              double x = LEFT + scale.at(figure.value() == null ? 0 : figure.value()) * PLOT_WIDTH;
              svg.beginMark("", figure.id().toString(), words(row, "W theory", figure));
              svg.line("theory", x, y + 3, x, y + ROW_HEIGHT - 3);
              svg.endMark();
            });
    drawLoss(row, y, svg);
  }

  private void drawLoss(Row row, int y, Svg svg) {
    find(row, "acked.lost")
        .ifPresent(
            figure -> {
              svg.beginMark("", figure.id().toString(), words(row, "acked records lost", figure));
              String text = row.faults().lost() + " of " + row.faults().acked();
              svg.text("", LEFT + PLOT_WIDTH + 30, y + 18, "start", text);
              svg.endMark();
            });
    find(row, "acked.checked");
    find(row, "trials");
    find(row, "loss-share.max95")
        .ifPresent(
            figure -> {
              svg.beginMark("", figure.id().toString(), words(row, "95 % bound", figure));
              svg.text("soft", WIDTH - 8, y + 18, "end", bound(row, figure));
              svg.endMark();
            });
  }

  private static String bound(Row row, CitedFigure figure) {
    return "at most "
        + Svg.number((figure.value() == null ? 1 : figure.value()) * 100)
        + " % ("
        + row.faults().trials()
        + (row.faults().trials() == 1 ? " trial)" : " trials)");
  }

  private Optional<CitedFigure> find(Row row, String metric) {
    Optional<CitedFigure> figure = data.book().find("tolerance", row, metric);
    figure.ifPresent(used::add);
    return figure;
  }

  private static String words(Row row, String what, CitedFigure figure) {
    return ReportData.option(row) + ": " + what + " " + figure.text();
  }
}
