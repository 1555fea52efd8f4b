package io.rvi.bench.experiment;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.Outage;
import io.rvi.bench.load.RunningLoad;
import io.rvi.spi.StartException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Kills the leader again and again under one load, and brings each killed replica back before the
 * next kill: many outages from one cluster.
 */
public final class FailoverTrial implements AutoCloseable {
  private static final String TOPIC = "failover";

  /** For a restarted replica to catch up. */
  private static final Duration SERVING_MAX = Duration.ofSeconds(30);

  /** Load before a kill, so that there is an ack right before it. */
  private static final Duration SETTLE = Duration.ofMillis(300);

  /** A load this long at most; a trial ends before or is at fault. */
  private static final Duration LOAD_MAX = Duration.ofMinutes(30);

  private static final int IN_FLIGHT_MAX = 100_000;

  private final Cluster cluster;
  private final RunningLoad load;
  private final int replicas;

  private FailoverTrial(Cluster cluster, RunningLoad load, int replicas) {
    this.cluster = cluster;
    this.load = load;
    this.replicas = replicas;
  }

  /**
   * Starts a cluster and its load.
   *
   * @param lab where; closes the cluster if this does not come to an end
   * @param cell what
   * @param ratePerSecond of the load; an outage is resolved to its spacing
   * @throws StartException when the cluster does not start
   * @throws TrialException when the topic can't be created
   * @throws InterruptedException when the thread is interrupted
   */
  public static FailoverTrial start(Lab lab, Cell cell, double ratePerSecond)
      throws StartException, TrialException, InterruptedException {
    Cluster cluster = lab.start(CellCluster.spec(cell));
    LogClient client = cluster.connect("load", Map.of());
    TopicCreation.await(client, TOPIC, cell.replicas());
    ReplicatedLog log = client.open(TOPIC, 0);
    byte[] payload = new byte[cell.recordBytes()];
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(ratePerSecond),
            Duration.ZERO,
            LOAD_MAX,
            IN_FLIGHT_MAX,
            CellCluster.deadline(cell));
    RunningLoad load = RunningLoad.start(plan, index -> log.append(payload));
    return new FailoverTrial(cluster, load, cell.replicas());
  }

  /**
   * Kills the leader, waits until writes have resumed, and brings the replica back.
   *
   * @param resumeMax how long writes may take to resume
   * @return from the last ack before the kill to the first after it
   * @throws TrialException when there is no leader, writes do not resume, or the replica does not
   *     catch up
   * @throws StartException when the replica does not start again
   * @throws InterruptedException when the thread is interrupted
   */
  public Duration killLeader(Duration resumeMax)
      throws TrialException, StartException, InterruptedException {
    OpenLoop loop = load.loop();
    settle(loop);
    NodeId leader =
        cluster.leader(TOPIC, 0).orElseThrow(() -> new TrialException("no leader to kill", null));
    long atNs = loop.elapsedNs();
    cluster.kill(leader);
    // An append that was sent before this may have been acknowledged by the one that died.
    long downNs = loop.elapsedNs();
    if (!Waiting.until(() -> loop.committedSince(downNs), resumeMax)) {
      throw new TrialException(
          "writes did not resume within "
              + resumeMax.toMillis()
              + " ms of the kill of "
              + leader
              + ", one of "
              + replicas,
          null);
    }
    Outage outage =
        Outage.after(loop.operations(), atNs, loop.elapsedNs())
            .orElseThrow(() -> new TrialException("no ack before the kill", null));
    cluster.start(leader);
    if (!Waiting.until(this::allCaughtUp, SERVING_MAX)) {
      throw new TrialException(leader + " did not catch up after its restart", null);
    }
    return Duration.ofNanos(outage.lengthNs());
  }

  private static void settle(OpenLoop loop) throws TrialException, InterruptedException {
    long sinceNs = loop.elapsedNs() + SETTLE.toNanos();
    if (!Waiting.until(() -> loop.committedSince(sinceNs), SERVING_MAX)) {
      throw new TrialException("no writes before the kill", null);
    }
  }

  /** Whether every replica is in the set and knows all that is committed by now. */
  private boolean allCaughtUp() {
    try {
      TopicDescription.Partition partition =
          cluster
              .observer()
              .describe(TOPIC)
              .get(SERVING_MAX.toMillis(), TimeUnit.MILLISECONDS)
              .partitions()
              .get(0);
      return partition.leader().isPresent()
          && partition.inSync().size() == replicas
          && partition.replicaStates().size() == replicas
          && partition.replicaStates().stream()
              .allMatch(state -> state.logEnd() >= partition.highWatermark());
    } catch (ExecutionException | TimeoutException e) {
      return false; // A cluster that finds itself again may not answer yet; the wait is bounded.
    } catch (StartException e) {
      throw new IllegalStateException("no observer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    load.close();
    cluster.close();
  }
}
