package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import io.rvi.bench.lab.Cluster;
import io.rvi.spi.NodeStatus;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether a cluster is whole: every node serves, and each partition of a topic has a leader, all
 * its replicas in sync, and each of them as far as the leader was.
 */
public final class Health {
  private static final long POLL_MS = 100;

  private final Cluster cluster;
  private final String topic;

  /**
   * The health of a cluster.
   *
   * @param cluster the cluster
   * @param topic the topic whose partitions are looked at
   */
  public Health(Cluster cluster, String topic) {
    this.cluster = cluster;
    this.topic = topic;
  }

  /**
   * Waits until the cluster is whole.
   *
   * @param patience how long
   * @return empty when it is, else what was missing at the end
   */
  public Optional<String> await(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    Optional<String> complaint = complaint();
    while (complaint.isPresent() && deadline - System.nanoTime() > 0) {
      Pause.millis(POLL_MS);
      complaint = complaint();
    }
    return complaint;
  }

  /** What is missing now, if anything is. */
  public Optional<String> complaint() {
    for (NodeId node : cluster.nodes()) {
      NodeStatus status = cluster.status(node);
      if (status.state() != NodeStatus.State.RUNNING) {
        return Optional.of(node + " is " + status.state() + ": " + status.detail());
      }
    }
    Optional<TopicDescription> description = cluster.describe(topic);
    if (description.isEmpty()) {
      return Optional.of("topic " + topic + " cannot be described");
    }
    return description.get().partitions().stream()
        .flatMap(partition -> complaint(partition).stream())
        .findFirst();
  }

  private Optional<String> complaint(TopicDescription.Partition partition) {
    String name = topic + "-" + partition.partition();
    if (partition.leader().isEmpty()) {
      return Optional.of(name + " has no leader");
    }
    if (!partition.inSync().containsAll(partition.replicas())) {
      return Optional.of(
          name + " has in sync " + partition.inSync() + " of " + partition.replicas());
    }
    for (TopicDescription.ReplicaState replica : partition.replicaStates()) {
      if (replica.logEnd() < partition.highWatermark()) {
        return Optional.of(
            name
                + " on "
                + replica.node()
                + " ends at "
                + replica.logEnd()
                + ", below "
                + partition.highWatermark());
      }
    }
    if (partition.replicaStates().size() < partition.replicas().size()) {
      return Optional.of(
          name + " heard of " + partition.replicaStates().size() + " of its replicas");
    }
    return Optional.empty();
  }
}
