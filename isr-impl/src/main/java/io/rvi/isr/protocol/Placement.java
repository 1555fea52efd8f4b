package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a partition lies once it was reassigned; until then it lies where its topic was created. A
 * reassignment is under way while nodes are leaving. Kept in the partition's state, so that one
 * compare-and-set guards it together with leader and in-sync set, and the next controller carries
 * on with what it finds.
 *
 * @param target the nodes that hold it when nothing is under way, the preferred leader first; at
 *     least one, none twice
 * @param leaving nodes that still hold it and shall not; they count as replicas until every node of
 *     the target is in sync
 */
public record Placement(List<NodeId> target, List<NodeId> leaving) {
  /** Checks that no node stands there twice, and copies the lists. */
  public Placement {
    target = List.copyOf(target);
    leaving = List.copyOf(leaving);
    List<NodeId> all = joined(target, leaving);
    if (target.isEmpty() || all.stream().distinct().count() != all.size()) {
      throw new IllegalArgumentException("target " + target + " leaving " + leaving);
    }
  }

  /**
   * The first step towards a target: all nodes of it hold the partition, and all that held it so
   * far still do.
   *
   * @param replicas those that held it so far
   * @param target those that shall
   */
  static Placement towards(List<NodeId> replicas, List<NodeId> target) {
    return new Placement(target, replicas.stream().filter(node -> !target.contains(node)).toList());
  }

  /** Nobody leaves any more. */
  Placement reached() {
    return new Placement(target, List.of());
  }

  /** Every node that holds it now, or is about to. */
  public List<NodeId> replicas() {
    return joined(target, leaving);
  }

  /** Whether every node of the target is among the members. */
  boolean isTargetIn(List<Member> members) {
    return target.stream().allMatch(node -> PartitionState.find(members, node) != null);
  }

  /** Whether a node that is leaving is among the members. */
  boolean isLeavingIn(List<Member> members) {
    return leaving.stream().anyMatch(node -> PartitionState.find(members, node) != null);
  }

  private static List<NodeId> joined(List<NodeId> first, List<NodeId> then) {
    List<NodeId> all = new ArrayList<>(first);
    all.addAll(then);
    return all;
  }
}
