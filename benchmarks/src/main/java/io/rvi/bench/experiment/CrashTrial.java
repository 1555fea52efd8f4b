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
import io.rvi.bench.load.Outage;
import io.rvi.bench.load.RunningLoad;
import io.rvi.spi.Capability;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Kills replicas one after another under load, the leader first; sees after each whether writes
 * resume by themselves; restarts all; reads everything back.
 *
 * <p>Once writes have stopped they cannot resume by further kills, nor after the last replica's:
 * these kills are made, but nothing is asked after them. The last one is killed too, so that all
 * that is read back has been through a restart.
 */
final class CrashTrial {
  static final String TOPIC = "crash";

  /** The load is stopped by the trial; this bounds a trial that went wrong. */
  private static final Duration LOAD_MAX = Duration.ofMinutes(3);

  /** From the begin of the load to its first ack, and from restart to the first ack after it. */
  private static final Duration SERVING_MAX = Duration.ofSeconds(30);

  /** For the whole log, at a rate that any disk reaches. */
  private static final Duration READ_BACK_MAX = Duration.ofSeconds(60);

  /** Healthy load around each kill, so that its outage stands out. */
  private static final Duration SETTLE = Duration.ofMillis(300);

  /** More than an outage can pile up at the rates of a plan: none shall overflow. */
  private static final int IN_FLIGHT_MAX = 100_000;

  private final Cluster cluster;
  private final Cell cell;
  private final Shape shape;
  private final Path historyFile;
  private final Random random;
  private final List<PendingKill> kills = new ArrayList<>();

  /**
   * Prepares a trial.
   *
   * @param cluster on which; all its nodes are up
   * @param cell which cell it is of
   * @param shape how it is measured
   * @param historyFile where every append and what was read back is recorded
   * @param seed of the choice of victims
   */
  CrashTrial(Cluster cluster, Cell cell, Shape shape, Path historyFile, long seed) {
    this.cluster = cluster;
    this.cell = cell;
    this.shape = shape;
    this.historyFile = historyFile;
    this.random = new Random(seed);
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
        new CrashFinding(findings(loaded), audit, loaded.result().counts(), loaded.restartedMs());
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
      awaitAck(loop, 0, "writes did not begin");
      settle();
      killAll(loop);
      long restartNs = loop.elapsedNs();
      restartAll();
      awaitAck(loop, restartNs, "writes did not resume after all replicas were restarted");
      long restartedMs = (loop.elapsedNs() - restartNs) / 1_000_000;
      return new Loaded(running.stop(), startEpochMs, restartNs, restartedMs);
    }
  }

  private void killAll(OpenLoop loop) throws TrialException, InterruptedException {
    List<NodeId> alive = new ArrayList<>(cluster.nodes());
    boolean writing = true;
    for (int down = 1; !alive.isEmpty(); down++) {
      NodeId victim = down == 1 ? leader() : alive.get(random.nextInt(alive.size()));
      boolean leads = down == 1 || (writing && leads(victim));
      alive.remove(victim);
      long atNs = loop.elapsedNs();
      cluster.kill(victim);
      requireDown(victim);
      // An append that was sent before this may have been acknowledged by the one that died.
      long downNs = loop.elapsedNs();
      boolean asked = writing && !alive.isEmpty();
      boolean resumed =
          asked && Waiting.until(() -> loop.committedSince(downNs), shape.resumeMax());
      kills.add(new PendingKill(victim, leads, down, atNs, asked, resumed));
      writing = resumed;
      if (resumed) {
        settle();
      }
    }
  }

  private NodeId leader() throws TrialException, InterruptedException {
    boolean known = Waiting.until(() -> cluster.leader(TOPIC, 0).isPresent(), SERVING_MAX);
    return cluster
        .leader(TOPIC, 0)
        .orElseThrow(
            () ->
                new TrialException(
                    known ? "the leader was lost while it was aimed at" : "no leader to aim at",
                    null));
  }

  private boolean leads(NodeId node) {
    return cluster.leader(TOPIC, 0).filter(node::equals).isPresent();
  }

  private void requireDown(NodeId node) throws TrialException {
    NodeStatus status = cluster.status(node);
    if (status.state() != NodeStatus.State.STOPPED) {
      throw new TrialException("the kill of " + node + " did not land: " + status.state(), null);
    }
  }

  private static void settle() throws InterruptedException {
    Thread.sleep(SETTLE.toMillis());
  }

  private static void awaitAck(OpenLoop loop, long sinceNs, String otherwise)
      throws TrialException, InterruptedException {
    if (!Waiting.until(() -> loop.committedSince(sinceNs), SERVING_MAX)) {
      throw new TrialException(otherwise + " within " + SERVING_MAX.toSeconds() + " s", null);
    }
  }

  private void restartAll() throws StartException, InterruptedException {
    List<NodeId> down = kills.stream().map(PendingKill::node).toList();
    new ParallelStart(cluster).all(down);
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

  private List<CrashFinding.Kill> findings(Loaded loaded) {
    List<CrashFinding.Kill> findings = new ArrayList<>();
    for (int i = 0; i < kills.size(); i++) {
      PendingKill kill = kills.get(i);
      long untilNs = i + 1 < kills.size() ? kills.get(i + 1).atNs() : loaded.restartNs();
      Long outageNs =
          kill.resumed()
              ? Outage.after(loaded.result().operations(), kill.atNs(), untilNs)
                  .filter(Outage::ended)
                  .map(Outage::lengthNs)
                  .orElse(null)
              : null;
      findings.add(
          new CrashFinding.Kill(
              kill.node(),
              kill.leader(),
              kill.down(),
              kill.atNs() / 1_000_000,
              kill.asked() ? kill.resumed() : null,
              outageNs));
    }
    return findings;
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

  private record PendingKill(
      NodeId node, boolean leader, int down, long atNs, boolean asked, boolean resumed) {}
}
