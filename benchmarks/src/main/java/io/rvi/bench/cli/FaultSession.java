package io.rvi.bench.cli;

import io.rvi.bench.campaign.FaultFinding;
import io.rvi.bench.campaign.FaultRun;
import io.rvi.bench.campaign.FaultStep;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LoopVolume;
import io.rvi.bench.report.FaultFiles;
import io.rvi.bench.report.RunJson;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.BundleWriter;
import io.rvi.bench.result.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The fault trials of one run, between configuration and bundle. */
final class FaultSession {
  private final BundleWriter writer;

  FaultSession(BundleWriter writer) {
    this.writer = writer;
  }

  /**
   * Writes down what will be done, and makes sure that this host can do it.
   *
   * @param steps the trials; may be none
   * @param work where nodes' data will lie; exists
   * @throws CliException when faults hurt disks and this host has no loop mounts
   */
  void prepare(List<FaultStep> steps, Path work) throws BundleException {
    if (steps.isEmpty()) {
      return;
    }
    if (steps.stream().anyMatch(step -> step.plan().faults().needsVolumes())) {
      requireVolumes("faults", work);
    }
    writer.add(Section.CONFIG, fileOf(FaultFiles.PLAN_PATH), FaultFiles.plan(steps));
  }

  /**
   * Makes sure that this host has disks that can be hurt.
   *
   * @param what needs them
   * @param work where they would lie; exists
   * @throws CliException when it has none
   */
  static void requireVolumes(String what, Path work) {
    LoopVolume.unavailable(work)
        .ifPresent(
            why -> {
              throw new CliException(
                  ExitCode.MACHINE, what + ": no disk that could be hurt: " + why);
            });
  }

  /** Runs them; what each recorded is in the bundle as soon as it has ended. */
  List<FaultFinding> run(List<FaultStep> steps, Lab lab, RunProgress progress)
      throws IOException, InterruptedException {
    List<FaultFinding> findings = new ArrayList<>();
    for (FaultStep step : steps) {
      Path history = writer.raw(FaultFiles.rawPath(step, FaultRun.HISTORY));
      FaultFinding finding = new FaultRun(lab).run(step, history);
      writer.add(Section.RAW, FaultFiles.recordPath(step), RunJson.write(finding.trial()));
      findings.add(finding);
      progress.say(
          "[faults "
              + findings.size()
              + "/"
              + steps.size()
              + "] "
              + step.cell()
              + ": "
              + finding.trial().events().size()
              + " faults, "
              + finding.lines().get(0));
    }
    return findings;
  }

  /** Writes what follows from the trials. */
  void derive(List<FaultFinding> findings) throws BundleException {
    if (!findings.isEmpty()) {
      writer.add(Section.DERIVED, fileOf(FaultFiles.JSON_PATH), FaultFiles.json(findings));
      writer.add(Section.DERIVED, fileOf(FaultFiles.CSV_PATH), FaultFiles.csv(findings));
    }
  }

  private static String fileOf(String path) {
    return path.substring(path.indexOf('/') + 1);
  }
}
