package io.rvi.bench.experiment;

import io.rvi.api.Appended;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.Outage;
import io.rvi.bench.load.RunningLoad;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Kills replicas one after another under load, the leader first; sees after each whether writes
 * resume by themselves; restarts all; reads everything back.
 *
 * <p>Once writes have stopped they cannot resume by further kills: the remaining kills are made, as
 * the restart has to cope with them, but nothing is asked after them. Where there is one replica it
 * is killed too, to see what its restart brings back.
 */
final class CrashTrial {
  static final String TOPIC = "crash";

  /** The load is stopped by the trial; this bounds a trial that went wrong. */
  private static final Duration LOAD_MAX = Duration.ofMinutes(3);

  /** From the begin of the load to its first ack, and from restart to the first ack after it. */
  private static final Duration SERVING_MAX = Duration.ofSeconds(30);

  /** Healthy load around each kill, so that its outage stands out. */
  private static final Duration SETTLE = Duration.ofMillis(300);

  /** More than an outage can pile up at the rates of a plan: none shall overflow. */
  private static final int IN_FLIGHT_MAX = 100_000;

  private final Cluster cluster;
  private final Cell cell;
  private final Shape shape;
  private final Duration deadline;
  private final Random random;
  private final AckLedger ledger;
  private final List<PendingKill> kills = new ArrayList<>();

  CrashTrial(
      Cluster cluster, LogClient client, Cell cell, Shape shape, Duration deadline, long seed) {
    this.cluster = cluster;
    this.cell = cell;
    this.shape = shape;
    this.deadline = deadline;
    this.random = new Random(seed);
    this.ledger = new AckLedger(client.open(TOPIC, 0), cell.recordBytes(), seed);
  }

  /**
   * Runs the trial; the topic exists.
   *
   * @return what it showed, and the load
   * @throws TrialException when it shows nothing: no leader, a kill that did not land, replicas
   *     that do not come back
   */
  Result run() throws TrialException, InterruptedException, StartException {
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(shape.ratePerSecond()),
            Duration.ZERO,
            LOAD_MAX,
            IN_FLIGHT_MAX,
            deadline);
    long startEpochMs = System.currentTimeMillis();
    try (RunningLoad running = RunningLoad.start(plan, ledger::append)) {
      OpenLoop loop = running.loop();
      awaitAck(loop, 0, "writes did not begin");
      settle();
      killAll(loop);
      long restartNs = loop.elapsedNs();
      restartAll();
      awaitAck(loop, restartNs, "writes did not resume after all replicas were restarted");
      long restartedMs = (loop.elapsedNs() - restartNs) / 1_000_000;
      LoadResult load = running.stop();
      AckAudit audit = audit(load.operations().size());
      return new Result(
          new CrashFinding(findings(load, restartNs), audit, load.counts(), restartedMs),
          load,
          startEpochMs);
    }
  }

  private void killAll(OpenLoop loop) throws TrialException, InterruptedException {
    List<NodeId> alive = new ArrayList<>(cluster.nodes());
    int count = Math.max(1, cell.replicas() - 1);
    boolean writing = true;
    for (int down = 1; down <= count; down++) {
      NodeId victim = down == 1 ? leader() : alive.get(random.nextInt(alive.size()));
      boolean leads = down == 1 || (writing && leads(victim));
      alive.remove(victim);
      long atNs = loop.elapsedNs();
      cluster.kill(victim);
      requireDown(victim);
      boolean resumed =
          writing && Waiting.until(() -> loop.committedSince(atNs), shape.resumeMax());
      kills.add(new PendingKill(victim, leads, down, atNs, writing, resumed));
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

  /** Reads everything up to a last record, which is appended when all others have ended. */
  private AckAudit audit(long next) throws TrialException, InterruptedException, StartException {
    Appended last = Waiting.result(ledger.append(next), deadline.plusSeconds(1), "the last append");
    LogClient reader = cluster.connect("reader", Map.of());
    LogReading.all(reader.open(TOPIC, 0), last.offset() + 1, ledger::found);
    return ledger.audit();
  }

  private List<CrashFinding.Kill> findings(LoadResult load, long restartNs) {
    List<CrashFinding.Kill> findings = new ArrayList<>();
    for (int i = 0; i < kills.size(); i++) {
      PendingKill kill = kills.get(i);
      long untilNs = i + 1 < kills.size() ? kills.get(i + 1).atNs() : restartNs;
      Long outageNs =
          kill.resumed()
              ? Outage.after(load.operations(), kill.atNs(), untilNs)
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

  private record PendingKill(
      NodeId node, boolean leader, int down, long atNs, boolean asked, boolean resumed) {}
}
