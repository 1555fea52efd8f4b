package io.rvi.bench.report;

import io.rvi.bench.result.CitedFigure;
import java.util.List;

/** Appends HTML; whatever is passed as text is escaped, names and classes are the caller's own. */
final class HtmlWriter {
  private final StringBuilder html = new StringBuilder();

  /** Markup that is the report's own, as it stands. */
  HtmlWriter raw(String markup) {
    html.append(markup);
    return this;
  }

  HtmlWriter element(String name, String text) {
    return element(name, "", text);
  }

  /** An element with a class, where that is not empty. */
  HtmlWriter element(String name, String look, String text) {
    html.append('<').append(name);
    if (!look.isEmpty()) {
      html.append(" class=\"").append(look).append('"');
    }
    html.append('>').append(HtmlText.escape(text)).append("</").append(name).append(">\n");
    return this;
  }

  HtmlWriter list(List<String> items) {
    if (!items.isEmpty()) {
      html.append("<ul>\n");
      items.forEach(item -> element("li", item));
      html.append("</ul>\n");
    }
    return this;
  }

  /** Begins a table that scrolls by itself where it is too wide, also by keyboard. */
  HtmlWriter beginTable(String caption, List<String> headings) {
    html.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(HtmlText.escape(caption))
        .append("\">\n<table>\n");
    element("caption", caption);
    html.append("<thead><tr>");
    for (String heading : headings) {
      html.append("<th scope=\"col\">").append(HtmlText.escape(heading)).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    return this;
  }

  HtmlWriter endTable() {
    html.append("</tbody>\n</table>\n</div>\n");
    return this;
  }

  /** A row of plain texts. */
  HtmlWriter row(List<String> cells) {
    html.append("<tr>");
    cells.forEach(cell -> html.append("<td>").append(HtmlText.escape(cell)).append("</td>"));
    html.append("</tr>\n");
    return this;
  }

  /**
   * Figures under their ids, a row each; {@code anchors} makes them the places that links go to.
   */
  HtmlWriter figures(String caption, List<CitedFigure> figures, boolean anchors) {
    beginTable(caption, List.of("id", "value", "95 % interval", "n", "note"));
    for (CitedFigure figure : figures) {
      String id = HtmlText.escape(figure.id().toString());
      html.append(anchors ? "<tr id=\"" + id + "\"><td>" : "<tr><td>");
      html.append(anchors ? id : "<a href=\"#" + id + "\">" + id + "</a>");
      html.append("</td><td class=\"number\" data-id=\"").append(id).append("\">");
      html.append(HtmlText.escape(figure.text())).append("</td><td>");
      html.append(HtmlText.escape(figure.intervalText())).append("</td><td class=\"count\">");
      html.append(figure.forks()).append("</td><td>");
      html.append(HtmlText.escape(figure.note())).append("</td></tr>\n");
    }
    return endTable();
  }

  String text() {
    return html.toString();
  }
}
