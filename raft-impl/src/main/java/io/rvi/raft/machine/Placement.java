package io.rvi.raft.machine;

import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Spreads the partitions of a topic over nodes so that the replicas on two nodes, and the leaders
 * on two nodes, differ by at most one, after each partition. Pure, so that every replica of the
 * catalog comes to the same assignment.
 *
 * <p>The nodes form a ring. Each partition takes the {@code r} nodes after those of the partition
 * before it, and its first node is its preferred leader. Where {@code n} and {@code r} have a
 * common divisor the leaders would come round to the same nodes early, so each time the replicas
 * come out even the ring is advanced by one more node. Where on the ring a topic begins is chosen
 * so that the load of all topics together is the most even.
 */
final class Placement {
  private final List<NodeId> ring;

  /** Replicas, and preferred leaders, that each node of the ring has already. */
  private final long[] replicas;

  private final long[] leaders;

  /**
   * Counts what is placed already.
   *
   * @param nodes the cluster's nodes
   * @param assignments the replicas of each existing partition, the preferred leader first
   */
  Placement(Collection<NodeId> nodes, Collection<List<NodeId>> assignments) {
    this.ring = nodes.stream().sorted().toList();
    this.replicas = new long[ring.size()];
    this.leaders = new long[ring.size()];
    for (List<NodeId> row : assignments) {
      row.forEach(node -> replicas[ring.indexOf(node)]++);
      leaders[ring.indexOf(row.get(0))]++;
    }
  }

  /**
   * Places a topic.
   *
   * @param partitions 1 or more
   * @param width replicas of each partition, 1 to the number of nodes
   * @return for each partition its nodes, the preferred leader first
   */
  List<List<NodeId>> place(int partitions, int width) {
    int best = 0;
    long least = Long.MAX_VALUE;
    for (int begin = 0; begin < ring.size(); begin++) {
      long unevenness = unevenness(partitions, width, begin);
      if (unevenness < least) {
        best = begin;
        least = unevenness;
      }
    }
    List<List<NodeId>> rows = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      List<NodeId> row = new ArrayList<>();
      for (int i = 0; i < width; i++) {
        row.add(ring.get(position(partition, i, width, best)));
      }
      rows.add(row);
    }
    return rows;
  }

  private int position(long partition, int replica, int width, int begin) {
    long evenEach = ring.size() / greatestCommonDivisor(ring.size(), width);
    return (int) ((begin + partition * width + partition / evenEach + replica) % ring.size());
  }

  /** The sum of the squares of the loads that would result: the smaller, the more even. */
  private long unevenness(int partitions, int width, int begin) {
    long[] carried = replicas.clone();
    long[] led = leaders.clone();
    for (int partition = 0; partition < partitions; partition++) {
      led[position(partition, 0, width, begin)]++;
      for (int i = 0; i < width; i++) {
        carried[position(partition, i, width, begin)]++;
      }
    }
    long sum = 0;
    for (int node = 0; node < carried.length; node++) {
      sum += carried[node] * carried[node] + led[node] * led[node];
    }
    return sum;
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }
}
