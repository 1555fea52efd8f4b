package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a partition's leader and in-sync set do from look to look. A look that saw no leader
 * says nothing of the set and counts as a look alone. Safe for use by several threads.
 */
final class RoleCount {
  private @Nullable NodeId leader;
  private @Nullable Set<NodeId> inSync;
  // The highest epoch seen, and that at the last take; -1 before the first look.
  private long epoch = -1;
  private long epochTaken = -1;
  private int evictions;
  private int returns;
  private int leaderChanges;
  private int looks;

  /** Takes a look. */
  synchronized void look(TopicDescription.Partition partition) {
    looks++;
    if (epochTaken < 0) {
      epochTaken = partition.epoch();
    }
    epoch = Math.max(epoch, partition.epoch());
    if (partition.leader().isEmpty()) {
      return;
    }
    NodeId now = partition.leader().get();
    leaderChanges += leader == null || leader.equals(now) ? 0 : 1;
    leader = now;
    if (inSync != null) {
      evictions += without(inSync, partition.inSync());
      returns += without(partition.inSync(), inSync);
    }
    inSync = partition.inSync();
  }

  private static int without(Set<NodeId> nodes, Set<NodeId> others) {
    Set<NodeId> left = new HashSet<>(nodes);
    left.removeAll(others);
    return left.size();
  }

  /**
   * What was seen since the last call; what the partition was like then is remembered.
   *
   * @param lookEveryMaxNs the longest time between two looks
   */
  synchronized SlowFinding.Roles take(long lookEveryMaxNs) {
    SlowFinding.Roles roles =
        new SlowFinding.Roles(
            evictions, returns, leaderChanges, epoch - epochTaken, looks, lookEveryMaxNs);
    evictions = 0;
    returns = 0;
    leaderChanges = 0;
    looks = 0;
    epochTaken = epoch;
    return roles;
  }
}
