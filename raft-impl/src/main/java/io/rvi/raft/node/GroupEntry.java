package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.Names;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.RaftGroupId;

/**
 * One group that a node carries.
 *
 * @param name {@code catalog}, or topic and partition as in {@code orders/0}
 * @param replicas the nodes that carry it, the preferred leader first
 * @param created whether its directory was made, so that it must be there from now on
 */
record GroupEntry(String name, List<NodeId> replicas, boolean created) {
  private static final String CATALOG = "catalog";

  GroupEntry {
    replicas = List.copyOf(replicas);
  }

  static GroupEntry catalog(List<NodeId> nodes) {
    return new GroupEntry(CATALOG, nodes, false);
  }

  static GroupEntry partition(String topic, int partition, List<NodeId> replicas) {
    return new GroupEntry(topic + "/" + partition, replicas, false);
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
    return new GroupEntry(words[1], replicas, words[0].equals("created"));
  }

  boolean isCatalog() {
    return name.equals(CATALOG);
  }

  RaftGroupId id(String cluster) {
    if (isCatalog()) {
      return Names.catalog(cluster);
    }
    int slash = name.lastIndexOf('/');
    return Names.partition(
        cluster, name.substring(0, slash), Integer.parseInt(name.substring(slash + 1)));
  }

  GroupEntry asCreated() {
    return new GroupEntry(name, replicas, true);
  }

  /** Its line of the registry. */
  String line() {
    return (created ? "created " : "planned ")
        + name
        + " "
        + replicas.stream().map(NodeId::toString).collect(Collectors.joining(","));
  }
}
