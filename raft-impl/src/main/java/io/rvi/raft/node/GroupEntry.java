package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.Names;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.RaftGroupId;

/**
 * One group that a node carries.
 *
 * @param name {@code catalog}, or topic and partition as in {@code orders/0}
 * @param replicas the nodes that carry it, the preferred leader first
 * @param state how far it is
 */
record GroupEntry(String name, List<NodeId> replicas, State state) {
  /** The name of the catalog's group. */
  static final String CATALOG = "catalog";

  /** How far a group is on a node. */
  enum State {
    /** Its directory may be there or not. */
    PLANNED,
    /** Its directory was made, so it must be there. */
    CREATED,
    /** It was reassigned away: what is left of its directory is to be deleted. */
    LEAVING;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  GroupEntry {
    replicas = List.copyOf(replicas);
  }

  static GroupEntry catalog(List<NodeId> nodes) {
    return new GroupEntry(CATALOG, nodes, State.PLANNED);
  }

  static GroupEntry partition(String topic, int partition, List<NodeId> replicas) {
    return new GroupEntry(name(topic, partition), replicas, State.PLANNED);
  }

  /** One line of the registry. */
  static GroupEntry parse(String line) {
    String[] words = line.split(" ", -1);
    if (words.length != 3) {
      throw new IllegalArgumentException("not a group: \"" + line + "\"");
    }
    List<NodeId> replicas =
        Arrays.stream(words[2].split(",", -1))
            .map(word -> new NodeId(Integer.parseInt(word.substring(1))))
            .toList();
    return new GroupEntry(words[1], replicas, State.valueOf(words[0].toUpperCase(Locale.ROOT)));
  }

  boolean isCatalog() {
    return name.equals(CATALOG);
  }

  RaftGroupId id(String cluster) {
    if (isCatalog()) {
      return Names.catalog(cluster);
    }
    return Names.partition(cluster, topic(), partition());
  }

  /** The name of a partition's group. */
  static String name(String topic, int partition) {
    return topic + "/" + partition;
  }

  /** The topic of a partition's group. */
  String topic() {
    return name.substring(0, name.lastIndexOf('/'));
  }

  /** The number of a partition's group. */
  int partition() {
    return Integer.parseInt(name.substring(name.lastIndexOf('/') + 1));
  }

  boolean created() {
    return state == State.CREATED;
  }

  GroupEntry as(State next) {
    return new GroupEntry(name, replicas, next);
  }

  /** Its line of the registry. */
  String line() {
    return state.word()
        + " "
        + name
        + " "
        + replicas.stream().map(NodeId::toString).collect(Collectors.joining(","));
  }
}
