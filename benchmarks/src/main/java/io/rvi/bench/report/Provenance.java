package io.rvi.bench.report;

import io.rvi.bench.experiment.RateFinding;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a figure comes from.
 *
 * @param derived the file of the bundle that holds its value
 * @param raw the files that the value follows from: what the steps showed, and what was recorded;
 *     for theory the plan alone
 */
public record Provenance(String derived, List<String> raw) {
  /** What of a repetition's files the figures of an experiment are computed from. */
  private static final Map<String, String> RECORDED =
      Map.of(
          "latency",
          "latency\\..*",
          "throughput",
          "latency\\..*",
          "floor",
          "latency\\..*",
          "tolerance",
          "(crash|loss).*",
          "outage",
          "(crash|outage).*",
          DurabilityReport.EXPERIMENT,
          "(durability|acked).*",
          SlowReport.EXPERIMENT,
          "slow\\..*",
          RateReport.EXPERIMENT,
          "rung-.*",
          "timeline",
          "crash\\..*");

  /** Metrics of one rate: of its files and no other's. */
  private static final Pattern OF_RATE = Pattern.compile("(\\d{1,9})\\..*");

  /** Copies the list. */
  public Provenance {
    raw = List.copyOf(raw);
  }

  /**
   * Traces a figure.
   *
   * @param bundle the bundle that has it
   * @param figure the figure
   * @throws BundleException when the bundle cannot be read, or does not hold the figure
   */
  public static Provenance of(Bundle bundle, CitedFigure figure) throws BundleException {
    return new Provenance(derived(bundle, figure), raw(bundle, figure));
  }

  private static String derived(Bundle bundle, CitedFigure figure) throws BundleException {
    for (String path : FigureFiles.JSON_PATHS) {
      if (bundle.figures(path).contains(figure)) {
        return path;
      }
    }
    throw new BundleException("bundle " + bundle.id() + " does not hold " + figure.id(), null);
  }

  private static List<String> raw(Bundle bundle, CitedFigure figure) throws BundleException {
    String metric = figure.id().metric();
    if (figure.id().experiment().equals("cost") || metric.endsWith(".theory")) {
      return List.of(RunJson.PLAN_PATH);
    }
    List<String> raw = new ArrayList<>();
    if (bundle.has(RunJson.FINDINGS_PATH)) {
      raw.add(RunJson.FINDINGS_PATH);
    }
    Matcher rate = OF_RATE.matcher(metric);
    String recorded =
        figure.id().experiment().equals(RateReport.EXPERIMENT) && rate.matches()
            ? RateFinding.Rung.raw(Integer.parseInt(rate.group(1))) + "\\..*"
            : RECORDED.getOrDefault(figure.id().experiment(), ".*");
    addRecorded(bundle, "raw/" + figure.id().cell() + "/", recorded, raw);
    if (List.of("outage", SlowReport.EXPERIMENT, RateReport.EXPERIMENT)
        .contains(figure.id().experiment())) {
      String directory = "raw/" + figure.id().experiment() + "-" + figure.id().cell() + "/";
      addRecorded(bundle, directory, recorded, raw);
    }
    if (figure.id().experiment().equals(DurabilityReport.EXPERIMENT)) {
      String event = metric.substring(0, metric.indexOf('.'));
      String directory = "raw/durability-" + figure.id().cell() + "-" + event + "/";
      addRecorded(bundle, directory, recorded, raw);
    }
    return raw;
  }

  private static void addRecorded(
      Bundle bundle, String directory, String recorded, List<String> raw) throws BundleException {
    for (String path : bundle.files(directory)) {
      if (path.replaceAll(".*/", "").matches(recorded)) {
        raw.add(path);
      }
    }
  }
}
