package io.rvi.raft.machine;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.ChangeRow;
import io.rvi.raft.wire.CreateTopic;
import io.rvi.raft.wire.Row;
import io.rvi.raft.wire.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The topics of a cluster. Pure replicated state: changed by applied commands alone.
 *
 * <p>Safe for one writer and several readers.
 */
final class TopicCatalog {
  private final Set<NodeId> nodes;
  private final Map<String, Topic> topics = new TreeMap<>();

  /**
   * An empty catalog.
   *
   * @param nodes the cluster's nodes
   */
  TopicCatalog(Set<NodeId> nodes) {
    this.nodes = new TreeSet<>(nodes);
  }

  /**
   * Creates a topic, or finds the one that has the name already, whatever its shape.
   *
   * @param command what is asked for
   * @return the topic of that name; none when there are fewer nodes than replicas asked for
   */
  synchronized Optional<Topic> create(CreateTopic command) {
    Topic existing = topics.get(command.name());
    if (existing != null) {
      return Optional.of(existing);
    }
    if (command.replicas() < 1 || command.replicas() > nodes.size() || command.partitions() < 1) {
      return Optional.empty();
    }
    List<List<NodeId>> placed = new ArrayList<>();
    topics.values().forEach(topic -> placed.addAll(topic.assignment()));
    List<List<NodeId>> assignment =
        new Placement(nodes, placed).place(command.partitions(), command.replicas());
    Topic topic = Topic.created(command.name(), assignment);
    topics.put(topic.name(), topic);
    return Optional.of(topic);
  }

  /**
   * Changes where a partition lies, unless the command is about an earlier generation of it.
   *
   * @param command what happened
   * @return the topic as it is now; none when there is no such partition
   */
  synchronized Optional<Topic> change(ChangeRow command) {
    Topic topic = topics.get(command.topic());
    if (topic == null || command.partition() < 0 || command.partition() >= topic.partitions()) {
      return Optional.empty();
    }
    Row before = topic.rows().get(command.partition());
    Topic changed = topic.with(command.partition(), changed(before, command));
    topics.put(changed.name(), changed);
    return Optional.of(changed);
  }

  private Row changed(Row row, ChangeRow command) {
    List<NodeId> named = command.nodes();
    if (command.kind() == ChangeRow.Kind.REASSIGN) {
      boolean possible =
          !named.isEmpty()
              && nodes.containsAll(named)
              && named.stream().distinct().count() == named.size();
      return possible && !named.equals(row.target()) ? row.towards(named) : row;
    }
    if (command.generation() != row.generation()) {
      return row;
    }
    return switch (command.kind()) {
      case READY -> row.lost().contains(named.get(0)) ? row : row.withReady(named.get(0));
      case LOST -> row.withLost(named.get(0));
      case DROPPED -> row.withDropped(named.get(0));
      case REACHED -> row.reached();
      case REASSIGN -> throw new IllegalStateException("handled above");
    };
  }

  /**
   * Finds a topic.
   *
   * @param name its name
   */
  synchronized Optional<Topic> find(String name) {
    return Optional.ofNullable(topics.get(name));
  }
}
