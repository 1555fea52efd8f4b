package io.rvi.bench.experiment;

import io.rvi.api.LogClient;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.fault.Harm;
import io.rvi.bench.lab.fault.Injected;
import io.rvi.bench.lab.fault.Proof;
import io.rvi.bench.lab.link.Delay;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One repetition of a cell: a fresh cluster, load, and then crashes on the same cluster. The crash
 * part has a topic of its own, so that what it reads back is its own and begins at offset 0.
 */
final class CellTrial {
  private final Lab lab;
  private final UnaryOperator<ClusterSpec> tuning;
  private final RawFiles raw;
  private final Shape shape;
  private final Step.CellStep step;
  private final long seed;
  private @Nullable LoadFinding load;
  private @Nullable CrashFinding crash;
  private @Nullable LossFinding loss;

  CellTrial(
      Lab lab,
      UnaryOperator<ClusterSpec> tuning,
      RawFiles raw,
      Shape shape,
      Step.CellStep step,
      long seed) {
    this.lab = lab;
    this.tuning = tuning;
    this.raw = raw;
    this.shape = shape;
    this.step = step;
    this.seed = seed;
  }

  /** Runs the trial; whatever fails is in the finding. */
  CellFinding run() throws InterruptedException {
    String failure = StepWork.failure(this::measure);
    return new CellFinding(step.name(), step.fork(), load, crash, loss, failure);
  }

  private void measure() throws StartException, TrialException, IOException, InterruptedException {
    Cell cell = step.cell();
    ClusterSpec spec = tuning.apply(CellCluster.spec(cell));
    spec = shape.hasLoad() ? spec : spec.startingOften();
    Wiring wiring = shape.delay(cell).isPresent() ? Wiring.PROXIED : spec.wiring();
    try (Cluster cluster = lab.start(spec.withWiring(wiring));
        LogClient client = cluster.connect("load", Map.of())) {
      if (shape.hasLoad()) {
        TopicCreation.await(client, LoadTrial.TOPIC, cell.replicas());
        LoadTrial trial =
            new LoadTrial(
                client.open(LoadTrial.TOPIC, 0), cell, shape, CellCluster.deadline(cell), seed);
        LoadTrial.Result loaded = overLinks(cluster, trial);
        load = loaded.finding();
        new LoadFiles(loaded.load(), loaded.startEpochMs(), List.of()).write(raw, step, "latency");
      }
      if (cell.crashes()) {
        CrashTrial.Result crashed =
            new CrashTrial(
                    cluster,
                    cell,
                    shape,
                    CrashVariant.of(step.fork(), cell.replicas()),
                    raw.file(step, "crash.history"),
                    seed)
                .run();
        crash = crashed.finding();
        new LoadFiles(crashed.load(), crashed.startEpochMs(), crashed.finding().killsNs())
            .write(raw, step, "crash");
      }
      if (cell.crashes() && shape.lossRecordsOrZero() > 0) {
        Path directory = Objects.requireNonNull(raw.file(step, "loss-appends.history").getParent());
        loss =
            new LossTrial(cluster, cell, shape, LossVariant.of(step.fork()), directory, seed).run();
      }
    }
  }

  /** Loads the cluster over the links that the plan asks for; they are plain again afterwards. */
  private LoadTrial.Result overLinks(Cluster cluster, LoadTrial trial)
      throws StartException, TrialException, IOException, InterruptedException {
    Optional<Delay> delay = shape.delay(step.cell());
    if (delay.isEmpty()) {
      return trial.run(cluster, name -> raw.file(step, name));
    }
    trial.warm(LoadTrial.WARMING_DEPTH, shape.warmUp());
    Injected slow = Harm.delayLinks(cluster, delay.get());
    try {
      LoadTrial.Result result = trial.run(cluster, name -> raw.file(step, name));
      Proof proof = slow.landed();
      if (!proof.landed()) {
        throw new TrialException("links were not delayed: " + proof.evidence(), null);
      }
      return result;
    } finally {
      slow.heal();
    }
  }
}
