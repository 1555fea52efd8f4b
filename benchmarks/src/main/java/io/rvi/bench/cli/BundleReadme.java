package io.rvi.bench.cli;

import io.rvi.bench.result.Citation;
import io.rvi.bench.result.ResultId;

/** The files at the top of a bundle that people read first. */
final class BundleReadme {
  private BundleReadme() {}

  static String text(String id, String digest) {
    String key = "rvi:" + digest.substring(0, ResultId.HEX_DIGITS);
    return String.join(
        "\n",
        "# Result bundle " + id,
        "",
        "- `report/report.md`: the decision table, its conditions and its limits",
        "- `derived/`: every figure as JSON and CSV; follows from `plan.json` and `raw/`",
        "- `raw/`: histogram logs (`.hlog`, HdrHistogram log format 1.3, nanoseconds), operations",
        "- `config/`, `plan.json`, `env/`: what was asked for, planned and present",
        "- `manifest.json`: length and SHA-256 of every file, validity, bundle digest",
        "",
        "A figure is cited as `" + key + "#experiment/cell/metric`.",
        "`rvi verify " + id + "` checks every byte; `rvi cite " + key + "` prints a citation.",
        "");
  }

  static String citation(String started, String digest, Verdict verdict) {
    return Citation.cff(
        started, "rvi:" + digest.substring(0, ResultId.HEX_DIGITS), verdict.sentence());
  }
}
