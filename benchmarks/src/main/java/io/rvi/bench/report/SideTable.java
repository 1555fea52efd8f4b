package io.rvi.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of texts that stands beside the decision table, in every form of the report.
 *
 * @param title what it shows
 * @param header the columns' titles
 * @param rows as many cells each as there are columns
 * @param narrow the numbers of the columns that a terminal shows, from 0
 * @param notes what stands below it, one sentence or verdict each
 */
public record SideTable(
    String title,
    List<String> header,
    List<List<String>> rows,
    List<Integer> narrow,
    List<String> notes) {
  /** Copies the lists and checks their lengths. */
  public SideTable {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    narrow = List.copyOf(narrow);
    notes = List.copyOf(notes);
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(row + " for the columns " + header);
      }
    }
  }

  /**
   * As lines of a terminal.
   *
   * @param width characters of a line of the notes
   */
  public List<String> text(int width) {
    TextTable table = new TextTable(narrow.stream().map(column -> false).toList());
    table.add(narrow.stream().map(header::get).toList());
    rows.forEach(row -> table.add(narrow.stream().map(row::get).toList()));
    List<String> lines = new ArrayList<>(List.of("", title));
    lines.addAll(table.lines());
    notes.forEach(note -> lines.addAll(DecisionText.wrap("- " + PlainText.escape(note), width)));
    return lines;
  }

  /** As a section of a Markdown file. */
  String markdown() {
    List<String> lines = new ArrayList<>(List.of("## " + title, "", markdownRow(header)));
    lines.add(
        IntStream.range(0, header.size())
            .mapToObj(column -> ":--")
            .collect(Collectors.joining(" | ", "| ", " |")));
    rows.forEach(row -> lines.add(markdownRow(row)));
    lines.add("");
    notes.forEach(note -> lines.add("- " + MarkdownText.escape(note)));
    return String.join("\n", lines) + "\n";
  }

  private static String markdownRow(List<String> cells) {
    return cells.stream().map(MarkdownText::escape).collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** As a section of a page. */
  String html() {
    StringBuilder html = new StringBuilder();
    html.append("<h2 id=\"").append(HtmlText.escape(anchor())).append("\">");
    html.append(HtmlText.escape(title)).append("</h2>\n");
    html.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(HtmlText.escape(title))
        .append("\">\n<table>\n<thead>")
        .append(htmlRow("th scope=\"col\"", header))
        .append("</thead>\n<tbody>\n");
    rows.forEach(row -> html.append(htmlRow("td", row)));
    html.append("</tbody>\n</table>\n</div>\n<ul>\n");
    notes.forEach(note -> html.append("<li>").append(HtmlText.escape(note)).append("</li>\n"));
    return html.append("</ul>\n").toString();
  }

  /** Where a page has it, such as {@code power-loss}. */
  String anchor() {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private static String htmlRow(String tag, List<String> cells) {
    String end = "</" + tag.substring(0, 2) + ">";
    return cells.stream()
        .map(cell -> "<" + tag + ">" + HtmlText.escape(cell) + end)
        .collect(Collectors.joining("", "<tr>", "</tr>\n"));
  }
}
