package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.report.Conditions.Standing;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.Validity;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DecisionMarkdownTest {
  private static final String CONFIG =
      """
      {
        "backend" : { "value" : "<script>alert(1)</script>", "origin" : "command line" },
        "seed" : { "value" : "1", "origin" : "default" }
      }
      """;
  private static final String ENVIRONMENT =
      """
      {
        "machine" : { "processors" : 2, "processorModel" : "model", "memoryBytes" : 8589934592 },
        "system" : { "name" : "Linux", "version" : "6", "architecture" : "amd64" },
        "jvm" : { "name" : "VM", "version" : "17" },
        "disk" : { "fileSystem" : "tmpfs", "inMemory" : true },
        "source" : { "commit" : null, "note" : "not run from a git checkout" }
      }
      """;

  @Test
  void shouldShowStampConditionsLimitsAndIds() {
    String text = text();

    assertThat(text)
        .contains("**PREVIEW. DEGRADED: preview**")
        .contains("## Equal W (writes resume)")
        .contains("## What these figures do not say")
        .contains("tmpfs, in memory: fsync costs nothing here")
        .contains("rvi:0123456789ab#")
        .contains("latency/isr-n3-none-1024/append.response.p50 | 0.412 ms");
  }

  @Test
  void shouldShowTextOfTheConfigurationAsText() {
    assertThat(text()).doesNotContain("<script>").contains("&lt;script&gt;");
  }

  @Test
  void shouldNameTheFewestReplicasForEachTolerance() {
    String equal = text().substring(text().indexOf("## Equal W (writes resume)"));

    assertThat(equal.lines().filter(line -> line.startsWith("| 2 | isr"))).hasSize(1);
    assertThat(equal.lines().filter(line -> line.startsWith("| 3 | raft"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "ar-EG", "tr-TR"})
  void shouldBeTheSameBytesInEveryLocale(String tag) {
    String expected = text();
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat(text()).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void shouldGiveEveryNumberOfTheTableAnId() {
    List<CitedFigure> figures = DecisionFigures.of(Samples.table(Samples.row("isr", 3, 2, null)));

    assertThat(figures).hasSize(15).allSatisfy(figure -> assertThat(text()).isNotEmpty());
    assertThat(figures)
        .filteredOn(figure -> figure.value() == null)
        .allSatisfy(figure -> assertThat(figure.note()).isNotBlank());
  }

  @Test
  void shouldReadATableBackAsItWasWritten() {
    DecisionTable table =
        Samples.table(Samples.row("isr", 3, 2, null), Samples.row("raft", 3, 1, 1));

    assertThat(RunJson.table(RunJson.write(table))).isEqualTo(table);
  }

  private static String text() {
    Standing standing =
        new Standing("id", "0123456789abcdef", Validity.DEGRADED, List.of("preview"));
    DecisionTable table =
        Samples.table(
            Samples.row("isr", 2, 1, 1),
            Samples.row("isr", 3, 2, 2),
            Samples.row("raft", 2, 0, 0),
            Samples.row("raft", 3, 1, 1));
    ReportData data =
        new ReportData(
            table,
            new FigureBook(DecisionFigures.of(table)),
            Conditions.of(standing, CONFIG, ENVIRONMENT),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    return new DecisionMarkdown(data, ReportFiles.drawings(data)).text();
  }
}
