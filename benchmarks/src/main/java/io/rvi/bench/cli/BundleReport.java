package io.rvi.bench.cli;

import io.rvi.bench.report.Conditions;
import io.rvi.bench.report.DecisionMarkdown;
import io.rvi.bench.report.DecisionTableJson;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;

/** A complete bundle's report, made from what the bundle holds. */
final class BundleReport {
  private final Bundle bundle;

  BundleReport(Bundle bundle) {
    this.bundle = bundle;
  }

  String markdown() throws BundleException {
    String digest = bundle.digest().orElse("");
    if (digest.isEmpty() || !bundle.has(DecisionTableJson.PATH)) {
      throw new CliException(
          ExitCode.RUN_INVALID,
          "bundle "
              + bundle.id()
              + " has no report: "
              + (digest.isEmpty() ? bundle.incompleteness() : "it holds no decision table"));
    }
    Conditions.Standing standing =
        new Conditions.Standing(bundle.id(), digest, bundle.validity(), bundle.reasons());
    Conditions conditions =
        Conditions.of(
            standing, bundle.read(Conditions.CONFIG_PATH), bundle.read(Conditions.ENV_PATH));
    return new DecisionMarkdown(
            DecisionTableJson.read(bundle.read(DecisionTableJson.PATH)), conditions)
        .text();
  }
}
