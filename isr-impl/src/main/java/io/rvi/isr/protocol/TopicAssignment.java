package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Which nodes hold the replicas of a topic, as ZooKeeper stores it.
 *
 * @param topic the name
 * @param topicId the identity
 * @param replicas for each partition its nodes, the preferred leader first; none is empty or names
 *     a node twice
 */
public record TopicAssignment(String topic, UUID topicId, List<List<NodeId>> replicas) {
  /** Checks the shape and copies the lists. */
  public TopicAssignment {
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(topicId, "topicId");
    replicas = replicas.stream().map(List::copyOf).toList();
    for (List<NodeId> nodes : replicas) {
      if (nodes.isEmpty() || nodes.stream().distinct().count() != nodes.size()) {
        throw new IllegalArgumentException("replicas of a partition of " + topic + ": " + nodes);
      }
    }
  }
}
