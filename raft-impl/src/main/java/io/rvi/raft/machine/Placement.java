package io.rvi.raft.machine;

import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Spreads partitions evenly: each takes the nodes with the fewest replicas so far, and as its
 * preferred leader the one of them with the fewest leaders. Pure, so that every replica of the
 * catalog comes to the same assignment.
 */
final class Placement {
  /** Replicas and leaders of each node. */
  private final Map<NodeId, int[]> load = new TreeMap<>();

  /**
   * Counts what is placed already.
   *
   * @param nodes the cluster's nodes
   * @param assignments the replicas of each existing partition, the preferred leader first
   */
  Placement(Collection<NodeId> nodes, Collection<List<NodeId>> assignments) {
    nodes.forEach(node -> load.put(node, new int[2]));
    assignments.forEach(this::count);
  }

  /**
   * Places one more partition.
   *
   * @param replicas 1 to the number of nodes
   * @return its nodes, the preferred leader first
   */
  List<NodeId> place(int replicas) {
    List<NodeId> chosen =
        load.keySet().stream()
            .sorted(Comparator.<NodeId>comparingInt(this::replicas).thenComparingInt(this::leaders))
            .limit(replicas)
            .toList();
    NodeId leader =
        chosen.stream()
            .min(Comparator.<NodeId>comparingInt(this::leaders).thenComparing(node -> node))
            .orElseThrow(() -> new IllegalArgumentException("a partition needs a replica"));
    List<NodeId> row = new ArrayList<>(List.of(leader));
    chosen.stream().filter(node -> !node.equals(leader)).sorted().forEach(row::add);
    count(row);
    return row;
  }

  private int replicas(NodeId node) {
    return loadOf(node)[0];
  }

  private int leaders(NodeId node) {
    return loadOf(node)[1];
  }

  private void count(List<NodeId> row) {
    row.forEach(node -> loadOf(node)[0]++);
    loadOf(row.get(0))[1]++;
  }

  private int[] loadOf(NodeId node) {
    return load.computeIfAbsent(node, absent -> new int[2]);
  }
}
