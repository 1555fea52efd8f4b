package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Tables;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.FigureFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Derives a bundle's percentiles once more from every recorded operation, and its decision table,
 * figures and report from its plan and findings, and compares them with what the bundle holds.
 */
public final class Rederivation {
  /** Where the report lies in a bundle, as Markdown. */
  public static final String MARKDOWN_PATH = "report/report.md";

  /** Where the report lies in a bundle, as a page. */
  public static final String HTML_PATH = "report/report.html";

  private final Bundle bundle;

  /**
   * A bundle to derive again.
   *
   * @param bundle complete, and as it was written
   */
  public Rederivation(Bundle bundle) {
    this.bundle = bundle;
  }

  /**
   * What differs, each naming its file. A bundle that never held findings has nothing to derive.
   *
   * @throws BundleException when a file cannot be read
   */
  public List<String> verify() throws BundleException {
    List<String> findings = new ArrayList<>();
    if (!bundle.has(RunJson.FINDINGS_PATH)) {
      return findings;
    }
    try {
      RawCheck raw = new RawCheck(bundle.directory(), plan());
      findings.addAll(raw.verify(RunJson.findings(bundle.read(RunJson.FINDINGS_PATH))));
      for (Map.Entry<String, String> file : files().entrySet()) {
        if (!bundle.has(file.getKey())) {
          findings.add(file.getKey() + ": missing");
        } else if (!bundle.read(file.getKey()).equals(file.getValue())) {
          findings.add(file.getKey() + ": does not follow from plan and raw files");
        }
      }
    } catch (IllegalArgumentException e) {
      findings.add("plan and raw files cannot be read: " + e.getMessage());
    }
    return List.copyOf(findings);
  }

  private Plan plan() throws BundleException {
    return RunJson.plan(bundle.read(RunJson.PLAN_PATH));
  }

  /** Every file that follows from the others, by path. */
  private Map<String, String> files() throws BundleException {
    DecisionTable table = Tables.of(plan(), RunJson.findings(bundle.read(RunJson.FINDINGS_PATH)));
    Map<String, String> files = new LinkedHashMap<>();
    files.put(RunJson.TABLE_PATH, RunJson.write(table));
    files.put(FigureFiles.JSON_PATH, FigureFiles.json(DecisionFigures.of(table)));
    files.put(FigureFiles.CSV_PATH, FigureFiles.csv(DecisionFigures.of(table)));
    files.put(MARKDOWN_PATH, new DecisionMarkdown(table, conditions()).text());
    files.put(HTML_PATH, new DecisionHtml(table, conditions()).text());
    return files;
  }

  /**
   * The bundle's report, as Markdown.
   *
   * @throws BundleException when the bundle has none, or a file cannot be read
   */
  public String markdown() throws BundleException {
    if (!bundle.isComplete() || !bundle.has(RunJson.TABLE_PATH)) {
      throw new BundleException(
          "bundle "
              + bundle.id()
              + " has no report: "
              + (bundle.isComplete() ? "no " + RunJson.TABLE_PATH : bundle.incompleteness()),
          null);
    }
    DecisionTable table = RunJson.table(bundle.read(RunJson.TABLE_PATH));
    return new DecisionMarkdown(table, conditions()).text();
  }

  private Conditions conditions() throws BundleException {
    Conditions.Standing standing =
        new Conditions.Standing(
            bundle.id(), bundle.digest().orElse(""), bundle.validity(), bundle.reasons());
    return Conditions.of(
        standing, bundle.read(Conditions.CONFIG_PATH), bundle.read(Conditions.ENV_PATH));
  }
}
