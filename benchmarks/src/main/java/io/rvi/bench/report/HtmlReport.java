package io.rvi.bench.report;

import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.Prediction;
import io.rvi.bench.report.ReportText.Answer;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The report as one HTML file: no network, whole without script, light and dark, printable,
 * readable from 390 pixels on. Every drawing stands above the table of its numbers, and every
 * number bears the id under which it is cited. A small script adds hovering and hides a backend on
 * demand.
 */
final class HtmlReport {
  private static final String TITLE = "Raft versus ISR";

  private final ReportData data;
  private final List<Drawing> drawings;
  private final HtmlWriter html = new HtmlWriter();

  HtmlReport(ReportData data, List<Drawing> drawings) {
    this.data = data;
    this.drawings = List.copyOf(drawings);
  }

  /** The whole page. */
  String text() {
    addHead();
    addDecision();
    addLimits();
    addQuestions();
    html.raw("<h2 id=\"figures\">Figures</h2>\n");
    drawings.forEach(this::addDrawing);
    data.sideTables().forEach(side -> html.raw(side.html()));
    addAppendix();
    html.raw("</main>\n<div id=\"tip\" role=\"status\" hidden></div>\n<script>\n");
    html.raw(resource("report.js")).raw("</script>\n</body>\n</html>\n");
    return html.text();
  }

  private void addHead() {
    Conditions.Standing standing = data.conditions().standing();
    html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    // Nothing is ever fetched: a browser that honours this refuses even to try.
    html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';");
    html.raw(" style-src 'unsafe-inline'; script-src 'sha256-" + scriptDigest() + "'\">\n");
    html.element("title", TITLE + ": " + standing.id());
    html.raw("<style>\n" + Svg.COLOURS + resource("report.css") + Svg.STYLE + "</style>\n");
    html.raw("</head>\n<body>\n<main>\n<header>\n");
    html.element("h1", TITLE);
    html.element(
        "p",
        "soft",
        "Result bundle "
            + standing.id()
            + ", cited as "
            + standing.citation()
            + "#<id of a figure>");
    String stamp = data.table().stamp().isEmpty() ? "" : data.table().stamp() + ". ";
    html.element("p", "stamp " + standing.validity(), stamp + standing.summary());
    html.raw("<nav aria-label=\"Contents\"><a href=\"#decision\">Decision table</a>");
    html.raw("<a href=\"#limits\">Limits</a><a href=\"#questions\">Questions</a>");
    html.raw("<a href=\"#figures\">Figures</a><a href=\"#claims\">Claims</a>");
    html.raw("<a href=\"#conditions\">Conditions</a>");
    html.raw("<a href=\"#ids\">All figures</a></nav>\n");
    html.raw("<div class=\"toggles\" hidden><span>Show:</span>");
    for (String backend : data.backends()) {
      html.raw("<button type=\"button\" aria-pressed=\"true\" data-series=\"");
      html.raw(Svg.series(data.backends(), backend) + "\">" + HtmlText.escape(backend));
      html.raw("</button>");
    }
    html.raw("</div>\n</header>\n");
  }

  private void addDecision() {
    html.raw("<h2 id=\"decision\">Decision table</h2>\n<h3>Equal replicas</h3>\n");
    addTable("n against n: every cell of this run", data.table().rows());
    html.raw("<h3>Equal tolerance</h3>\n");
    List<Row> rows = ReportText.equalTolerance(data.table());
    if (rows.isEmpty()) {
      html.element("p", ReportText.NO_TOLERANCE);
    } else {
      html.element("p", ReportText.EQUAL_TOLERANCE);
      addTable("W against W: the fewest replicas for each tolerance", rows);
    }
    html.element("p", "soft", ReportText.LEGEND);
  }

  private void addTable(String caption, List<Row> rows) {
    List<Column> columns = Column.ofPage(rows, data.book());
    html.beginTable(caption, columns.stream().map(Column::title).toList());
    for (Row row : rows) {
      String series = Svg.series(data.backends(), row.backend());
      html.raw("<tr class=\"row " + series + "\">");
      for (Column column : columns) {
        addCell(row, column);
      }
      html.raw("</tr>\n");
    }
    html.endTable();
  }

  private void addCell(Row row, Column column) {
    List<CitedFigure> figures = column.figures(row, data.book());
    String text = HtmlText.escape(column.text(row, data.book()));
    if (figures.isEmpty()) {
      html.raw(column.isNumber() ? "<td class=\"plain\">" : "<td class=\"words\">")
          .raw(text)
          .raw("</td>");
      return;
    }
    addNumber(figures, text);
  }

  /** A number that leads to its figure, the first of those that it is of; with its interval. */
  private void addNumber(List<CitedFigure> figures, String text) {
    String ids = figures.stream().map(f -> f.id().toString()).collect(Collectors.joining(" "));
    CitedFigure first = figures.get(0);
    html.raw("<td class=\"number\" data-id=\"" + HtmlText.escape(ids) + "\"><a href=\"#");
    html.raw(HtmlText.escape(first.id().toString()) + "\">" + text + "</a>");
    if (first.low() != null && first.high() != null) {
      html.raw("<br><span class=\"ci\">" + HtmlText.escape(first.shortInterval()) + "</span>");
    }
    html.raw("</td>");
  }

  private void addLimits() {
    html.raw("<h2 id=\"limits\">What these figures do not say</h2>\n");
    html.list(data.table().notes()).list(ReportText.LIMITS);
    List<String> marks =
        data.table().rows().stream()
            .flatMap(row -> row.marks().stream().map(mark -> row.cell() + ": " + mark))
            .toList();
    if (!marks.isEmpty()) {
      html.raw("<h3>Marked cells</h3>\n").list(marks);
    }
  }

  private void addQuestions() {
    html.raw("<h2 id=\"questions\">What a design review asks, and where the answer is</h2>\n");
    html.beginTable("Ten questions", List.of("", "question", "answer"));
    for (Answer answer : ReportText.answers(data, drawings)) {
      html.raw("<tr><td>").raw(answer.id()).raw("</td><td>");
      html.raw(HtmlText.escape(answer.question())).raw("</td><td>");
      for (String place : answer.places()) {
        html.raw("<a href=\"#" + place + "\">" + place.replace('-', ' ') + "</a>. ");
      }
      html.raw(HtmlText.escape(answer.words())).raw("</td></tr>\n");
    }
    html.endTable();
  }

  private void addDrawing(Drawing drawing) {
    html.raw("<section class=\"" + (drawing.isByBackend() ? "by-backend" : "by-protocol"));
    html.raw("\" id=\"" + drawing.name() + "\">\n");
    html.element("h3", drawing.title());
    Svg svg = drawing.svg();
    if (svg == null) {
      html.element("p", "missing", "Left out: " + drawing.caption()).raw("</section>\n");
      return;
    }
    html.raw(
        "<figure>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Drawing\">");
    html.raw("\n" + svg.inPage() + "</div>\n<figcaption>");
    if (!data.table().stamp().isEmpty()) {
      html.raw("<strong>" + HtmlText.escape(data.table().stamp()) + "</strong>. ");
    }
    html.raw(HtmlText.escape(drawing.caption())).raw(" <span class=\"soft\">n = ");
    html.raw(drawing.forks() + " fresh runs a figure. Conditions: ");
    html.raw("<a href=\"#conditions\">" + HtmlText.escape(data.conditions().summary()));
    html.raw("</a>. Ids: " + HtmlText.escape(data.conditions().standing().citation()));
    html.raw("#" + HtmlText.escape(drawing.data().get(0).id().toString()) + " and on.</span>");
    html.raw("</figcaption>\n</figure>\n<details><summary>Data: ");
    html.raw(drawing.data().size() + " figures</summary>\n<p><a download=\"");
    html.raw(drawing.name() + ".csv\" href=\"data:text/csv;charset=utf-8;base64,");
    html.raw(Base64.getEncoder().encodeToString(drawing.csv().getBytes(StandardCharsets.UTF_8)));
    html.raw("\">" + drawing.name() + ".csv</a></p>\n");
    html.figures("Figures drawn: " + drawing.name(), drawing.data(), false);
    html.raw("</details>\n");
    if (drawing.name().equals(OutageDrawing.NAME)) {
      addOutages();
    }
    html.raw("</section>\n");
  }

  /** The medians of a run with outage trials, by cell and class of events. */
  private void addOutages() {
    List<CitedFigure> medians =
        data.book().all().stream()
            .filter(figure -> figure.id().experiment().equals("outage"))
            .filter(figure -> figure.id().metric().matches("[a-z-]+\\.p50"))
            .toList();
    if (medians.isEmpty()) {
      return;
    }
    List<String> events =
        medians.stream().map(f -> f.id().metric().replace(".p50", "")).distinct().toList();
    List<String> headings = new ArrayList<>(List.of("cell"));
    events.forEach(event -> headings.add(event.replace('-', ' ')));
    html.beginTable("Median outage by class of events", headings);
    for (String cell : medians.stream().map(f -> f.id().cell()).distinct().toList()) {
      html.raw("<tr><td>" + HtmlText.escape(cell) + "</td>");
      for (String event : events) {
        Optional<CitedFigure> median =
            data.book().find(new FigureId("outage", cell, event + ".p50"));
        if (median.isPresent()) {
          addNumber(List.of(median.get()), HtmlText.escape(median.get().shortText()));
        } else {
          html.raw("<td class=\"plain\">-</td>");
        }
      }
      html.raw("</tr>\n");
    }
    html.endTable();
  }

  private void addAppendix() {
    html.raw("<h2 id=\"conditions\">Conditions</h2>\n");
    html.beginTable("What the figures depend on", List.of("condition", "value"));
    data.conditions().facts().forEach(fact -> html.row(List.of(fact.name(), fact.text())));
    html.endTable();
    html.raw("<h2 id=\"parity\">Parity of the backends</h2>\n");
    html.beginTable("Settings that ought to be equal", List.of("setting", "values", "equal"));
    data.parity().forEach(row -> html.row(List.of(row.key(), row.values(), row.verdict())));
    html.endTable();
    addPredictions();
    addClaims();
    html.raw("<h2 id=\"repeat\">Repeat, check, cite</h2>\n<ul>\n");
    String key = data.conditions().standing().citation();
    List<String> commands = new ArrayList<>();
    commands.add(data.conditions().command());
    commands.add("./rvi verify " + data.conditions().standing().id());
    commands.add("./rvi show '" + key + "#" + example() + "'");
    commands.add("./rvi cite '" + key + "#" + example() + "' --style bibtex");
    for (String command : commands) {
      html.raw("<li><code>" + HtmlText.escape(command) + "</code></li>\n");
    }
    html.raw("</ul>\n<h2 id=\"ids\">All figures of this bundle</h2>\n");
    html.element(
        "p",
        "Each is cited as " + key + "# and its id; rvi show resolves it down to its raw files.");
    html.figures("Every figure", data.book().all(), true);
  }

  private String example() {
    List<CitedFigure> all = data.book().all();
    return all.isEmpty() ? "experiment/cell/metric" : all.get(0).id().toString();
  }

  private void addPredictions() {
    html.raw("<h2 id=\"predictions\">Predictions and what came of them</h2>\n");
    html.beginTable(
        "Written before the run",
        List.of("cell", "metric", "predicted", "seen", "residual", "basis"));
    for (Prediction prediction : data.predictions()) {
      ReportText.Residual residual = ReportText.residual(prediction, data);
      html.raw("<tr><td>" + HtmlText.escape(prediction.cell()) + "</td><td>");
      html.raw(HtmlText.escape(prediction.metric()) + "</td><td class=\"plain\">");
      html.raw(HtmlText.escape(residual.predicted()) + "</td><td class=\"number\"");
      html.raw(
          residual.id().isEmpty() ? ">" : " data-id=\"" + HtmlText.escape(residual.id()) + "\">");
      html.raw(HtmlText.escape(residual.seen()) + "</td><td>");
      html.raw(HtmlText.escape(residual.words()) + "</td><td>");
      html.raw(HtmlText.escape(prediction.basis()) + "</td></tr>\n");
    }
    html.endTable();
  }

  private void addClaims() {
    html.raw("<h2 id=\"claims\">Claims and what this run says of them</h2>\n");
    if (data.claims().isEmpty()) {
      html.element("p", "missing", "An earlier rvi wrote this bundle; it judged no claims.");
      return;
    }
    html.beginTable(
        "All claims that this version knows",
        List.of("id", "claim", "verdict", "expected", "seen", "trials", "data"));
    for (Claim claim : data.claims()) {
      html.row(
          List.of(
              claim.id(),
              claim.claim(),
              claim.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
              claim.expected(),
              claim.seen(),
              claim.trials() == 0 ? "-" : Integer.toString(claim.trials()),
              String.join(", ", claim.data())));
    }
    html.endTable();
  }

  private static String scriptDigest() {
    try {
      byte[] script = ("\n" + resource("report.js")).getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(script));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("this jar lacks its resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("resource " + name + " cannot be read", e);
    }
  }
}
