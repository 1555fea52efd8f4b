package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.result.CitedFigure;
import java.util.List;
import java.util.Locale;

/**
 * The report as one HTML file: no script, no network, light and dark, printable, readable at any
 * width; each figure stands above the table that holds its numbers.
 */
public final class DecisionHtml {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1b1b1f; --paper: #fff; --line: #c9c9d2;
        --soft: #55555f; --warn: #9b1c1c; --a: #0b5cad; --b: #b34700; --c: #2e6b2e; }
      @media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --paper: #17171b;
        --line: #45454f; --soft: #b3b3bf; --warn: #ff9c9c; --a: #7db8ff; --b: #ffb07a;
        --c: #8fd48f; } }
      body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
        margin: 0 auto; padding: 1rem; max-width: 75rem; }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
      .stamp { border: 2px solid var(--warn); color: var(--warn); padding: .5rem 1rem; }
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
      caption { text-align: left; font-weight: 600; padding: .3rem 0; }
      th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left; }
      .number { text-align: right; white-space: nowrap; }
      .soft { color: var(--soft); } figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; }
      svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
      @media print { body { max-width: none; } .scroll { overflow: visible; }
        table { font-size: 8pt; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
      """;

  private final DecisionTable table;
  private final Conditions conditions;
  private final List<SideTable> sideTables;
  private final StringBuilder html = new StringBuilder();

  /**
   * A report.
   *
   * @param table its figures
   * @param conditions what stands under them
   * @param sideTables what else the run showed
   */
  public DecisionHtml(DecisionTable table, Conditions conditions, List<SideTable> sideTables) {
    this.table = table;
    this.conditions = conditions;
    this.sideTables = List.copyOf(sideTables);
  }

  /** The whole page. */
  public String text() {
    html.setLength(0);
    String title = "Raft versus ISR: " + conditions.standing().id();
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    element("title", title);
    html.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<main>\n");
    element("h1", title);
    String stamp = table.stamp().isEmpty() ? "" : table.stamp() + ". ";
    html.append("<p class=\"stamp\">")
        .append(HtmlText.escape(stamp + conditions.standing().sentence()))
        .append("</p>\n");
    addFirstPage();
    addConditions();
    addIds();
    html.append("</main>\n</body>\n</html>\n");
    return html.toString();
  }

  private void addFirstPage() {
    element("h2", "Crashes after which writes resume, by replicas");
    html.append(new ToleranceChart(table.rows()).svg());
    element("h2", "Append latency, by replicas");
    html.append(new LatencyChart(table.rows()).svg());
    element("h2", "Equal replicas");
    addTable("Every cell of this run", table.rows());
    html.append("<p class=\"soft\">").append(HtmlText.escape(ReportText.LEGEND)).append("</p>\n");
    List<String> marks =
        table.rows().stream()
            .flatMap(row -> row.marks().stream().map(mark -> row.cell() + ": " + mark))
            .toList();
    addList(marks);
    element("h2", "Equal W (writes resume)");
    List<Row> rows = ReportText.equalTolerance(table);
    if (rows.isEmpty()) {
      element("p", ReportText.NO_TOLERANCE);
    } else {
      element("p", ReportText.EQUAL_TOLERANCE);
      addTable("Fewest replicas for each tolerance", rows);
    }
    sideTables.forEach(side -> html.append(side.html()));
    element("h2", "What these figures do not say");
    addList(table.notes());
    addList(ReportText.LIMITS);
  }

  private void addTable(String caption, List<Row> rows) {
    html.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(HtmlText.escape(caption))
        .append("\">\n<table>\n");
    element("caption", caption);
    html.append("<thead><tr>");
    Column.ALL.forEach(column -> cell("th scope=\"col\"", column.isNumber(), column.title()));
    html.append("</tr></thead>\n<tbody>\n");
    for (Row row : rows) {
      html.append("<tr>");
      Column.ALL.forEach(column -> cell("td", column.isNumber(), column.cell().apply(row)));
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n</div>\n");
  }

  private void addConditions() {
    element("h2", "Conditions");
    addList(conditions.facts().stream().map(fact -> fact.name() + ": " + fact.text()).toList());
    element("p", "To repeat it: " + conditions.command());
  }

  private void addIds() {
    element("h2", "Ids");
    String citation = conditions.standing().citation();
    element(
        "p",
        "Each figure is cited as "
            + citation
            + "# and its id; rvi show resolves it, rvi verify checks the bundle.");
    html.append(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Ids\">\n<table>\n");
    element("caption", "Every figure of this report");
    html.append("<thead><tr>");
    List.of("id", "value", "95 % interval", "forks", "note")
        .forEach(name -> cell("th scope=\"col\"", false, name));
    html.append("</tr></thead>\n<tbody>\n");
    for (CitedFigure figure : DecisionFigures.of(table)) {
      String id = HtmlText.escape(figure.id().toString());
      html.append("<tr id=\"").append(id).append("\">");
      cell("td", false, figure.id().toString());
      cell("td", true, figure.text());
      cell("td", false, figure.intervalText());
      cell("td", true, String.format(Locale.ROOT, "%d", figure.forks()));
      cell("td", false, figure.note());
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n</div>\n");
  }

  private void addList(List<String> items) {
    if (items.isEmpty()) {
      return;
    }
    html.append("<ul>\n");
    items.forEach(item -> element("li", item));
    html.append("</ul>\n");
  }

  private void element(String name, String text) {
    html.append('<').append(name).append('>');
    html.append(HtmlText.escape(text)).append("</").append(name).append(">\n");
  }

  private void cell(String tag, boolean isNumber, String text) {
    String name = tag.substring(0, 2);
    html.append('<').append(tag).append(isNumber ? " class=\"number\">" : ">");
    html.append(HtmlText.escape(text)).append("</").append(name).append('>');
  }
}
