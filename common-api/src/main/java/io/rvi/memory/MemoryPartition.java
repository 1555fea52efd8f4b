package io.rvi.memory;

import io.rvi.api.Appended;
import io.rvi.api.Batch;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogRecord;
import io.rvi.api.NodeId;
import io.rvi.api.RequestFailedException;
import io.rvi.api.TopicDescription;
import io.rvi.memory.MemoryDisk.Entry;
import io.rvi.memory.MemoryDisk.PartitionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One partition: who leads it and what its replicas hold. A pure state machine, guarded by the lock
 * of its cluster.
 *
 * <p>Invariant: while the leader runs, every running replica's log equals the leader's, since an
 * append reaches all of them at once. So the high watermark is the end of the leader's log.
 */
final class MemoryPartition {
  private final PartitionId id;
  private final int createdReplicas;
  private final Replication replication;

  /** The preferred leader first. */
  private List<NodeId> assigned;

  /** The disks of the nodes that run. */
  private final Set<MemoryDisk> running = new LinkedHashSet<>();

  /** Those of {@link #running}, and of nodes whose crash nobody has noticed yet. */
  private final Set<MemoryDisk> believed = new LinkedHashSet<>();

  /** Used by {@link Replication#IN_SYNC}; empty until the first leader, then never again. */
  private final Set<MemoryDisk> inSync = new LinkedHashSet<>();

  /** Among {@link #believed}; not running between its crash and the detection of it. */
  private @Nullable MemoryDisk leader;

  /** Grows by one with each leader; 0 before the first. */
  private long epoch;

  MemoryPartition(PartitionId id, List<NodeId> assigned, Replication replication) {
    this.id = id;
    this.assigned = List.copyOf(assigned);
    this.createdReplicas = assigned.size();
    this.replication = replication;
  }

  /** How many replicas its topic was created with. */
  int createdReplicas() {
    return createdReplicas;
  }

  List<NodeId> assigned() {
    return assigned;
  }

  /**
   * Moves it to other nodes. Only when {@link #canCommit}.
   *
   * @param replicas the nodes, the preferred leader first
   * @param runningNow the disks of all nodes that run
   * @return whether it was done: not while one that is new does not run
   */
  boolean reassign(List<NodeId> replicas, Set<MemoryDisk> runningNow) {
    List<MemoryDisk> present =
        runningNow.stream().filter(disk -> replicas.contains(disk.node())).toList();
    if (present.size() < replicas.size()) {
      return false;
    }
    running.addAll(present);
    believed.addAll(present);
    settle(); // The new ones copy the log before the old ones leave.
    assigned = List.copyOf(replicas);
    List<MemoryDisk> leaving =
        running.stream().filter(disk -> !replicas.contains(disk.node())).toList();
    leaving.forEach(running::remove);
    believed.removeIf(disk -> !replicas.contains(disk.node()));
    inSync.retainAll(believed);
    settle();
    leaving.forEach(disk -> disk.drop(id));
    return true;
  }

  /**
   * Hands leadership over. Only when {@link #canCommit}.
   *
   * @param node an assigned one
   * @return whether the node leads now: not while it does not run
   */
  boolean transferLeadership(NodeId node) {
    for (MemoryDisk disk : running) {
      if (disk.node().equals(node)) {
        epoch += disk.equals(leader) ? 0 : 1;
        leader = disk;
        return true;
      }
    }
    return false;
  }

  /** A node runs now. */
  void started(MemoryDisk disk) {
    if (!assigned.contains(disk.node())) {
      disk.drop(id); // The partition left it while it was down.
      return;
    }
    believed.removeIf(other -> other.node().equals(disk.node()));
    believed.add(disk);
    running.add(disk);
    settle();
  }

  /** A node stopped; nobody has noticed. */
  void halted(MemoryDisk disk) {
    running.remove(disk);
  }

  /** Everybody knows that a node stopped. */
  void detected(MemoryDisk disk) {
    if (!running.contains(disk) && believed.remove(disk)) {
      settle();
    }
  }

  /** Elects a leader if there is none that is believed to run, and brings replicas level. */
  private void settle() {
    if (leader == null || !believed.contains(leader)) {
      leader = electable();
      epoch += leader == null ? 0 : 1;
    }
    MemoryDisk present = leader;
    if (present == null || !running.contains(present)) {
      return;
    }
    List<Entry> truth = present.log(id);
    for (MemoryDisk follower : running) {
      if (!follower.equals(present)) {
        List<Entry> copy = follower.log(id);
        copy.clear();
        copy.addAll(truth);
      }
    }
    inSync.retainAll(believed);
    inSync.addAll(running);
  }

  private @Nullable MemoryDisk electable() {
    Stream<MemoryDisk> candidates =
        running.stream().sorted(Comparator.comparingInt(disk -> assigned.indexOf(disk.node())));
    if (replication == Replication.IN_SYNC) {
      return candidates
          .filter(disk -> inSync.isEmpty() || inSync.contains(disk))
          .findFirst()
          .orElse(null);
    }
    // Of equally complete ones the preferred: max keeps the last, so the order is turned round.
    return hasMajority()
        ? candidates
            .sorted(Comparator.comparingInt(disk -> -assigned.indexOf(disk.node())))
            .max(Comparator.comparingLong(this::lastEpoch).thenComparingInt(this::length))
            .orElse(null)
        : null;
  }

  private boolean hasMajority() {
    return running.size() > assigned.size() / 2;
  }

  private long lastEpoch(MemoryDisk disk) {
    List<Entry> log = disk.log(id);
    return log.isEmpty() ? 0 : log.get(log.size() - 1).epoch();
  }

  private int length(MemoryDisk disk) {
    return disk.log(id).size();
  }

  /** Whether a leader answers. */
  boolean isLed() {
    return leader != null && running.contains(leader);
  }

  /** Whether a leader answers that can commit, so that it also knows to be the only one. */
  boolean canCommit() {
    return isLed()
        && (replication == Replication.MAJORITY ? hasMajority() : running.containsAll(inSync));
  }

  /** The end of the leader's log. Only when {@link #isLed}. */
  long highWatermark() {
    return leaderLog().size();
  }

  private List<Entry> leaderLog() {
    if (leader == null) {
      throw new IllegalStateException(id + " has no leader");
    }
    return leader.log(id);
  }

  /** Stores a record on every running replica. Only when {@link #canCommit}. */
  Appended append(byte[] payload) {
    long offset = highWatermark();
    Entry entry = new Entry(epoch, payload);
    for (MemoryDisk disk : running) {
      disk.log(id).add(entry);
    }
    return new Appended(offset, epoch);
  }

  /** Reads from the leader. Only when {@link #isLed}. */
  Batch read(long fromOffset, int maxBytes) {
    List<Entry> log = leaderLog();
    if (fromOffset < 0 || fromOffset > log.size()) {
      throw new RequestFailedException(
          ErrorCode.OFFSET_OUT_OF_RANGE,
          "offset "
              + fromOffset
              + " of "
              + id.topic()
              + "-"
              + id.number()
              + " is outside the readable range [0, "
              + log.size()
              + ")");
    }
    List<LogRecord> records = new ArrayList<>();
    long bytes = 0;
    for (int offset = (int) fromOffset; offset < log.size(); offset++) {
      byte[] payload = log.get(offset).payload();
      bytes += payload.length;
      if (bytes > maxBytes && !records.isEmpty()) {
        break;
      }
      records.add(new LogRecord(offset, payload.clone()));
    }
    return new Batch(fromOffset, records, log.size());
  }

  TopicDescription.Partition describe() {
    boolean led = isLed();
    long highWatermark = led ? highWatermark() : 0;
    Set<NodeId> counted = new HashSet<>();
    inSync.forEach(disk -> counted.add(disk.node()));
    return new TopicDescription.Partition(
        id.number(),
        led ? Optional.ofNullable(leader).map(MemoryDisk::node) : Optional.empty(),
        epoch,
        assigned,
        replication == Replication.MAJORITY ? Set.copyOf(assigned) : counted,
        highWatermark,
        highWatermark,
        running.stream()
            .map(
                disk ->
                    new TopicDescription.ReplicaState(
                        disk.node(), lastEpoch(disk), length(disk), length(disk)))
            .toList());
  }
}
