package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.spi.NodeStatus;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether a cluster is whole: every node serves, and each partition of a topic has a leader, all
 * its replicas in sync, and each of them as far as the leader was at an earlier look.
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
    TopicLooks looks = new TopicLooks();
    Optional<String> complaint = complaint(looks);
    if (complaint.isPresent()) {
      complaint = complaint(looks); // The first look had none before it.
    }
    while (complaint.isPresent() && deadline - System.nanoTime() > 0) {
      Pause.millis(POLL_MS);
      complaint = complaint(looks);
    }
    return complaint;
  }

  /** What is missing now, if anything is. */
  public Optional<String> complaint() {
    return await(Duration.ZERO);
  }

  private Optional<String> complaint(TopicLooks looks) {
    for (NodeId node : cluster.nodes()) {
      NodeStatus status = cluster.status(node);
      if (status.state() != NodeStatus.State.RUNNING) {
        return Optional.of(node + " is " + status.state() + ": " + status.detail());
      }
    }
    return cluster
        .describe(topic)
        .map(looks::next)
        .orElseGet(() -> Optional.of("topic " + topic + " cannot be described"));
  }
}
