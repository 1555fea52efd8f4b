package io.rvi.isr.sim;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.ReplicaEvent;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What goes wrong in a walk. Each walk has its own selection of kinds and rates, so that some walks
 * concentrate on few kinds. A disk is only taken away while another member of every in-sync set
 * that may be stored keeps its own: beyond that nothing is promised.
 */
final class FaultPlan {
  /** Why a replica halts whose disk was made to fail. */
  static final String DISK_FAILURE = "simulated disk failure";

  private final SimCluster cluster;
  private final World world;
  private final List<Fault> kinds;
  private boolean stopped;

  FaultPlan(SimCluster cluster, World world, Set<Fault> allowed) {
    this.cluster = cluster;
    this.world = world;
    SimRandom random = world.random();
    Set<Fault> chosen = EnumSet.noneOf(Fault.class);
    for (Fault fault : allowed) {
      if (random.percent(50)) {
        chosen.add(fault);
      }
    }
    kinds = new ArrayList<>(chosen.isEmpty() ? allowed : chosen);
    boolean bad = allowed.contains(Fault.MESSAGES) && random.percent(70);
    if (bad) {
      cluster.network().quality(random.below(12), random.below(8), random.percent(50) ? 60 : 10);
    }
    boolean uncertain = allowed.contains(Fault.ZOOKEEPER) && random.percent(70);
    if (uncertain) {
      cluster.zooKeeper().quality(random.below(25), random.below(50));
    }
  }

  void begin(long everyMs) {
    world.after(
        world.random().between(1, 2 * everyMs),
        () -> {
          if (!stopped && !kinds.isEmpty()) {
            happen(kinds.get(world.random().below(kinds.size())));
            begin(everyMs);
          }
        });
  }

  /** Faults end: what is broken is repaired, whoever is dead comes back. */
  void end() {
    stopped = true;
    cluster.network().heal();
    cluster.zooKeeper().quality(0, 0);
    for (SimNode node : cluster.nodes()) {
      node.spare();
      if (!node.isAlive()) {
        cluster.restart(node);
      } else if (!node.self().equals(cluster.zooKeeper().registration(node.id()))) {
        cluster.registerAgain(node);
      }
    }
  }

  private SimNode anyNode() {
    SimRandom random = world.random();
    SimNode leader = cluster.leader();
    return leader != null && random.percent(40)
        ? leader
        : cluster.nodes().get(random.below(cluster.nodes().size()));
  }

  private void happen(Fault fault) {
    SimRandom random = world.random();
    SimNode node = anyNode();
    switch (fault) {
      case KILL -> killAndRestart(node, Loss.NOTHING);
      case POWER -> killAndRestart(node, Loss.UNFORCED);
      case WIPE -> killAndRestart(node, Loss.ALL);
      case DISK -> failDisk(node);
      case CUT -> cut(node, random.percent(50));
      case SESSION -> cluster.expireSession(node);
      case PAUSE -> node.pause(random.between(20, 150));
      case CONTROLLER -> cluster.office().fill();
      case LAG_AND_MOVE -> lagAndMove();
      case MESSAGES, ZOOKEEPER -> {
        // Their rates are set for the whole walk.
      }
    }
  }

  /** What a crash takes from the disk. */
  private enum Loss {
    NOTHING,
    UNFORCED,
    ALL
  }

  private void killAndRestart(SimNode node, Loss loss) {
    SimRandom random = world.random();
    if (!node.isAlive()) {
      return;
    }
    boolean losesIdentity =
        loss == Loss.ALL || (loss == Loss.UNFORCED && cluster.config().flush() == Flush.NONE);
    if (losesIdentity && !isSpare(node)) {
      return;
    }
    if (loss == Loss.NOTHING && random.percent(30)) {
      node.dieSoon();
    } else {
      cluster.kill(node);
    }
    if (loss == Loss.ALL) {
      world.note(() -> node.id() + " loses its disk");
      node.disk().wipe(random);
    } else if (loss == Loss.UNFORCED) {
      node.disk().losePower(random, losesIdentity);
      world.note(() -> node.id() + " loses power, its disk keeps " + node.disk());
    }
    long downMs = random.percent(50) ? random.between(1, 30) : random.between(30, 300);
    world.after(downMs, () -> restart(node));
  }

  private void restart(SimNode node) {
    if (!stopped) {
      cluster.restart(node);
    }
  }

  private void failDisk(SimNode node) {
    boolean losesIdentity = cluster.config().flush() == Flush.NONE;
    if (!node.isAlive() || (losesIdentity && !isSpare(node))) {
      return;
    }
    world.note(() -> node.id() + " has a failing disk");
    cluster.kill(node);
    node.disk().losePower(world.random(), losesIdentity);
    world.after(world.random().between(10, 200), () -> restart(node));
  }

  /** Whether every in-sync set that may be stored has another member whose disk is intact. */
  private boolean isSpare(SimNode node) {
    for (PartitionState possible : cluster.zooKeeper().possibleStates()) {
      boolean anotherHolds =
          possible.isr().stream()
              .anyMatch(member -> !member.node().equals(node.id()) && isIntact(member));
      if (!anotherHolds) {
        return false;
      }
    }
    return true;
  }

  private boolean isIntact(Member member) {
    return cluster.node(member.node()).disk().storageId().equals(member.storageId());
  }

  private void cut(SimNode node, boolean bothWays) {
    SimRandom random = world.random();
    int other = random.below(cluster.nodes().size() + 2);
    NodeId end =
        other < cluster.nodes().size()
            ? cluster.nodes().get(other).id()
            : other == cluster.nodes().size() ? SimNetwork.ZOOKEEPER : SimNetwork.CLIENTS;
    long forMs = random.between(20, 250);
    world.note(() -> "link " + node.id() + " -> " + end + " is cut for " + forMs);
    cluster.network().cut(node.id(), end, forMs);
    if (bothWays) {
      cluster.network().cut(end, node.id(), forMs);
    }
    boolean noSession = end.equals(SimNetwork.ZOOKEEPER) && forMs > 80;
    if (noSession) {
      node.receive(new ReplicaEvent.SessionChanged(false));
      cluster.expireSession(node);
      world.after(forMs, () -> node.receive(new ReplicaEvent.SessionChanged(true)));
    }
  }

  /** The rare holes: one replica falls behind by a little, then leadership moves. */
  private void lagAndMove() {
    SimRandom random = world.random();
    SimNode leader = cluster.leader();
    if (leader == null) {
      return;
    }
    NodeId laggard = cluster.nodes().get(random.below(cluster.nodes().size())).id();
    long forMs = random.between(5, 60);
    // Its fetches arrive, and acknowledge, but the answers do not.
    cluster.network().cut(leader.id(), laggard, forMs);
    world.note(() -> "answers " + leader.id() + " -> " + laggard + " are lost for " + forMs);
    world.after(
        random.between(1, forMs),
        () -> {
          if (stopped) {
            return;
          }
          if (random.percent(50)) {
            killAndRestart(leader, Loss.NOTHING);
          } else {
            cluster.expireSession(leader);
          }
        });
  }
}
