package io.rvi.isr.sim;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerEvent;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.ReplicaEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a {@link FaultPlan}. A disk is only taken away while another member of every in-sync
 * set that may be stored keeps its own: beyond that nothing is promised.
 */
final class FaultInjector {
  /** Why a replica halts whose disk was made to fail. */
  static final String DISK_FAILURE = "simulated disk failure";

  private static final long HAND_OVER_MAX_MS = 150;
  private static final int LEAVE_TRIES_MAX = 20;

  private final SimCluster cluster;
  private final World world;
  private boolean stopped;

  FaultInjector(SimCluster cluster, World world) {
    this.cluster = cluster;
    this.world = world;
  }

  /** Lets the faults happen in their time; called at time 0. */
  void begin(FaultPlan plan) {
    FaultPlan.Quality quality = plan.quality();
    cluster.network().quality(quality.lossPercent(), quality.doublePercent(), quality.lateMaxMs());
    cluster.zooKeeper().quality(quality.lostAnswerPercent(), quality.stalePercent());
    for (FaultPlan.Planned fault : plan.faults()) {
      world.after(fault.atMs(), () -> happen(fault.kind(), new SimRandom(fault.salt())));
    }
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

  /** The node that leads some partition, if it lives. */
  private @Nullable SimNode leader(SimRandom random) {
    List<SimPartition> partitions = cluster.partitions();
    SimReplica leader = partitions.get(random.below(partitions.size())).leader();
    return leader == null ? null : leader.node();
  }

  private SimNode anyNode(SimRandom random) {
    SimNode leader = leader(random);
    return leader != null && random.percent(40)
        ? leader
        : cluster.nodes().get(random.below(cluster.nodes().size()));
  }

  private void happen(Fault fault, SimRandom random) {
    if (stopped) {
      return;
    }
    SimNode node = anyNode(random);
    switch (fault) {
      case KILL -> killAndRestart(node, Loss.NOTHING, random);
      case POWER -> killAndRestart(node, Loss.UNFORCED, random);
      case SHUTDOWN -> shutDown(node, random);
      case WIPE -> killAndRestart(node, Loss.ALL, random);
      case DISK -> failDisk(node, random);
      case CUT -> cut(node, random);
      case SESSION -> cluster.expireSession(node);
      case PAUSE -> node.pause(random.between(20, 150));
      case CONTROLLER -> cluster.office().fill();
      case REASSIGN -> reassign(random);
      case LAG_AND_MOVE -> lagAndMove(random);
      case AWAY_AND_BACK -> awayAndBack(random);
      case LATE_AND_WIPED -> lateAndWiped(random);
      case MESSAGES, ZOOKEEPER, UNCLEAN_ELECTION -> {
        // They are set for the whole walk.
      }
    }
  }

  /** What a crash takes from the disk. */
  private enum Loss {
    NOTHING,
    UNFORCED,
    ALL
  }

  private void killAndRestart(SimNode node, Loss loss, SimRandom random) {
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
      node.wipe(random);
    } else if (loss == Loss.UNFORCED) {
      world.note(() -> node.id() + " loses power");
      node.losePower(random, losesIdentity);
    }
    long downMs = random.percent(50) ? random.between(1, 30) : random.between(30, 300);
    world.after(downMs, () -> restart(node));
  }

  private void restart(SimNode node) {
    if (!stopped) {
      cluster.restart(node);
    }
  }

  private void shutDown(SimNode node, SimRandom random) {
    if (!node.isAlive() || node.isPaused()) {
      return;
    }
    int life = node.life();
    long downMs = random.between(1, 200);
    world.note(() -> node.id() + " is to stop");
    node.receive(new ReplicaEvent.ShutdownStarted());
    cluster.office().askForLeave(node, done -> leave(node, life, done, 0));
    world.after(HAND_OVER_MAX_MS, () -> stop(node, life, "without leave"));
    // It comes back also after the faults have ended: nobody else would start it.
    world.after(HAND_OVER_MAX_MS + downMs, () -> cluster.restart(node));
  }

  private void leave(SimNode node, int life, boolean done, int tries) {
    if (node.life() != life) {
      return;
    }
    if (done) {
      stop(node, life, "with leave");
    } else if (tries < LEAVE_TRIES_MAX) {
      cluster.office().askForLeave(node, again -> leave(node, life, again, tries + 1));
    }
  }

  private void stop(SimNode node, int life, String how) {
    if (node.life() == life) {
      world.note(() -> node.id() + " stops " + how);
      cluster.stop(node);
    }
  }

  private void failDisk(SimNode node, SimRandom random) {
    boolean losesIdentity = cluster.config().flush() == Flush.NONE;
    if (!node.isAlive() || (losesIdentity && !isSpare(node))) {
      return;
    }
    world.note(() -> node.id() + " has a failing disk");
    cluster.kill(node);
    node.losePower(random, losesIdentity);
    world.after(random.between(10, 200), () -> restart(node));
  }

  /** Whether every in-sync set that may be stored has another member whose disk is intact. */
  private boolean isSpare(SimNode node) {
    if (cluster.config().uncleanElection()) {
      return true;
    }
    for (SimPartition partition : cluster.partitions()) {
      for (PartitionState possible : cluster.zooKeeper().possibleStates(partition)) {
        boolean anotherHolds =
            possible.isr().stream()
                .anyMatch(member -> !member.node().equals(node.id()) && isIntact(member));
        if (!anotherHolds) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isIntact(Member member) {
    return cluster.node(member.node()).storageId().equals(member.storageId());
  }

  private void cut(SimNode node, SimRandom random) {
    boolean bothWays = random.percent(50);
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
  private void lagAndMove(SimRandom random) {
    SimNode leader = leader(random);
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
            killAndRestart(leader, Loss.NOTHING, random);
          } else {
            cluster.expireSession(leader);
          }
        });
  }

  private void awayAndBack(SimRandom random) {
    SimNode first = leader(random);
    if (first == null || cluster.nodes().size() < 3) {
      return;
    }
    List<SimNode> others = new ArrayList<>(cluster.nodes());
    others.remove(first);
    SimNode second = others.get(0);
    SimNode witness = others.get(1 + random.below(others.size() - 1));
    // The next leader lacks what the witness has.
    long lacksMs = random.between(8, 40);
    cluster.network().cut(first.id(), second.id(), lacksMs + 5);
    world.note(() -> "leadership goes from " + first.id() + " to " + second.id() + " and back");
    world.after(
        lacksMs,
        () -> {
          if (stopped) {
            return;
          }
          long deafMs = random.between(20, 70);
          others.forEach(node -> cluster.network().cut(node.id(), first.id(), deafMs));
          boolean speaksLate = random.percent(50);
          if (speaksLate) {
            // What it says now is heard after the first leader is back.
            cluster.network().heal(witness.id(), first.id());
            cluster.network().holdUp(witness.id(), first.id(), deafMs + random.between(0, 40));
          }
          cluster.expireSession(first);
          world.after(deafMs - random.between(0, 15), () -> bringBack(second, random));
        });
  }

  private void bringBack(SimNode from, SimRandom random) {
    if (!stopped) {
      if (random.percent(50)) {
        killAndRestart(from, Loss.NOTHING, random);
      } else {
        cluster.expireSession(from);
      }
    }
  }

  private void reassign(SimRandom random) {
    List<SimPartition> partitions = cluster.partitions();
    SimPartition partition = partitions.get(random.below(partitions.size()));
    List<NodeId> nodes = new ArrayList<>(cluster.nodes().stream().map(SimNode::id).toList());
    // In random order: who comes first is preferred to lead.
    for (int i = nodes.size() - 1; i > 0; i--) {
      Collections.swap(nodes, i, random.below(i + 1));
    }
    long id = cluster.nextRequestId();
    if (random.percent(30)) {
      cluster
          .office()
          .ask(new ControllerEvent.TransferLeadership(id, partition.id(), nodes.get(0)));
      return;
    }
    int least = Math.min(cluster.config().minInsyncReplicas(), nodes.size());
    List<NodeId> target = nodes.subList(0, least + random.below(nodes.size() - least + 1));
    cluster.office().ask(new ControllerEvent.Reassign(id, partition.id(), target, false));
  }

  private void lateAndWiped(SimRandom random) {
    SimNode leader = leader(random);
    SimNode node = cluster.nodes().get(random.below(cluster.nodes().size()));
    if (leader == null || leader == node || !isSpare(node)) {
      return;
    }
    long heldMs = random.between(10, 80);
    cluster.network().holdUp(node.id(), leader.id(), heldMs);
    world.note(() -> "what " + node.id() + " says to " + leader.id() + " comes late");
    world.after(
        random.between(1, heldMs),
        () -> {
          if (!stopped) {
            cluster.network().letGo(node.id(), leader.id());
            killAndRestart(node, Loss.ALL, random);
          }
        });
  }
}
