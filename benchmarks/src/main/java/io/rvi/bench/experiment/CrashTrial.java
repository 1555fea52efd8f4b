package io.rvi.bench.experiment;

import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.check.Checker;
import io.rvi.bench.check.HistoryEvent;
import io.rvi.bench.check.HistoryWriter;
import io.rvi.bench.check.LogScan;
import io.rvi.bench.check.RecordedProducer;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.RunningLoad;
import io.rvi.spi.Capability;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Kills replicas under load, in turn or at once; sees after each kill whether writes resume by
 * themselves; restarts all; reads everything back, which has then been through a restart.
 */
final class CrashTrial {
  static final String TOPIC = "crash";

  /** The load is stopped by the trial; this bounds a trial that went wrong. */
  private static final Duration LOAD_MAX = Duration.ofMinutes(3);

  /** For the whole log, at a rate that any disk reaches. */
  private static final Duration READ_BACK_MAX = Duration.ofSeconds(60);

  /** More than an outage can pile up at the rates of a plan: none shall overflow. */
  private static final int IN_FLIGHT_MAX = 100_000;

  private final Cluster cluster;
  private final Cell cell;
  private final Shape shape;
  private final Path historyFile;
  private final CrashVariant variant;
  private final long seed;
  private final CrashScene scene;
  private final KillSequence sequence;
  private final KillCrowds crowds;

  /**
   * Prepares a trial.
   *
   * @param cluster on which; all its nodes are up
   * @param cell which cell it is of
   * @param shape how it is measured
   * @param variant how replicas are killed
   * @param historyFile where every append and what was read back is recorded
   * @param seed of the choice of victims
   */
  CrashTrial(
      Cluster cluster, Cell cell, Shape shape, CrashVariant variant, Path historyFile, long seed) {
    this.cluster = cluster;
    this.cell = cell;
    this.shape = shape;
    this.historyFile = historyFile;
    this.variant = variant;
    this.seed = seed;
    this.scene = new CrashScene(cluster, cell, shape, TOPIC, new Random(seed));
    this.sequence = new KillSequence(scene, variant == CrashVariant.IN_TURN_LEADER_FIRST);
    this.crowds = new KillCrowds(scene, variant == CrashVariant.AT_ONCE_WITH_LEADER);
  }

  /**
   * Runs the trial.
   *
   * @return what it showed, and the load
   * @throws TrialException when it shows nothing: no leader, a kill that did not land, replicas
   *     that do not come back
   */
  Result run() throws TrialException, InterruptedException, StartException, IOException {
    List<String> replicas = cluster.nodes().stream().map(NodeId::toString).toList();
    Loaded loaded;
    try (HistoryWriter history =
        new HistoryWriter(historyFile, new HistoryEvent.Begun(TOPIC + "-0", replicas))) {
      // Closed before the history is: so every append has an end in it.
      try (LogClient client = cluster.connect("crash", Map.of())) {
        TopicCreation.await(client, TOPIC, cell.replicas());
        loaded = load(client.open(TOPIC, 0), history);
      }
      readBack(history);
    }
    AckAudit audit = AckAudit.of(Checker.check(historyFile));
    CrashFinding finding =
        new CrashFinding(
            sequence.findings(loaded.result().operations(), loaded.restartNs()),
            audit,
            loaded.result().counts(),
            loaded.restartedMs(),
            variant,
            seed,
            crowds.findings(loaded.result().operations()),
            sequence.refusal());
    return new Result(finding, loaded.result(), loaded.startEpochMs());
  }

  private Loaded load(ReplicatedLog log, HistoryWriter history)
      throws TrialException, InterruptedException, StartException {
    RecordedProducer producer =
        new RecordedProducer(log, 0, cell.recordBytes(), history, System::nanoTime);
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(shape.ratePerSecond()),
            Duration.ZERO,
            LOAD_MAX,
            IN_FLIGHT_MAX,
            CellCluster.deadline(cell));
    long startEpochMs = System.currentTimeMillis();
    try (RunningLoad running =
        RunningLoad.start(plan, index -> producer.append(System.nanoTime()))) {
      OpenLoop loop = running.loop();
      CrashScene.awaitAck(loop, 0, "writes did not begin");
      scene.settle();
      if (variant.atOnce()) {
        crowds.run(loop);
      } else {
        sequence.run(loop);
      }
      long restartNs = loop.elapsedNs();
      new ParallelStart(cluster).all(cluster.nodes());
      CrashScene.awaitAck(
          loop, restartNs, "writes did not resume after all replicas were restarted");
      long restartedMs = (loop.elapsedNs() - restartNs) / 1_000_000;
      return new Loaded(running.stop(), startEpochMs, restartNs, restartedMs);
    }
  }

  private void readBack(HistoryWriter history)
      throws TrialException, InterruptedException, StartException {
    boolean linearizable =
        Lab.backend(cell.backend()).capabilities().contains(Capability.LINEARIZABLE_READS);
    try (LogClient reader = cluster.connect("reader", Map.of())) {
      // A scan that does not reach the end is in the history; what it lacks is then unavailable.
      new LogScan(history, System::nanoTime)
          .live(
              reader.open(TOPIC, 0),
              "reader",
              linearizable ? Consistency.LINEARIZABLE : Consistency.COMMITTED,
              READ_BACK_MAX);
    }
  }

  /**
   * What the trial showed and what it was computed from.
   *
   * @param finding what it showed
   * @param load the load through all kills
   * @param startEpochMs when the load began, wall clock
   */
  record Result(CrashFinding finding, LoadResult load, long startEpochMs) {}

  private record Loaded(LoadResult result, long startEpochMs, long restartNs, long restartedMs) {}
}
