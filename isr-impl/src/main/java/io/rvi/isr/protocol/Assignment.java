package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Spreads the replicas of new partitions evenly: over all topics, the counts of replicas per node,
 * and those of preferred leaders per node, differ by at most one, if they did before.
 *
 * <p>Greedy: each partition takes the nodes with the fewest replicas so far. That alone keeps the
 * replicas even. Among these nodes the one with the fewest leaders leads; where a node with few
 * leaders has no replica of the partition, leadership is passed along a chain of partitions until
 * it gets one more, as in a bipartite matching.
 */
final class Assignment {
  private final List<NodeId> nodes;
  private final Map<NodeId, Integer> replicaCounts = new LinkedHashMap<>();
  private final Map<NodeId, Integer> leaderCounts = new LinkedHashMap<>();

  private Assignment(Collection<NodeId> nodes) {
    this.nodes = nodes.stream().sorted().toList();
    for (NodeId node : this.nodes) {
      replicaCounts.put(node, 0);
      leaderCounts.put(node, 0);
    }
  }

  /**
   * Assigns the partitions of a new topic.
   *
   * @param nodes the nodes to use; at least {@code replicas}
   * @param existing the assignments of other topics; nodes that are not in use any more do not
   *     count
   * @param partitions 1 or more
   * @param replicas 1 or more
   * @return for each partition its nodes, the preferred leader first
   */
  static List<List<NodeId>> spread(
      Collection<NodeId> nodes,
      Collection<TopicAssignment> existing,
      int partitions,
      int replicas) {
    if (replicas < 1 || replicas > nodes.size() || partitions < 1) {
      throw new IllegalArgumentException(
          partitions + " partitions of " + replicas + " replicas on " + nodes.size() + " nodes");
    }
    Assignment assignment = new Assignment(nodes);
    for (TopicAssignment topic : existing) {
      topic.replicas().forEach(assignment::count);
    }
    List<List<NodeId>> result = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      result.add(assignment.place(replicas));
    }
    assignment.evenLeaders(result);
    return result.stream().map(List::copyOf).toList();
  }

  private void count(List<NodeId> replicas) {
    for (NodeId node : replicas) {
      replicaCounts.computeIfPresent(node, (id, count) -> count + 1);
    }
    leaderCounts.computeIfPresent(replicas.get(0), (id, count) -> count + 1);
  }

  private List<NodeId> place(int replicas) {
    List<NodeId> byLoad = new ArrayList<>(nodes);
    byLoad.sort(
        Comparator.<NodeId>comparingInt(replicaCounts::get)
            .thenComparing(leaderCounts::get)
            .thenComparing(Comparator.naturalOrder()));
    List<NodeId> chosen = new ArrayList<>(byLoad.subList(0, replicas));
    chosen.sort(
        Comparator.<NodeId>comparingInt(leaderCounts::get)
            .thenComparing(Comparator.naturalOrder()));
    count(chosen);
    return chosen;
  }

  /** Passes leadership from nodes with many to nodes with few while that makes them more even. */
  private void evenLeaders(List<List<NodeId>> partitions) {
    List<NodeId> byLeaders = new ArrayList<>(nodes);
    boolean moved = true;
    while (moved) {
      byLeaders.sort(Comparator.comparingInt(leaderCounts::get));
      moved = false;
      for (int low = 0; low < byLeaders.size() && !moved; low++) {
        moved = raise(byLeaders.get(low), partitions);
      }
    }
  }

  /** Gives a node one more partition to lead, along the shortest chain from one with two more. */
  private boolean raise(NodeId low, List<List<NodeId>> partitions) {
    // How each node came into the search: by giving up which partition, to whom.
    Map<NodeId, List<NodeId>> givesUp = new LinkedHashMap<>();
    Map<NodeId, NodeId> givesTo = new LinkedHashMap<>();
    List<NodeId> frontier = new ArrayList<>(List.of(low));
    for (int i = 0; i < frontier.size(); i++) {
      NodeId taker = frontier.get(i);
      for (List<NodeId> partition : partitions) {
        NodeId giver = partition.get(0);
        boolean isNew = !giver.equals(low) && !givesUp.containsKey(giver);
        if (isNew && partition.contains(taker)) {
          givesUp.put(giver, partition);
          givesTo.put(giver, taker);
          frontier.add(giver);
        }
      }
    }
    for (NodeId giver : givesUp.keySet()) {
      if (leaders(giver) >= leaders(low) + 2) {
        passAlong(giver, low, givesUp, givesTo);
        return true;
      }
    }
    return false;
  }

  private int leaders(NodeId node) {
    return leaderCounts.getOrDefault(node, 0);
  }

  private void passAlong(
      NodeId from, NodeId low, Map<NodeId, List<NodeId>> givesUp, Map<NodeId, NodeId> givesTo) {
    leaderCounts.merge(from, -1, Integer::sum);
    leaderCounts.merge(low, 1, Integer::sum);
    NodeId giver = from;
    while (!giver.equals(low)) {
      List<NodeId> partition = givesUp.get(giver);
      NodeId taker = givesTo.get(giver);
      if (partition == null || taker == null) {
        throw new IllegalStateException("no way from " + from + " to " + low);
      }
      partition.remove(taker);
      partition.add(0, taker);
      giver = taker;
    }
  }
}
