package io.rvi.bench.report;

import io.rvi.bench.experiment.Claims;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureFiles;
import io.rvi.bench.result.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Derives a bundle's percentiles once more from every recorded operation, and its decision table
 * and figures from its plan and findings, and compares them with what the bundle holds. Its report
 * may be worded by another version; {@link ReportFiles} words it anew.
 */
public final class Rederivation {
  /** Where the report lies in a bundle, as Markdown. */
  public static final String MARKDOWN_PATH = "report/report.md";

  /** Where the report lies in a bundle, as a page. */
  public static final String HTML_PATH = "report/report.html";

  private static final String DOES_NOT_FOLLOW = ": does not follow from plan and raw files";

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
      complaints.addAll(FaultFiles.verify(bundle));
      if (complaints.isEmpty()) {
        complaints.addAll(compare(Derived.of(bundle.directory(), plan, found)));
      }
    } catch (BundleException e) {
      throw e;
    } catch (IOException | IllegalArgumentException e) {
      complaints.add("plan and raw files cannot be read: " + e.getMessage());
    }
    return List.copyOf(complaints);
  }

  /** Compares what was measured and what follows from it, not the words around it. */
  private List<String> compare(Derived derived) throws BundleException {
    List<String> complaints = new ArrayList<>();
    if (!RunJson.table(bundle.read(RunJson.TABLE_PATH)).rows().equals(derived.table().rows())) {
      complaints.add(RunJson.TABLE_PATH + DOES_NOT_FOLLOW);
    }
    compare(FigureFiles.JSON_PATH, FigureFiles.CSV_PATH, derived.figures(), complaints);
    // Files that a bundle older than them lacks are not missed.
    for (Map.Entry<String, String> file : derived.tables().entrySet()) {
      String path = "derived/" + file.getKey();
      if (bundle.has(path) && !isSame(file.getKey(), bundle.read(path), file.getValue())) {
        complaints.add(path + DOES_NOT_FOLLOW);
      }
    }
    if (bundle.has(FigureFiles.CURVES_JSON_PATH)) {
      compare(
          FigureFiles.CURVES_JSON_PATH, FigureFiles.CURVES_CSV_PATH, derived.curves(), complaints);
    }
    return complaints;
  }

  private static boolean isSame(String name, String held, String derived) {
    return name.equals(DerivedTables.CLAIMS)
        ? areClaimsUpheld(held, derived)
        : held.equals(derived);
  }

  /**
   * Whether all that a bundle claims is judged so again. What it did not judge may be judged by
   * now, and why not may be worded otherwise: its version knew fewer experiments.
   *
   * @param held the bundle's claims, as JSON
   * @param derived claims of the same run, as JSON
   */
  static boolean areClaimsUpheld(String held, String derived) {
    Map<String, JsonNode> now =
        Json.parse(derived)
            .path("claims")
            .valueStream()
            .collect(Collectors.toMap(Rederivation::id, c -> c));
    return Json.parse(held)
        .path("claims")
        .valueStream()
        .filter(claim -> !claim.path("status").asString().equals(Claims.Status.NOT_RUN.name()))
        .allMatch(claim -> claim.equals(now.get(id(claim))));
  }

  private static String id(JsonNode claim) {
    return claim.path("id").asString();
  }

  private void compare(String json, String csv, List<CitedFigure> figures, List<String> complaints)
      throws BundleException {
    if (!bundle.figures(json).equals(figures)) {
      complaints.add(json + DOES_NOT_FOLLOW);
    }
    if (!bundle.read(csv).equals(FigureFiles.csv(figures))) {
      complaints.add(csv + DOES_NOT_FOLLOW);
    }
  }
}
