package io.rvi.raft.wire;

import io.rvi.api.NodeId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where one partition lies, as the catalog has it.
 *
 * @param generation grows with each reassignment, and when a replica was lost; 0 at first
 * @param replicas the nodes that held it when nothing was under way last
 * @param target the nodes that shall hold it, the preferred leader first; a reassignment is under
 *     way while they differ from {@code replicas}
 * @param ready nodes that have said that they hold a replica
 * @param lost nodes whose replica is gone, and which the group must drop from its voters before
 *     they may have another
 */
public record Row(
    long generation,
    List<NodeId> replicas,
    List<NodeId> target,
    Set<NodeId> ready,
    Set<NodeId> lost) {
  /** Copies the collections. */
  public Row {
    replicas = List.copyOf(replicas);
    target = List.copyOf(target);
    ready = Set.copyOf(ready);
    lost = Set.copyOf(lost);
  }

  /**
   * The row of a new partition.
   *
   * @param replicas its nodes, the preferred leader first
   */
  public static Row created(List<NodeId> replicas) {
    return new Row(0, replicas, replicas, Set.of(), Set.of());
  }

  /** Whether it lies where it shall, on whole replicas. */
  public boolean settled() {
    return replicas.equals(target) && lost.isEmpty() && ready.containsAll(target);
  }

  /** Every node that holds it or is about to, those that leave it last. */
  public List<NodeId> shown() {
    List<NodeId> all = new ArrayList<>(target);
    replicas.stream().filter(node -> !target.contains(node)).forEach(all::add);
    return all;
  }

  /**
   * Somebody wants it elsewhere. Nodes that are new to it are not ready until they say so in this
   * generation.
   *
   * @param wanted the nodes
   */
  public Row towards(List<NodeId> wanted) {
    return new Row(generation + 1, replicas, wanted, intersection(ready, replicas), lost);
  }

  /** The target is reached. */
  public Row reached() {
    return new Row(
        generation, target, target, intersection(ready, target), intersection(lost, target));
  }

  /**
   * A node holds a replica.
   *
   * @param node which
   */
  public Row withReady(NodeId node) {
    return new Row(generation, replicas, target, union(ready, node), lost);
  }

  /**
   * A node had a replica and has it no more.
   *
   * @param node which
   */
  public Row withLost(NodeId node) {
    return new Row(generation + 1, replicas, target, without(ready, node), union(lost, node));
  }

  /**
   * A lost replica's node is no voter any more.
   *
   * @param node which
   */
  public Row withDropped(NodeId node) {
    return new Row(generation, replicas, target, ready, without(lost, node));
  }

  private static Set<NodeId> union(Set<NodeId> nodes, NodeId node) {
    Set<NodeId> more = new TreeSet<>(nodes);
    more.add(node);
    return more;
  }

  private static Set<NodeId> without(Set<NodeId> nodes, NodeId node) {
    Set<NodeId> fewer = new TreeSet<>(nodes);
    fewer.remove(node);
    return fewer;
  }

  private static Set<NodeId> intersection(Set<NodeId> nodes, Collection<NodeId> others) {
    Set<NodeId> common = new TreeSet<>(nodes);
    common.retainAll(others);
    return common;
  }

  int bytes() {
    return 8 + 4 * (4 + replicas.size() + target.size() + ready.size() + lost.size());
  }

  void write(ByteBuffer out) {
    out.putLong(generation);
    List.of(replicas, target, sorted(ready), sorted(lost)).forEach(nodes -> write(out, nodes));
  }

  private static List<NodeId> sorted(Set<NodeId> nodes) {
    return nodes.stream().sorted().toList();
  }

  static void write(ByteBuffer out, List<NodeId> nodes) {
    out.putInt(nodes.size());
    nodes.forEach(node -> out.putInt(node.value()));
  }

  static Row read(ByteBuffer in) {
    return new Row(
        in.getLong(),
        readNodes(in),
        readNodes(in),
        Set.copyOf(readNodes(in)),
        Set.copyOf(readNodes(in)));
  }

  static List<NodeId> readNodes(ByteBuffer in) {
    List<NodeId> nodes = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      nodes.add(new NodeId(in.getInt()));
    }
    return nodes;
  }
}
