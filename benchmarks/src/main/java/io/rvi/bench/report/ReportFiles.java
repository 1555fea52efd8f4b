package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Prediction;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The files of a report, by their paths under {@code report/}: the page, the same as Markdown, each
 * drawing with its data, and a draft of a decision record. A function of configuration, plan,
 * environment and derived data: the same bundle gives the same bytes, in every locale.
 */
public final class ReportFiles {
  /** The page. */
  public static final String HTML = "report.html";

  /** The report as Markdown. */
  public static final String MARKDOWN = "report.md";

  /** The draft of a decision record. */
  public static final String DECISION_RECORD = "decision-record.md";

  private static final String CLAIMS_PATH = "derived/" + DerivedTables.CLAIMS;

  private ReportFiles() {}

  /**
   * The report of a run that is being written.
   *
   * @param derived what it showed
   * @param conditions what stands under it
   * @param plan the text of {@code plan.json}
   * @param parity the text of {@code config/parity.json}
   * @param sideTables what else the run showed
   * @return the files' texts by path
   */
  public static Map<String, String> of(
      Derived derived,
      Conditions conditions,
      String plan,
      String parity,
      List<SideTable> sideTables) {
    return of(
        new ReportData(
            derived.table(),
            derived.book(),
            conditions,
            parity(parity),
            predictions(plan),
            RunJson.claims(derived.tables().getOrDefault(DerivedTables.CLAIMS, "")).claims(),
            sideTables));
  }

  /**
   * The report of a bundle, made again from what it holds.
   *
   * @param bundle a complete one
   * @return the files' texts by path
   * @throws BundleException when it has none, or a file cannot be read
   */
  public static Map<String, String> of(Bundle bundle) throws BundleException {
    if (!bundle.isComplete() || !bundle.has(RunJson.TABLE_PATH)) {
      throw new BundleException(
          "bundle "
              + bundle.id()
              + " has no report: "
              + (bundle.isComplete() ? "no " + RunJson.TABLE_PATH : bundle.incompleteness()),
          null);
    }
    Conditions.Standing standing =
        new Conditions.Standing(
            bundle.id(), bundle.digest().orElse(""), bundle.validity(), bundle.reasons());
    Conditions conditions =
        Conditions.of(
            standing, bundle.read(Conditions.CONFIG_PATH), bundle.read(Conditions.ENV_PATH));
    DecisionTable table = RunJson.table(bundle.read(RunJson.TABLE_PATH));
    List<CitedFigure> figures = bundle.figures();
    return of(
        new ReportData(
            table,
            new FigureBook(figures),
            conditions,
            parity(bundle.read(Conditions.PARITY_PATH)),
            predictions(bundle.read(RunJson.PLAN_PATH)),
            RunJson.claims(bundle.has(CLAIMS_PATH) ? bundle.read(CLAIMS_PATH) : "").claims(),
            sideTables(bundle)));
  }

  private static List<SideTable> sideTables(Bundle bundle) throws BundleException {
    List<SideTable> tables = new ArrayList<>();
    if (bundle.has(RunJson.FINDINGS_PATH)) {
      tables.addAll(
          sideTables(
              RunJson.plan(bundle.read(RunJson.PLAN_PATH)),
              RunJson.findings(bundle.read(RunJson.FINDINGS_PATH))));
    }
    tables.addAll(FaultFiles.tables(bundle));
    return tables;
  }

  /**
   * The tables of experiments that have one of their own.
   *
   * @param plan of the run
   * @param findings of the run
   */
  public static List<SideTable> sideTables(Plan plan, Findings findings) {
    List<SideTable> tables = new ArrayList<>(SlowReport.of(plan, findings));
    tables.addAll(RateReport.of(plan, findings));
    tables.addAll(DurabilityReport.of(plan, findings));
    return tables;
  }

  static Map<String, String> of(ReportData data) {
    List<Drawing> drawings = drawings(data);
    Map<String, String> files = new LinkedHashMap<>();
    files.put(HTML, new HtmlReport(data, drawings).text());
    files.put(MARKDOWN, new DecisionMarkdown(data, drawings).text());
    files.put(DECISION_RECORD, new DecisionRecord(data).text());
    for (Drawing drawing : drawings) {
      Svg svg = drawing.svg();
      if (svg != null) {
        files.put("figures/" + drawing.name() + ".svg", svg.asFile(data.table().stamp()));
        files.put("figures/" + drawing.name() + ".csv", drawing.csv());
      }
    }
    return files;
  }

  /** All figures of the report, in their order. */
  static List<Drawing> drawings(ReportData data) {
    List<Drawing> drawings = new ArrayList<>();
    drawings.add(new ToleranceDrawing(data).drawing());
    drawings.add(new PercentileDrawing(data).drawing());
    drawings.add(new ReplicasDrawing(data, ReplicasDrawing.LATENCY).drawing());
    drawings.add(new ReplicasDrawing(data, ReplicasDrawing.THROUGHPUT).drawing());
    drawings.add(new OutageDrawing(data).drawing());
    drawings.add(new TimelineDrawing(data).drawing());
    drawings.add(new CostDrawing(data).drawing());
    if (RateDrawing.isOf(data)) {
      drawings.add(new RateDrawing(data).drawing());
    }
    drawings.addAll(ReportText.notMeasured(data));
    return drawings;
  }

  private static List<ReportData.ParityRow> parity(String text) {
    List<ReportData.ParityRow> rows = new ArrayList<>();
    Json.parse(text)
        .properties()
        .forEach(
            entry -> {
              Map<String, String> values = new TreeMap<>();
              entry
                  .getValue()
                  .properties()
                  .forEach(value -> values.put(value.getKey(), value.getValue().asString("")));
              values.remove("equal");
              values.remove("inherent");
              List<String> words = new ArrayList<>();
              values.forEach((backend, value) -> words.add(backend + " " + value));
              rows.add(
                  new ReportData.ParityRow(
                      entry.getKey(), String.join(", ", words), verdict(entry.getValue())));
            });
    return rows;
  }

  private static String verdict(JsonNode row) {
    if (row.path("equal").asBoolean(false)) {
      return "yes";
    }
    return row.path("inherent").asBoolean(false) ? "no, by nature" : "NO";
  }

  private static List<Prediction> predictions(String plan) {
    List<Prediction> predictions = new ArrayList<>();
    Json.parse(plan)
        .path("predictions")
        .forEach(
            node ->
                predictions.add(
                    new Prediction(
                        node.path("cell").asString(""),
                        node.path("metric").asString(""),
                        node.path("value").asDouble(0),
                        node.path("unit").asString(""),
                        node.path("basis").asString(""))));
    return predictions;
  }
}
