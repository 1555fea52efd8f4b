package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.List;
import java.util.Objects;

/**
 * The controller tells a node the state of a partition. May be lost, repeated and reordered: the
 * receiver refuses what is older than it knows (R11), and the sender repeats until it is
 * acknowledged.
 *
 * @param partition the partition
 * @param controllerEpoch the sender's epoch
 * @param incarnation the life of the node that this is for; any other life refuses it
 * @param replicas the partition's nodes, the preferred leader first; a node that is not among them
 *     stops its replica
 * @param live those of the replicas that the controller sees registered and not about to stop, as
 *     they are registered. A hint: a new leader need not wait for other members of the in-sync set
 * @param current the state with its version
 */
public record Metadata(
    TopicPartition partition,
    long controllerEpoch,
    long incarnation,
    List<NodeId> replicas,
    List<Member> live,
    VersionedState current) {
  /** Checks the components and copies the lists. */
  public Metadata {
    Objects.requireNonNull(partition, "partition");
    Objects.requireNonNull(current, "current");
    replicas = List.copyOf(replicas);
    live = List.copyOf(live);
  }
}
