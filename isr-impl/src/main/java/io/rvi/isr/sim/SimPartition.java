package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A partition: its replicas, and what the omniscient observer knows of it. */
final class SimPartition {
  private final TopicPartition id;
  private final List<NodeId> assigned;
  private final Invariants invariants;
  private final SimZooKeeper zooKeeper;
  // One on each node, that on node 1 first.
  private final List<SimReplica> replicas = new ArrayList<>();
  private boolean changed;

  SimPartition(
      TopicPartition id, List<NodeId> assigned, Invariants invariants, SimZooKeeper zooKeeper) {
    this.id = id;
    this.assigned = List.copyOf(assigned);
    this.invariants = invariants;
    this.zooKeeper = zooKeeper;
  }

  TopicPartition id() {
    return id;
  }

  int index() {
    return id.partition();
  }

  /** The nodes that had a replica at first, the preferred leader first. */
  List<NodeId> assigned() {
    return assigned;
  }

  Invariants invariants() {
    return invariants;
  }

  List<SimReplica> replicas() {
    return replicas;
  }

  SimReplica replica(NodeId node) {
    return replicas.get(node.value() - 1);
  }

  /** The replicas on the nodes where the partition lies now, by what is stored. */
  List<SimReplica> present() {
    List<NodeId> nodes = stored().state().replicas(assigned);
    return replicas.stream().filter(replica -> nodes.contains(replica.id())).toList();
  }

  /** The state, as ZooKeeper has it. */
  VersionedState stored() {
    return zooKeeper.state(this);
  }

  /** The replica that leads by what is stored, if its node lives. */
  @Nullable SimReplica leader() {
    SimReplica leader = replica(stored().state().leader());
    return leader.node().isAlive() ? leader : null;
  }

  /** Something that an invariant speaks of may have changed. */
  void touch() {
    changed = true;
  }

  /** Checks everything that holds at any moment, if it may have changed. */
  void check() {
    if (changed) {
      changed = false;
      for (int i = 0; i < replicas.size(); i++) {
        replicas.get(i).check();
      }
      invariants.checkStored(stored(), replicas);
    }
  }
}
