package io.rvi.api;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state of a topic.
 *
 * @param topic its name
 * @param partitions its partitions, by number
 */
public record TopicDescription(String topic, List<Partition> partitions) {
  /** Copies the list. */
  public TopicDescription {
    partitions = List.copyOf(partitions);
  }

  /**
   * The state of a partition.
   *
   * @param partition its number, 0 or more
   * @param leader its leader, if it has one that answers
   * @param epoch the leader epoch (Raft: term), 0 or more
   * @param replicas the nodes that the partition is assigned to, the preferred leader first; those
   *     that leave it while it is reassigned come last
   * @param inSync the replicas that an append waits for (ISR), or may be counted for its majority
   *     (Raft: the voters)
   * @param highWatermark the leader's high watermark, 0 or more; 0 without a leader
   * @param logEnd the offset after the leader's last record, committed or not
   * @param replicaStates what each replica that answered says of itself, by node
   */
  public record Partition(
      int partition,
      Optional<NodeId> leader,
      long epoch,
      List<NodeId> replicas,
      Set<NodeId> inSync,
      long highWatermark,
      long logEnd,
      List<ReplicaState> replicaStates) {
    /** Copies the collections. */
    public Partition {
      replicas = List.copyOf(replicas);
      inSync = Set.copyOf(inSync);
      replicaStates = List.copyOf(replicaStates);
    }
  }

  /**
   * What a replica says of itself.
   *
   * @param node where it is
   * @param epoch the newest leader epoch (Raft: term) it knows
   * @param highWatermark the high watermark it knows; may trail the leader's
   * @param logEnd the offset after its last record
   */
  public record ReplicaState(NodeId node, long epoch, long highWatermark, long logEnd) {}
}
