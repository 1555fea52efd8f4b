package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable.Row;
import java.util.List;

/**
 * Crashes after which writes resume: for each cell a bar as long as the crashes seen, and a stroke
 * where theory puts its end.
 */
final class ToleranceChart {
  private static final int LABEL_WIDTH = 170;
  private static final int ROW_HEIGHT = 26;
  private static final int UNIT_WIDTH = 90;
  private static final int TOP = 24;

  private final List<Row> rows;

  ToleranceChart(List<Row> rows) {
    this.rows = rows.stream().filter(row -> row.faults().trials() > 0).toList();
  }

  String svg() {
    if (rows.isEmpty()) {
      return "<p class=\"soft\">Not measured in this run.</p>\n";
    }
    int most = rows.stream().mapToInt(ToleranceChart::longest).max().orElse(0);
    Svg svg =
        new Svg(
            LABEL_WIDTH + (most + 1) * UNIT_WIDTH,
            TOP + rows.size() * ROW_HEIGHT + 10,
            "Bars: crashes after which writes resumed, as seen; strokes: theory");
    for (int crashes = 0; crashes <= most; crashes++) {
      int x = LABEL_WIDTH + crashes * UNIT_WIDTH;
      svg.line(x, TOP - 6, x, TOP + rows.size() * ROW_HEIGHT, "var(--line)", 1);
      svg.text(x, TOP - 10, "middle", Integer.toString(crashes));
    }
    for (int i = 0; i < rows.size(); i++) {
      draw(rows.get(i), TOP + i * ROW_HEIGHT, svg);
    }
    return svg.figure("Bars: crashes seen after which writes resumed. Strokes: theory.");
  }

  private static int longest(Row row) {
    return Math.max(row.faults().writesResume().theory(), seen(row));
  }

  private static int seen(Row row) {
    Integer measured = row.faults().writesResume().measured();
    return measured == null ? 0 : measured;
  }

  private void draw(Row row, int y, Svg svg) {
    svg.text(
        LABEL_WIDTH - 8, y + ROW_HEIGHT / 2 + 5, "end", row.backend() + ", n = " + row.replicas());
    String colour = Svg.colour(rows.stream().map(Row::backend).distinct().toList(), row.backend());
    svg.rect(LABEL_WIDTH, y + 5, seen(row) * UNIT_WIDTH, ROW_HEIGHT - 12, colour);
    int x = LABEL_WIDTH + row.faults().writesResume().theory() * UNIT_WIDTH;
    svg.line(x, y + 2, x, y + ROW_HEIGHT - 4, "var(--ink)", 3);
  }
}
