package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every number of the report leads to a derived value, and from there to files that are there. */
final class TraceTest {
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");

  @TempDir static Path temp;

  private static Bundle bundle;
  private static FigureBook book;

  @BeforeAll
  static void write() throws IOException {
    bundle = SampleRun.write(temp, 10);
    book = new FigureBook(bundle.figures());
  }

  @Test
  void shouldTraceEveryFigureToFilesThatTheManifestLists() throws IOException {
    assertThat(book.all()).hasSizeGreaterThan(300);
    for (CitedFigure figure : book.all()) {
      Provenance provenance = Provenance.of(bundle, figure);
      assertThat(bundle.sha256(provenance.derived())).as(figure.id().toString()).isPresent();
      assertThat(provenance.raw()).as(figure.id().toString()).isNotEmpty();
      for (String path : provenance.raw()) {
        assertThat(bundle.sha256(path)).as(path).isPresent();
      }
    }
  }

  @Test
  void shouldGiveEveryNumberOfThePagesTablesTheIdOfItsValue() throws IOException {
    String html = bundle.read("report/report.html");
    Matcher cells =
        Pattern.compile("<td class=\"number\"( data-id=\"([^\"]*)\")?>(.*?)</td>").matcher(html);
    int traced = 0;
    while (cells.find()) {
      String text =
          cells.group(3).replaceAll("<span class=\"ci\">.*?</span>", "").replaceAll("<[^>]*>", "");
      if (cells.group(2) == null) {
        assertThat(text).isEqualTo("-");
        continue;
      }
      assertShows(text, cells.group(2).split(" ", -1));
      traced++;
    }
    assertThat(traced).isGreaterThan(book.all().size());
  }

  @Test
  void shouldKnowTheIdOfEveryMarkOfEveryDrawing() throws IOException {
    Matcher marks =
        Pattern.compile("<g class=\"m [^\"]*\" data-id=\"([^\"]*)\">")
            .matcher(bundle.read("report/report.html"));
    int count = 0;
    for (; marks.find(); count++) {
      assertThat(book.find(FigureId.parse(marks.group(1)))).as(marks.group(1)).isPresent();
    }
    assertThat(count).isGreaterThan(100);
  }

  @Test
  void shouldTraceTheMarkdownTableByItsRowsCellAndItsColumnsIds() throws IOException {
    DecisionTable table = RunJson.table(bundle.read(RunJson.TABLE_PATH));
    String markdown = bundle.read("report/report.md");
    List<Column> columns = Column.ofPage(table.rows(), book);
    for (DecisionTable.Row row : table.rows()) {
      String line =
          markdown.lines().filter(l -> l.endsWith("| " + row.cell() + " |")).findFirst().orElse("");
      String[] cells = line.substring(2).split(" \\| ", -1);
      for (int i = 0; i < columns.size(); i++) {
        List<CitedFigure> figures = columns.get(i).figures(row, book);
        if (!columns.get(i).figures().isEmpty()) {
          assertThat(figures).as(columns.get(i).title()).isNotEmpty();
          assertThat(markdown)
              .contains("`" + columns.get(i).figures().get(0).replaceFirst("/", "/<cell>/") + "`");
          assertShows(
              cells[i].replace("\\", ""),
              figures.stream().map(figure -> figure.id().toString()).toArray(String[]::new));
        }
      }
    }
    assertThat(markdown.lines().filter(line -> line.matches("\\| \\S+/\\S+/\\S+ \\|.*")))
        .hasSize(book.all().size());
  }

  /** Each number of a text is the rounded value of the id in its place; a dash stands for none. */
  private static void assertShows(String text, String[] ids) {
    Matcher numbers = NUMBER.matcher(text);
    List<Double> shown = new ArrayList<>();
    while (numbers.find()) {
      shown.add(Double.valueOf(numbers.group()));
    }
    for (int i = 0; i < ids.length; i++) {
      assertThat(book.find(FigureId.parse(ids[i]))).as(ids[i]).isPresent();
      CitedFigure figure = book.find(FigureId.parse(ids[i])).orElseThrow();
      Double value = figure.value();
      if (value == null) {
        assertThat(text).as(ids[i]).matches("-|n/a");
      } else {
        assertThat(shown.get(i))
            .as(ids[i] + " shown as " + text)
            .isBetween(value * 0.99 - 1e-9, value * 1.01 + 1e-9);
      }
    }
  }
}
