package io.rvi.bench.campaign;

import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LabException;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;

/** Runs the fault trials of a run, one after the other, each on a cluster of its own. */
public final class FaultRun {
  /** The file of a trial's history. */
  public static final String HISTORY = "faults.history";

  private final Lab lab;

  /**
   * A run.
   *
   * @param lab where clusters run
   */
  public FaultRun(Lab lab) {
    this.lab = lab;
  }

  /**
   * Runs one trial. Whatever keeps it from taking place is in the finding, so that others go on.
   *
   * @param step the trial
   * @param history the file that its history is written to; its directory exists
   * @throws InterruptedException when the thread is interrupted
   */
  public FaultFinding run(FaultStep step, Path history) throws InterruptedException {
    try {
      FaultTrialFinding found = new FaultTrial(step.plan(), history).run(lab);
      return new FaultFinding(FaultRecord.of(step, found.faults()), found.verdict());
    } catch (StartException | IOException | LabException e) {
      return new FaultFinding(FaultRecord.failed(step, String.valueOf(e.getMessage())), null);
    }
  }
}
