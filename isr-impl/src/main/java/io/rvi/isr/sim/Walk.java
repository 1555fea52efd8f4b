package io.rvi.isr.sim;

import io.rvi.isr.protocol.IsrState;
import io.rvi.isr.protocol.ReplicaStatus;
import java.util.List;

/**
 * One walk: a time of faults, in which nothing may be lost, then a time of rest, in which
 * everything must come right.
 */
final class Walk {
  private static final long FAULTS_MS = 1_200;
  private static final long REST_MAX_MS = 3_000;
  private static final long REST_STEP_MS = 100;
  private static final long FAULT_EVERY_MS = 60;
  private static final long REQUEST_EVERY_MS = 8;

  private final World world;
  private final SimCluster cluster;
  private final FaultPlan faults;

  Walk(World world, SimCluster cluster, FaultPlan faults) {
    this.world = world;
    this.cluster = cluster;
    this.faults = faults;
  }

  /** Walks; throws an {@link InvariantViolation} where an invariant does not hold. */
  void run() {
    cluster.begin();
    faults.begin(FAULT_EVERY_MS);
    cluster.clients().begin(REQUEST_EVERY_MS);
    world.runUntil(FAULTS_MS, cluster::check);
    world.note(() -> "faults end");
    faults.end();
    cluster.clients().stop();
    String unrest = "";
    for (long end = FAULTS_MS; end < FAULTS_MS + REST_MAX_MS; ) {
      end += REST_STEP_MS;
      world.runUntil(end, cluster::check);
      unrest = unrest();
      if (unrest.isEmpty()) {
        checkLogs();
        return;
      }
    }
    throw new InvariantViolation("Liveness", unrest);
  }

  /** What keeps the cluster from rest, or nothing. */
  private String unrest() {
    String open = cluster.clients().openWork();
    if (open != null) {
      return open;
    }
    SimNode leader = cluster.leader();
    IsrState isr = leader == null ? null : leader.isrState();
    if (leader == null || isr == null) {
      return "no leader: " + SimZooKeeper.describe(cluster.stored());
    }
    if (isr.committed().size() != cluster.nodes().size() || !(isr instanceof IsrState.Committed)) {
      return "in-sync set " + isr;
    }
    for (SimNode node : cluster.nodes()) {
      ReplicaStatus status = node.status();
      boolean settled =
          status != null
              && status.highWatermark() == leader.disk().end()
              && status.logEnd() == leader.disk().end();
      if (!settled) {
        return node.id() + " is at " + status + ", the leader at " + leader.disk().end();
      }
    }
    return "";
  }

  private void checkLogs() {
    List<SimNode> nodes = cluster.nodes();
    long end = nodes.get(0).disk().end();
    for (SimNode node : nodes) {
      boolean same = node.disk().prefixHash(end) == nodes.get(0).disk().prefixHash(end);
      if (!same) {
        throw new InvariantViolation(
            "G3 LogMatching", node.disk() + " at " + node.id() + ", " + nodes.get(0).disk());
      }
      Invariants.checkEpochs(node.id(), node.epochs(), node.disk());
    }
  }
}
