package io.rvi.isr.node;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.wire.PartitionMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The cluster as this node last heard of it from ZooKeeper; may be stale, and decides nothing. */
final class ClusterView {
  private static final int NONE = 0;

  private final Map<String, TopicAssignment> topics = new HashMap<>();
  private final Map<UUID, TopicAssignment> topicsById = new HashMap<>();
  private final Map<TopicPartition, VersionedState> states = new HashMap<>();
  private List<Member> live = List.of();
  private @Nullable NodeId controller;

  void topic(TopicAssignment topic) {
    topics.put(topic.topic(), topic);
    topicsById.put(topic.topicId(), topic);
  }

  void state(TopicPartition partition, VersionedState state) {
    states.put(partition, state);
  }

  void live(List<Member> members) {
    live = List.copyOf(members);
  }

  void controller(@Nullable NodeId node) {
    controller = node;
  }

  @Nullable TopicAssignment topic(String name) {
    return topics.get(name);
  }

  @Nullable TopicAssignment topic(UUID topicId) {
    return topicsById.get(topicId);
  }

  List<TopicAssignment> topics() {
    return List.copyOf(topics.values());
  }

  Map<TopicPartition, VersionedState> states() {
    return Map.copyOf(states);
  }

  @Nullable VersionedState state(TopicPartition partition) {
    return states.get(partition);
  }

  List<Member> live() {
    return live;
  }

  /** The controller's node id, 0 when none is known. */
  int controllerId() {
    NodeId known = controller;
    return known == null ? NONE : known.value();
  }

  /** The node id of a partition's leader if it is alive, else 0. */
  int leaderId(TopicPartition partition) {
    VersionedState state = states.get(partition);
    if (state == null) {
      return NONE;
    }
    NodeId leader = state.state().leader();
    return live.stream().anyMatch(member -> member.node().equals(leader)) ? leader.value() : NONE;
  }

  private static List<Integer> ids(List<NodeId> created, @Nullable VersionedState state) {
    List<NodeId> replicas = state == null ? created : state.state().replicas(created);
    return replicas.stream().map(NodeId::value).toList();
  }

  /** What clients are told of a topic. */
  List<PartitionMetadata> partitions(TopicAssignment topic) {
    List<PartitionMetadata> partitions = new ArrayList<>();
    for (int number = 0; number < topic.replicas().size(); number++) {
      TopicPartition partition = new TopicPartition(topic.topic(), number);
      VersionedState state = states.get(partition);
      partitions.add(
          new PartitionMetadata(
              number,
              leaderId(partition),
              state == null ? 0 : state.state().leaderEpoch(),
              ids(topic.replicas().get(number), state),
              state == null
                  ? List.of()
                  : state.state().isr().stream().map(member -> member.node().value()).toList()));
    }
    return partitions;
  }
}
