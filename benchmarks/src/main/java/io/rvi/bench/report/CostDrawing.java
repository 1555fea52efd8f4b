package io.rvi.bench.report;

import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What surviving a number of crashes costs by theory, for each way to replicate. */
final class CostDrawing {
  static final String NAME = "cost";
  private static final int LEFT = 70;
  private static final int TOP = 62;
  private static final int CELL_WIDTH = 450;
  private static final int PANEL_WIDTH = 340;
  private static final int PANEL_HEIGHT = 200;
  private static final int BAR = 34;
  private static final List<String> WAYS = List.of("in-sync", "majority");
  private static final List<String> WORDS = List.of("in-sync set", "majority");

  private final ReportData data;
  private final List<CitedFigure> used = new ArrayList<>();

  CostDrawing(ReportData data) {
    this.data = data;
  }

  Drawing drawing() {
    String title = "For W crashes an in-sync set keeps W + 1 copies, a majority 2 W + 1";
    if (figure("in-sync", 1, "copies.stored").isEmpty()) {
      return Drawing.leftOut(
          NAME, title, "Not among this bundle's figures: an earlier rvi wrote it.");
    }
    Svg svg = new Svg(2 * CELL_WIDTH, TOP + PANEL_HEIGHT + 50, title);
    svg.key(WORDS, LEFT, 18);
    draw(svg, 0, "copies.stored", "bytes stored per byte appended");
    draw(svg, 1, "copies.sent", "bytes the leader sends per byte");
    String caption =
        "Theory, not measured: an in-sync set with min.insync.replicas = 1 needs W + 1 replicas and"
            + " sends W copies, a majority 2 W + 1 and 2 W. An in-sync set adds ZooKeeper, which holds"
            + " no payload, serves all logs, and itself survives the crash of fewer than half of its"
            + " servers. After one crash of W = 1 an in-sync set acks single copies: its L is 0.";
    return new Drawing(NAME, title, caption, svg, used);
  }

  private Optional<CitedFigure> figure(String way, int crashes, String metric) {
    return data.book().find(new FigureId("cost", way + "-w" + crashes, metric));
  }

  private void draw(Svg svg, int column, String metric, String title) {
    Panel.Box box = new Panel.Box(LEFT + column * CELL_WIDTH, TOP, PANEL_WIDTH, PANEL_HEIGHT);
    Panel panel = new Panel(svg, box, Scale.names(List.of("1", "2", "3")), Scale.linear(7));
    panel.titles(title, "crashes after which writes resume (W)", "copies");
    for (int crashes = 1; crashes <= 3; crashes++) {
      for (int way = 0; way < WAYS.size(); way++) {
        Optional<CitedFigure> found = figure(WAYS.get(way), crashes, metric);
        if (found.isEmpty() || found.get().value() == null) {
          continue;
        }
        CitedFigure figure = found.get();
        used.add(figure);
        double y = panel.y(figure.value() == null ? 0 : figure.value());
        double x = panel.x(crashes - 1.0) + (way == 0 ? -BAR - 2 : 2);
        svg.beginMark(
            "s" + way,
            figure.id().toString(),
            WORDS.get(way) + ", W = " + crashes + ": " + figure.shortText());
        svg.rect("fill", x, y, BAR, box.bottom() - y);
        svg.text("", x + BAR / 2.0, y - 4, "middle", figure.shortText().replaceAll(" .*", ""));
        svg.endMark();
      }
    }
  }
}
