package io.rvi.bench.cli;

import io.rvi.bench.report.DecisionFigures;
import io.rvi.bench.report.DecisionTableJson;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.FigureFiles;
import java.util.ArrayList;
import java.util.List;

/** Derives a bundle's figures once more and compares them with the files that it holds. */
final class Rederivation {
  private final Bundle bundle;

  Rederivation(Bundle bundle) {
    this.bundle = bundle;
  }

  /** What differs, each naming its file. */
  List<String> verify() throws BundleException {
    List<String> findings = new ArrayList<>();
    if (!bundle.has(DecisionTableJson.PATH)) {
      return findings;
    }
    try {
      var figures = DecisionFigures.of(DecisionTableJson.read(bundle.read(DecisionTableJson.PATH)));
      compare(FigureFiles.JSON_PATH, FigureFiles.json(figures), findings);
      compare(FigureFiles.CSV_PATH, FigureFiles.csv(figures), findings);
    } catch (IllegalArgumentException e) {
      findings.add(DecisionTableJson.PATH + ": " + e.getMessage());
    }
    return findings;
  }

  private void compare(String path, String expected, List<String> findings)
      throws BundleException {
    if (!bundle.read(path).equals(expected)) {
      findings.add(path + ": does not follow from " + DecisionTableJson.PATH);
    }
  }
}
