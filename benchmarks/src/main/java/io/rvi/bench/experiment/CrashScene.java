package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.fault.Harm;
import io.rvi.bench.lab.fault.Proof;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OperationLog;
import io.rvi.bench.load.Outage;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Where replicas are killed under load.
 *
 * @param cluster on which
 * @param cell which cell it is of
 * @param shape how it is measured
 * @param topic the topic under load, of one partition
 * @param random picks among equals
 */
record CrashScene(Cluster cluster, Cell cell, Shape shape, String topic, Random random) {
  /** From the begin of the load to its first ack, and from restart to the first ack after it. */
  static final Duration SERVING_MAX = Duration.ofSeconds(30);

  /** Healthy load around each kill, so that its outage stands out. */
  private static final Duration SETTLE = Duration.ofMillis(300);

  /** The leader, waited for while an election may be under way. */
  NodeId leader() throws TrialException, InterruptedException {
    boolean known = Waiting.until(() -> cluster.leader(topic, 0).isPresent(), SERVING_MAX);
    return cluster
        .leader(topic, 0)
        .orElseThrow(
            () ->
                new TrialException(
                    known ? "the leader was lost while it was aimed at" : "no leader to aim at",
                    null));
  }

  boolean leads(NodeId node) {
    return cluster.leader(topic, 0).filter(node::equals).isPresent();
  }

  /** Kills nodes at once; returns how it is known that they are down. */
  String kill(List<NodeId> nodes) throws TrialException {
    Proof proof = Harm.kill(cluster, nodes).landed();
    if (!proof.landed()) {
      throw new TrialException("the kill of " + nodes + " did not land: " + proof.evidence(), null);
    }
    return proof.evidence();
  }

  /** Whether an append that was sent since a time is committed in time. */
  boolean resumes(OpenLoop loop, long sinceNs) throws InterruptedException {
    return Waiting.until(() -> loop.committedSince(sinceNs), shape.resumeMax());
  }

  void settle() throws InterruptedException {
    Thread.sleep(SETTLE.toMillis());
  }

  /** One of several. */
  NodeId pick(List<NodeId> nodes) {
    return nodes.get(random.nextInt(nodes.size()));
  }

  static void awaitAck(OpenLoop loop, long sinceNs, String otherwise)
      throws TrialException, InterruptedException {
    if (!Waiting.until(() -> loop.committedSince(sinceNs), SERVING_MAX)) {
      throw new TrialException(otherwise + " within " + SERVING_MAX.toSeconds() + " s", null);
    }
  }

  /** The outage after a kill, where writes resumed. */
  static @Nullable Long outageNs(
      OperationLog operations, boolean resumed, long atNs, long untilNs) {
    return resumed
        ? Outage.after(operations, atNs, untilNs)
            .filter(Outage::ended)
            .map(Outage::lengthNs)
            .orElse(null)
        : null;
  }
}
