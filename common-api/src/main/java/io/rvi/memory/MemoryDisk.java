package io.rvi.memory;

import io.rvi.api.NodeId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one node has stored. Outlives the node's restarts; a node whose directory was wiped gets a
 * new one, which is another disk to everybody even though the node is the same.
 *
 * <p>Guarded by the lock of its cluster.
 */
final class MemoryDisk {
  /**
   * A stored record.
   *
   * @param epoch the epoch in which it was appended
   * @param payload its bytes; never changed
   */
  @SuppressWarnings("ArrayRecordComponent") // Shared by all replicas and copied for each reader.
  record Entry(long epoch, byte[] payload) {}

  /**
   * Names a partition.
   *
   * @param topic the topic's name
   * @param number the partition's number
   */
  record PartitionId(String topic, int number) {}

  private final String cluster;
  private final NodeId node;
  private final Path directory;
  private final Map<PartitionId, List<Entry>> logs = new HashMap<>();

  MemoryDisk(String cluster, NodeId node, Path directory) {
    this.cluster = cluster;
    this.node = node;
    this.directory = directory;
  }

  String cluster() {
    return cluster;
  }

  NodeId node() {
    return node;
  }

  Path directory() {
    return directory;
  }

  /** The records of a partition by offset, empty at first; changed only by its partition. */
  List<Entry> log(PartitionId partition) {
    return logs.computeIfAbsent(partition, absent -> new ArrayList<>());
  }

  /** The records of every partition that it holds. */
  Collection<List<Entry>> logs() {
    return logs.values();
  }

  /** Deletes a replica, if it holds one. */
  void drop(PartitionId partition) {
    logs.remove(partition);
  }

  /** Whether it holds a replica of the partition. */
  boolean holds(PartitionId partition) {
    return logs.containsKey(partition);
  }
}
