package io.rvi.isr.sim;

import io.rvi.isr.protocol.IsrState;
import io.rvi.isr.protocol.Placement;
import io.rvi.isr.protocol.ReplicaStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One walk: a time of faults, in which nothing may be lost, then a time of rest, in which
 * everything must come right.
 */
final class Walk {
  private static final long REST_MAX_MS = 3_000;
  private static final long REST_STEP_MS = 100;
  private static final long REQUEST_EVERY_MS = 8;

  private final World world;
  private final SimCluster cluster;
  private final FaultInjector faults;
  private final FaultPlan plan;
  private long lost;

  private Walk(Scenario scenario, boolean traced) {
    world = new World(scenario.seed(), traced);
    cluster = new SimCluster(world, scenario);
    faults = new FaultInjector(cluster, world);
    plan = scenario.plan();
  }

  /**
   * How a walk went.
   *
   * @param steps events
   * @param acknowledged batches acknowledged
   * @param reads reads answered
   * @param uncleanElections held, where they are allowed
   * @param lost acknowledged records that they cost
   * @param violation what ended it, or null
   * @param trace what happened, one line each, if it was to be told
   */
  record Result(
      long steps,
      long acknowledged,
      long reads,
      long uncleanElections,
      long lost,
      @Nullable InvariantViolation violation,
      List<String> trace) {}

  /** Walks. */
  static Result of(Scenario scenario, boolean traced) {
    Walk walk = new Walk(scenario, traced);
    InvariantViolation violation = null;
    try {
      walk.run();
    } catch (InvariantViolation violated) {
      violation = violated;
    } catch (RuntimeException breach) {
      violation = InvariantViolation.of(breach);
    }
    SimClients clients = walk.cluster.clients();
    return new Result(
        walk.world.steps(),
        clients.acknowledged(),
        clients.reads(),
        walk.cluster.partitions().stream()
            .mapToLong(partition -> partition.invariants().uncleanElections())
            .sum(),
        walk.lost,
        violation,
        walk.world.trace());
  }

  private void run() {
    cluster.begin();
    faults.begin(plan);
    cluster.clients().begin(REQUEST_EVERY_MS);
    world.runUntil(Scenario.FAULTS_MS, cluster::check);
    world.note(() -> "faults end");
    faults.end();
    cluster.clients().stop();
    String unrest = "";
    for (long end = Scenario.FAULTS_MS; end < Scenario.FAULTS_MS + REST_MAX_MS; ) {
      end += REST_STEP_MS;
      world.runUntil(end, cluster::check);
      unrest = unrest();
      if (unrest.isEmpty()) {
        cluster.partitions().forEach(this::checkLogs);
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
    for (SimPartition partition : cluster.partitions()) {
      String leaks = cluster.leaks(partition);
      String unrest = leaks == null ? unrest(partition) : leaks;
      if (!unrest.isEmpty()) {
        return partition.id() + ": " + unrest;
      }
    }
    return "";
  }

  private static String unrest(SimPartition partition) {
    SimReplica leader = partition.leader();
    IsrState isr = leader == null ? null : leader.isrState();
    if (leader == null || isr == null) {
      return "no leader: " + SimZooKeeper.describe(partition.stored());
    }
    List<SimReplica> present = partition.present();
    if (isr.committed().size() != present.size() || !(isr instanceof IsrState.Committed)) {
      return "in-sync set " + isr;
    }
    Placement placement = partition.stored().state().placement();
    if (placement != null && !placement.leaving().isEmpty()) {
      return "under way: " + placement;
    }
    for (SimReplica replica : partition.replicas()) {
      if (replica.isRunning() && !present.contains(replica)) {
        return replica + " is not deleted: " + placement;
      }
    }
    for (SimReplica replica : present) {
      ReplicaStatus status = replica.status();
      boolean settled =
          status != null
              && status.highWatermark() == leader.disk().end()
              && status.logEnd() == leader.disk().end();
      if (!settled) {
        return replica + " is at " + status + ", the leader at " + leader.disk().end();
      }
    }
    return "";
  }

  private void checkLogs(SimPartition partition) {
    List<SimReplica> present = partition.present();
    SimReplica first = present.get(0);
    lost += partition.invariants().countLost(first.id(), first.disk());
    long end = first.disk().end();
    for (SimReplica replica : present) {
      boolean same = replica.disk().prefixHash(end) == first.disk().prefixHash(end);
      if (!same) {
        throw new InvariantViolation(
            "G3 LogMatching", replica.disk() + " at " + replica + ", " + first.disk());
      }
      Invariants.checkEpochs(replica.id(), replica.epochs(), replica.disk());
    }
  }
}
