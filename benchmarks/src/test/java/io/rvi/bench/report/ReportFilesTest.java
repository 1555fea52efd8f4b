package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.Figure;
import io.rvi.bench.experiment.RateTable;
import io.rvi.bench.report.Conditions.Standing;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.FigureId;
import io.rvi.bench.result.Validity;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

final class ReportFilesTest {
  private static final String EVIL = "<script>alert(1)</script>";
  private static final int BYTES_MAX = 3 << 20;

  @TempDir static Path temp;

  private static Bundle bundle;

  @BeforeAll
  static void write() throws IOException {
    bundle = SampleRun.write(temp, 10);
  }

  @Test
  void shouldDeriveAgainWhatTheBundleHolds() throws IOException {
    assertThat(bundle.verify()).isEmpty();
    assertThat(new Rederivation(bundle).verify()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "ar-EG", "tr-TR"})
  void shouldBeTheSameBytesWhenMadeAgainInEveryLocale(String tag) throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      Map<String, String> again = ReportFiles.of(bundle);
      assertThat(again.keySet().stream().map(path -> "report/" + path))
          .containsExactlyInAnyOrderElementsOf(bundle.files("report/"));
      for (Map.Entry<String, String> entry : again.entrySet()) {
        assertThat(entry.getValue())
            .as(entry.getKey())
            .isEqualTo(Files.readString(bundle.directory().resolve("report/" + entry.getKey())));
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void shouldNeedNoNetworkAndStaySmall() throws IOException {
    String html = html();

    assertThat(html.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
        .doesNotContain("http:", "https:", "<link", "@import", "url(", "<img", "src=\"");
    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(BYTES_MAX);
  }

  @Test
  void shouldDrawEveryFigureOfARunThatMeasuredItAndGiveItsData() throws Exception {
    FigureBook book = new FigureBook(bundle.figures());
    for (String name :
        List.of(
            "tolerance",
            "percentiles",
            "latency-by-replicas",
            "throughput-by-replicas",
            "outage",
            "timeline",
            "offered-rate",
            "cost")) {
      String svg = bundle.read("report/figures/" + name + ".svg");
      assertThat(parse(svg).getDocumentElement().getTagName()).as(name).isEqualTo("svg");
      String csv = bundle.read("report/figures/" + name + ".csv");
      Matcher marks = Pattern.compile("data-id=\"([^\"]+)\"").matcher(svg);
      int count = 0;
      for (; marks.find(); count++) {
        FigureId id = FigureId.parse(marks.group(1));
        assertThat(book.find(id)).as(name + " " + id).isPresent();
        assertThat(csv)
            .as(name)
            .contains(id.experiment() + "," + id.cell() + "," + id.metric() + ",");
      }
      assertThat(count).as(name).isGreaterThan(5);
      assertThat(html()).contains("<section class=", "id=\"" + name + "\"");
    }
  }

  @Test
  void shouldDrawACurveOfOutagesForEachClassOfEvents() throws IOException {
    String svg = bundle.read("report/figures/outage.svg");

    assertThat(svg).contains(">leader kill</text>", ">follower kill</text>");
    assertThat(svg.split("data-id=\"outage/isr-n3-none-1024/", -1)).hasSize(1 + 20);
    assertThat(svg).contains("follower kill: &gt;= 3000 ms");
    assertThat(bundle.read("derived/outages.csv").lines()).hasSize(1 + 4);
    assertThat(html())
        .contains("Median outage by class of events")
        .contains("data-id=\"outage/isr-n3-none-1024/follower-kill.p50\"");
  }

  @Test
  void shouldDrawLatencyAgainstOfferedRateUpToTheFirstThatWasMissed() throws IOException {
    String svg = bundle.read("report/figures/offered-rate.svg");

    assertThat(svg)
        .contains(">n = 3, flush none</text>", ">isr 2828/s</text>", ">raft 2828/s</text>")
        .contains("data-id=\"rate/isr-n3-none-1024/500.p50\"")
        .contains("data-id=\"rate/raft-n3-none-1024/2828.p99\"")
        .doesNotContain("/500.p99\"", "/4000.p50\"", "/8000.p50\"");
    assertThat(html())
        .contains(
            "Highest rate sustained with a p99 of at most 50 ms (n = 3, flush none): isr 2828")
        .contains("Rates under a bound on p99", "not tried: 4000/s was missed")
        .doesNotContain("experiment rate does");
    assertThat(bundle.read("derived/rates.csv").lines())
        .hasSize(1 + 2 * 5)
        .anyMatch(line -> line.startsWith("isr-n3-none-1024,2828,true,2,2,0,sustained,"))
        .anyMatch(line -> line.startsWith("isr-n3-none-1024,4000,false,2,0,2,not sustained,"))
        .anyMatch(line -> line.startsWith("isr-n3-none-1024,8000,false,0,0,0,,,,"));
    assertThat(bundle.read("derived/rate-trials.csv").lines()).hasSize(1 + 2 * 2 * 4);
    FigureBook book = new FigureBook(bundle.figures());
    FigureId missed = new FigureId("rate", "isr-n3-none-1024", "8000.p50");
    assertThat(book.find(missed).orElseThrow().note()).isEqualTo("not tried: 4000/s was missed");
    FigureId sustained = new FigureId("rate", "isr-n3-none-1024", "sustained");
    assertThat(book.find(sustained).orElseThrow().value()).isEqualTo(2_828);
    assertThat(Provenance.of(bundle, book.find(sustained).orElseThrow()).raw())
        .contains("raw/rate-isr-n3-none-1024/f01/rung-4000.csv.gz");
    FigureId ofOne = new FigureId("rate", "isr-n3-none-1024", "2000.p99");
    assertThat(Provenance.of(bundle, book.find(ofOne).orElseThrow()).raw())
        .contains("raw/rate-isr-n3-none-1024/f00/rung-2000.hlog")
        .doesNotContain("raw/rate-isr-n3-none-1024/f00/rung-4000.hlog");
  }

  @Test
  void shouldEndACurveWhereOneClusterMissedARateThatOthersWentBeyond() {
    List<RateTable.Row> rows = List.of(rate(1_000, 2, 0), rate(2_000, 2, 1), rate(5_000, 1, 0));
    FigureBook book = new FigureBook(RateReport.figures(new RateTable(50, rows, List.of())));
    ReportData one = data(Samples.table());
    ReportData data =
        new ReportData(
            one.table(), book, one.conditions(), List.of(), List.of(), List.of(), List.of());

    assertThat(new RateDrawing(data).drawing().data())
        .extracting(figure -> figure.id().metric())
        .containsExactly("1000.p50", "1000.p99");
  }

  /** One that shows times wherever it is not missed by all. */
  private static RateTable.Row rate(int rate, int trials, int missed) {
    Figure time = Figure.of(2, "ms", trials);
    return new RateTable.Row(
        "isr-n3-none-1024",
        rate,
        false,
        trials,
        trials - missed,
        missed,
        Figure.of(rate, "records/s", trials),
        time,
        time,
        time,
        time,
        Map.of(),
        List.of(),
        "");
  }

  @Test
  void shouldNameEveryPercentileByWhatItHoldsAndRefuseThoseThatFewOperationsDoNotCarry()
      throws IOException {
    Bundle one = SampleRun.write(temp.resolve("one"), 1);
    FigureBook book = new FigureBook(one.figures());
    List<Long> sorted = new ArrayList<>();
    OperationLines.read(
        one.directory().resolve("raw/isr-n3-none-1024/f00/latency.csv.gz"),
        line -> {
          if (line.intendedNs() >= 1_000_000_000L) {
            sorted.add(line.endedNs() - line.intendedNs());
          }
        });
    Collections.sort(sorted);
    for (double quantile : new double[] {0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98}) {
      FigureId id = new FigureId("latency", "isr-n3-none-1024", Curves.percentileMetric(quantile));
      int rank = (int) Math.ceil(quantile * sorted.size());
      assertThat(book.find(id).orElseThrow().value())
          .as(id.toString())
          .isEqualTo(sorted.get(rank - 1) / 1e6);
    }
    FigureId tail = new FigureId("latency", "isr-n3-none-1024", Curves.percentileMetric(0.9999));
    assertThat(book.find(tail).orElseThrow().value()).isNull();
    assertThat(book.find(tail).orElseThrow().note()).isEqualTo("2000 operations do not carry it");
  }

  @Test
  void shouldKeepCellsOfDifferentSettingsApart() {
    DecisionTable.Row plain = Samples.row("isr", 3, 2, 2);
    DecisionTable.Row strict =
        new DecisionTable.Row(
            "isr-n3-m2-none-1024",
            "isr",
            3,
            "none",
            1_024,
            "processes",
            plain.load(),
            plain.faults(),
            List.of());
    String svg = svg(new ToleranceDrawing(data(Samples.table(plain, strict))).drawing()).inPage();

    assertThat(svg).contains(">isr, n = 3</text>", ">isr, n = 3, m = 2</text>");
    assertThat(svg).contains("tolerance/isr-n3-none-1024/", "tolerance/isr-n3-m2-none-1024/");
  }

  @Test
  void shouldShowIntervalsFromTenForksOn() throws IOException {
    assertThat(html()).contains("class=\"ci\"").doesNotContain("PREVIEW");

    Bundle nine = SampleRun.write(temp.resolve("nine"), 9);
    String page = nine.read("report/report.html");
    assertThat(page.substring(0, page.indexOf("id=\"figures\"")))
        .contains("PREVIEW")
        .doesNotContain("<span class=\"ci\">");
  }

  @Test
  void shouldLeaveOutWhatARunDidNotMeasureAndSayWhatDoes() {
    String html = text(Samples.table(Samples.row("isr", 3, 2, 2), Samples.row("raft", 3, 1, 1)));

    assertThat(html.split("Left out: ", -1).length).isGreaterThan(4);
    assertThat(html).contains("preset standard does", "experiment rate does");
  }

  @Test
  void shouldShowTextOfTheConfigurationAsTextInEveryFile() throws IOException {
    Bundle evil = SampleRun.write(temp.resolve("evil"), 1, EVIL);

    for (String path : evil.files("report/")) {
      if (path.endsWith(".csv")) {
        continue; // plain text, which no program takes for markup
      }
      assertThat(evil.read(path).replaceAll("data:text/csv[^\"]*", ""))
          .as(path)
          .doesNotContain("<script>alert");
    }
    assertThat(evil.read("report/report.html")).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
    assertThat(evil.read("report/report.md")).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
  }

  @Test
  void shouldShowAnOptionsNameAsTextAlsoInDrawings() throws Exception {
    DecisionTable.Row row = Samples.row("isr", 3, 2, 2, "FAILED: " + EVIL);
    DecisionTable.Row named =
        new DecisionTable.Row(
            row.cell(), EVIL, 3, "none", 1_024, "processes", row.load(), row.faults(), row.marks());
    ReportData data = data(Samples.table(named));
    Drawing drawing = new ToleranceDrawing(data).drawing();

    assertThat(text(Samples.table(named))).doesNotContain("<script>alert");
    assertThat(parse(svg(drawing).asFile("")).getElementsByTagName("script").getLength()).isZero();
    assertThat(svg(drawing).asFile("")).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
  }

  private static Svg svg(Drawing drawing) {
    return Objects.requireNonNull(drawing.svg(), drawing.name());
  }

  private static String html() throws IOException {
    return bundle.read("report/report.html");
  }

  private static String text(DecisionTable table) {
    ReportData data = data(table);
    return new HtmlReport(data, ReportFiles.drawings(data)).text();
  }

  private static ReportData data(DecisionTable table) {
    Standing standing =
        new Standing("id", "0123456789abcdef", Validity.INVALID, List.of("a cell failed"));
    return new ReportData(
        table,
        new FigureBook(DecisionFigures.of(table)),
        new Conditions(standing, List.of(), "./rvi run"),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static Document parse(String xml)
      throws ParserConfigurationException, IOException, SAXException {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }
}
