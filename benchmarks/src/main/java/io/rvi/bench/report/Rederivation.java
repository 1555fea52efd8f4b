package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.OutageTable;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Tables;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Derives a bundle's percentiles once more from every recorded operation, and its decision table
 * and figures from its plan and findings, and compares them with what the bundle holds. Its report
 * may be worded by another version; {@link #markdown} words it anew.
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
    List<String> complaints = new ArrayList<>();
    if (!bundle.has(RunJson.FINDINGS_PATH)) {
      return complaints;
    }
    try {
      Plan plan = RunJson.plan(bundle.read(RunJson.PLAN_PATH));
      Findings found = RunJson.findings(bundle.read(RunJson.FINDINGS_PATH));
      complaints.addAll(new RawCheck(bundle.directory(), plan).verify(found));
      complaints.addAll(new TrialCheck(bundle.directory()).verify(found));
      complaints.addAll(compare(Tables.of(plan, found), OutageTable.of(plan, found)));
      complaints.addAll(compareTables(plan, found));
      complaints.addAll(FaultFiles.verify(bundle));
    } catch (IllegalArgumentException e) {
      complaints.add("plan and raw files cannot be read: " + e.getMessage());
    }
    return List.copyOf(complaints);
  }

  /** Compares what was measured and what follows from it, not the words around it. */
  private List<String> compare(DecisionTable table, OutageTable outages) throws BundleException {
    List<String> complaints = new ArrayList<>();
    if (!RunJson.table(bundle.read(RunJson.TABLE_PATH)).rows().equals(table.rows())) {
      complaints.add(RunJson.TABLE_PATH + ": does not follow from plan and findings");
    }
    List<CitedFigure> figures = DecisionFigures.of(table, outages);
    if (!bundle.figures().equals(figures)) {
      complaints.add(FigureFiles.JSON_PATH + ": does not follow from plan and findings");
    }
    if (!bundle.read(FigureFiles.CSV_PATH).equals(FigureFiles.csv(figures))) {
      complaints.add(FigureFiles.CSV_PATH + ": does not follow from plan and findings");
    }
    return complaints;
  }

  /** Files that a bundle older than them lacks are not missed. */
  private List<String> compareTables(Plan plan, Findings found) throws BundleException {
    List<String> complaints = new ArrayList<>();
    for (Map.Entry<String, String> file : DerivedTables.of(plan, found).entrySet()) {
      String path = "derived/" + file.getKey();
      if (bundle.has(path) && !bundle.read(path).equals(file.getValue())) {
        complaints.add(path + ": does not follow from plan and findings");
      }
    }
    return complaints;
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
    return new DecisionMarkdown(table, conditions(), FaultFiles.tables(bundle)).text();
  }

  private Conditions conditions() throws BundleException {
    Conditions.Standing standing =
        new Conditions.Standing(
            bundle.id(), bundle.digest().orElse(""), bundle.validity(), bundle.reasons());
    return Conditions.of(
        standing, bundle.read(Conditions.CONFIG_PATH), bundle.read(Conditions.ENV_PATH));
  }
}
