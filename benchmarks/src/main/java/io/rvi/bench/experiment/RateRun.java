package io.rvi.bench.experiment;

import io.rvi.api.LogClient;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.load.OperationLog;
import io.rvi.bench.load.Outcome;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * One climb: a fresh cluster, warmed at full speed, an open loop at each rate in turn, and the raw
 * files. After each rate the queue is waited for: the next load begins, or the climb ends, when
 * every append has ended and all replicas are in sync.
 */
final class RateRun {
  /** For what a client still has under way past its deadline, which it promises not to have. */
  private static final Duration END_MAX = Duration.ofSeconds(60);

  private final Lab lab;
  private final UnaryOperator<ClusterSpec> tuning;
  private final RawFiles raw;
  private final Step.RateStep step;
  private final RatePlan plan;
  private final long seed;
  private final List<RateFinding.Rung> rungs = new ArrayList<>();

  RateRun(
      Lab lab,
      UnaryOperator<ClusterSpec> tuning,
      RawFiles raw,
      Step.RateStep step,
      RatePlan plan,
      long seed) {
    this.lab = lab;
    this.tuning = tuning;
    this.raw = raw;
    this.step = step;
    this.plan = plan;
    this.seed = seed;
  }

  /** Runs the step; whatever fails is in the finding, beside the rates offered before. */
  RateFinding run() throws InterruptedException {
    String failure = StepWork.failure(this::measure);
    return new RateFinding(step.cell().name(), step.fork(), rungs, failure);
  }

  private void measure() throws StartException, TrialException, IOException, InterruptedException {
    ClusterSpec spec = tuning.apply(CellCluster.spec(step.cell()));
    try (Cluster cluster = lab.start(spec);
        LogClient client = cluster.connect("load", Map.of())) {
      TopicCreation.await(client, LoadTrial.TOPIC, step.cell().replicas());
      ReplicatedLog log = client.open(LoadTrial.TOPIC, 0);
      RateClimb climb = new RateClimb(plan.ladder(), plan.steps());
      trial(log, plan.ladder().get(0)).warm(LoadTrial.PIPELINE_DEPTH, plan.warmUp());
      LoadedCluster.awaitLevel(cluster, LoadTrial.TOPIC, "before the first rate");
      for (OptionalInt next = climb.next(); next.isPresent(); next = climb.next()) {
        int rate = next.getAsInt();
        climb.took(rate, offer(cluster, log, rate, climb.isStep(rate)));
        // After the last one too: a rate at which a replica was lost for good was not sustained.
        LoadedCluster.awaitLevel(cluster, LoadTrial.TOPIC, "after " + rate + "/s");
      }
    } catch (LabException e) {
      throw new TrialException(String.valueOf(e.getMessage()), e);
    }
  }

  private LoadTrial trial(ReplicatedLog log, int rate) {
    return new LoadTrial(
        log, step.cell(), plan.shape(rate), CellCluster.deadline(step.cell()), seed);
  }

  private RungVerdict offer(Cluster cluster, ReplicatedLog log, int rate, boolean isStep)
      throws TrialException, IOException, InterruptedException {
    String prefix = RateFinding.Rung.raw(rate);
    LoadTrial.Result result =
        trial(log, rate).run(cluster, name -> raw.file(step, prefix + "." + name));
    OperationLog operations = result.load().operations();
    boolean ended = Waiting.until(() -> haveEnded(operations), END_MAX);
    // What ended late is counted as it ended, in findings and raw files alike.
    LoadFinding load =
        LoadFinding.of(
            result.load(), 0, result.finding().throughputCounts(), result.finding().conditions());
    new LoadFiles(result.load(), result.startEpochMs(), List.of()).write(raw, step, prefix);
    rungs.add(new RateFinding.Rung(rate, isStep, load));
    if (!ended) {
      throw new TrialException("appends at " + rate + "/s never ended", null);
    }
    return RungVerdict.of(load, plan);
  }

  private static boolean haveEnded(OperationLog operations) {
    for (int i = 0; i < operations.size(); i++) {
      if (operations.outcome(i) == Outcome.TIMED_OUT) {
        return false;
      }
    }
    return true;
  }
}
