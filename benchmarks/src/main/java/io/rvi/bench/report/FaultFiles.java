package io.rvi.bench.report;

import io.rvi.bench.campaign.FaultFinding;
import io.rvi.bench.campaign.FaultRecord;
import io.rvi.bench.campaign.FaultRun;
import io.rvi.bench.campaign.FaultStep;
import io.rvi.bench.check.Checker;
import io.rvi.bench.check.Verdict;
import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.lab.fault.FaultOutcome;
import io.rvi.bench.lab.fault.FaultSchedule;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.FigureFiles;
import io.rvi.bench.result.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fault trials of a run in its bundle: what each recorded and its history are raw; verdicts,
 * table and CSV follow from these.
 */
public final class FaultFiles {
  /** The trials of a run before it is run, beside its plan. */
  public static final String PLAN_PATH = "config/faults.json";

  /** Every trial with its verdict. */
  public static final String JSON_PATH = "derived/faults.json";

  /** Every fault that was done, a row each. */
  public static final String CSV_PATH = "derived/faults.csv";

  private static final String RECORD = "faults.json";
  private static final double NS_PER_MS = 1e6;

  private FaultFiles() {}

  /**
   * Where a file of a trial lies, below {@code raw/}.
   *
   * @param step the trial
   * @param name of the file
   */
  public static String rawPath(FaultStep step, String name) {
    return rawPath(step.cell(), step.fork(), name);
  }

  /**
   * Where the record of a trial lies, below {@code raw/}.
   *
   * @param step the trial
   */
  public static String recordPath(FaultStep step) {
    return rawPath(step, RECORD);
  }

  private static String rawPath(String cell, int fork, String name) {
    return String.format(Locale.ROOT, "%s/f%02d/%s", cell, fork, name);
  }

  /**
   * The trials of a run as JSON, written before the first begins.
   *
   * @param steps in their order
   */
  public static String plan(List<FaultStep> steps) {
    return RunJson.write(new Planned(steps.stream().map(PlannedTrial::of).toList()));
  }

  /**
   * The trials with their verdicts as JSON.
   *
   * @param findings in the order of the plan
   */
  public static String json(List<FaultFinding> findings) {
    return RunJson.write(new Judged(findings));
  }

  /**
   * The decision table as JSON, with the trials below the name {@code faults} when there are any.
   *
   * @param table the decision table
   * @param findings in the order of the plan
   */
  public static String withTable(DecisionTable table, List<FaultFinding> findings) {
    if (findings.isEmpty()) {
      return RunJson.write(table);
    }
    ObjectNode root = (ObjectNode) Json.parse(RunJson.write(table));
    root.set("faults", Json.parse(json(findings)).path("trials"));
    return Json.text(root);
  }

  /**
   * Every fault as CSV.
   *
   * @param findings in the order of the plan
   */
  public static String csv(List<FaultFinding> findings) {
    StringBuilder csv =
        new StringBuilder(
            "cell,fork,fault,injectedMs,effectiveMs,healedMs,landed,evidence,healthBefore,"
                + "healthAfter,verdict\r\n");
    for (FaultFinding finding : findings) {
      for (FaultOutcome.Event event : finding.trial().events()) {
        csv.append(
                String.join(
                    ",",
                    FigureFiles.quoted(finding.trial().cell()),
                    Integer.toString(finding.trial().fork()),
                    FigureFiles.quoted(event.what()),
                    millis(event.injectedNs()),
                    millis(event.effectiveNs()),
                    millis(event.healedNs()),
                    Boolean.toString(event.proof().landed()),
                    FigureFiles.quoted(event.proof().evidence()),
                    FigureFiles.quoted(event.healthBefore()),
                    FigureFiles.quoted(event.healthAfter()),
                    FigureFiles.quoted(finding.word())))
            .append("\r\n");
      }
    }
    return csv.toString();
  }

  static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.0f", nanos / NS_PER_MS);
  }

  /**
   * The table of a bundle's fault trials, as it holds them.
   *
   * @param bundle the bundle
   * @return none when it has no trials
   * @throws BundleException when a file cannot be read
   */
  static List<SideTable> tables(Bundle bundle) throws BundleException {
    return bundle.has(JSON_PATH)
        ? FaultTable.of(RunJson.read(bundle.read(JSON_PATH), Judged.class).trials())
        : List.of();
  }

  /**
   * Judges every history of a bundle once more, and compares.
   *
   * @param bundle the bundle
   * @return what differs, each naming its file
   * @throws BundleException when a file cannot be read
   */
  static List<String> verify(Bundle bundle) throws BundleException {
    List<String> complaints = new ArrayList<>();
    if (!bundle.has(PLAN_PATH)) {
      return complaints;
    }
    List<FaultFinding> findings = new ArrayList<>();
    for (PlannedTrial trial : RunJson.read(bundle.read(PLAN_PATH), Planned.class).trials()) {
      String record = "raw/" + rawPath(trial.cell(), trial.fork(), RECORD);
      String history = "raw/" + rawPath(trial.cell(), trial.fork(), FaultRun.HISTORY);
      try {
        FaultRecord found = RunJson.read(bundle.read(record), FaultRecord.class);
        findings.add(new FaultFinding(found, judge(found, bundle.directory().resolve(history))));
      } catch (IOException e) {
        complaints.add(history + ": cannot be judged: " + e.getMessage());
      }
    }
    if (!RunJson.read(bundle.read(JSON_PATH), Judged.class).trials().equals(findings)) {
      complaints.add(JSON_PATH + ": does not follow from the histories");
    }
    if (!bundle.read(CSV_PATH).equals(csv(findings))) {
      complaints.add(CSV_PATH + ": does not follow from the histories");
    }
    return complaints;
  }

  private static @Nullable Verdict judge(FaultRecord found, Path history) throws IOException {
    return found.failure() == null && Files.exists(history) ? Checker.check(history) : null;
  }

  /** The trials of a run before it is run. */
  record Planned(List<PlannedTrial> trials) {}

  /**
   * A trial before it is run.
   *
   * @param cell the name of its cell
   * @param fork repetition, from 0
   * @param seed decides whom faults aim at among equals
   * @param faults a line each: when, for how long, what
   * @param lengthMs of the load
   * @param ratePerSecond of the load
   * @param recordBytes of the load
   */
  record PlannedTrial(
      String cell,
      int fork,
      long seed,
      List<String> faults,
      long lengthMs,
      int ratePerSecond,
      int recordBytes) {
    static PlannedTrial of(FaultStep step) {
      return new PlannedTrial(
          step.cell(),
          step.fork(),
          step.plan().faults().seed(),
          step.plan().faults().entries().stream().map(FaultSchedule.Entry::toText).toList(),
          step.plan().length().toMillis(),
          step.plan().ratePerSecond(),
          step.plan().recordBytes());
    }
  }

  /** The trials of a run with their verdicts. */
  record Judged(List<FaultFinding> trials) {}
}
