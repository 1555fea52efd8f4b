package io.rvi.bench.experiment;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.load.OutcomeCounts;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One step of outages: a fresh cluster, its events in order, the verdict, and the raw files. */
final class OutageRun {
  private final Lab lab;
  private final UnaryOperator<ClusterSpec> tuning;
  private final RawFiles raw;
  private final Step.OutageStep step;
  private final double ratePerSecond;
  private final Duration resumeMax;
  private final long seed;
  private final List<OutageFinding.Trial> trials = new ArrayList<>();
  private @Nullable AckAudit audit;
  private @Nullable OutcomeCounts counts;

  OutageRun(
      Lab lab,
      UnaryOperator<ClusterSpec> tuning,
      RawFiles raw,
      Step.OutageStep step,
      double ratePerSecond,
      Duration resumeMax,
      long seed) {
    this.lab = lab;
    this.tuning = tuning;
    this.raw = raw;
    this.step = step;
    this.ratePerSecond = ratePerSecond;
    this.resumeMax = resumeMax;
    this.seed = seed;
  }

  /** Runs the step; whatever fails is in the finding, beside the trials made before. */
  OutageFinding run() throws InterruptedException {
    String failure = StepWork.failure(this::measure);
    return new OutageFinding(
        step.cell().name(),
        step.fork(),
        seed,
        CellCluster.failureDetection(step.cell()).toMillis(),
        trials,
        audit,
        counts,
        failure);
  }

  private void measure() throws StartException, TrialException, IOException, InterruptedException {
    try (OutageSession session =
        OutageSession.start(
            lab,
            step.cell(),
            tuning,
            ratePerSecond,
            resumeMax,
            raw.file(step, "outage.history"),
            seed)) {
      try {
        for (OutageEvent event : step.events()) {
          trials.add(session.trial(event));
        }
      } finally {
        conclude(session.end());
      }
    } catch (LabException e) {
      throw new TrialException(String.valueOf(e.getMessage()), e);
    }
  }

  private void conclude(LoadedCluster.Ended ended) throws IOException {
    audit = ended.audit();
    counts = ended.load().counts();
    List<Long> eventsNs = trials.stream().map(trial -> trial.times().injectedNs()).toList();
    ended.write(raw, step, "outage", eventsNs);
  }
}
