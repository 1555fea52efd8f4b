package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a controller in office knows of one partition, and what it has under way for it. */
final class PartitionControl {
  private final TopicPartition partition;
  private final UUID topicId;
  private final List<NodeId> created;
  // The newest state known to have been stored; null until it was read.
  private @Nullable VersionedState current;
  // The write that is under way, if any.
  private @Nullable Write write;
  // What each node was last sent.
  private final Map<NodeId, Sent> sent = new HashMap<>();
  // The node that shall lead if it can, and the nodes that shall hold the partition; not stored
  // yet.
  private @Nullable NodeId wantedLeader;
  private @Nullable List<NodeId> wantedTarget;
  // Not before this time is a write repeated, or the state read again.
  private long retryAtMs;
  private long readAtMs;
  // Something newer than `current` is stored, but not known yet.
  private boolean mustRead;
  // What is known may be old.
  private boolean doubted;

  /** A write under way. */
  record Write(long writeId, int expectedVersion, PartitionState state) {}

  private record Sent(long incarnation, int version, long sentMs, boolean acknowledged) {}

  PartitionControl(TopicPartition partition, UUID topicId, List<NodeId> created) {
    this.partition = partition;
    this.topicId = topicId;
    this.created = List.copyOf(created);
  }

  TopicPartition partition() {
    return partition;
  }

  /** Every node that holds it, or is about to; the preferred leader first. */
  List<NodeId> replicas() {
    return current == null ? created : current.state().replicas(created);
  }

  /** The nodes that hold it when no reassignment is under way. */
  List<NodeId> target() {
    Placement placement = current == null ? null : current.state().placement();
    return placement == null ? created : placement.target();
  }

  @Nullable VersionedState current() {
    return current;
  }

  @Nullable Write write() {
    return write;
  }

  void begin(Write begun) {
    write = begun;
  }

  @Nullable NodeId wantedLeader() {
    return wantedLeader;
  }

  void wantLeader(@Nullable NodeId node) {
    wantedLeader = node;
  }

  @Nullable List<NodeId> wantedTarget() {
    return wantedTarget;
  }

  void wantTarget(@Nullable List<NodeId> nodes) {
    wantedTarget = nodes;
  }

  /** Whether the partition may be written now. */
  boolean isIdle(long nowMs) {
    return current != null && write == null && !mustRead && nowMs >= retryAtMs;
  }

  /**
   * Takes a state that was read or written, if it is newer than what is known.
   *
   * @return whether it was
   */
  boolean observe(VersionedState state) {
    boolean newer =
        state.state().topicId().equals(topicId)
            && (current == null || state.version() > current.version());
    if (newer) {
      current = state;
      mustRead = false;
    }
    return newer;
  }

  /** Ends the write under way. */
  void answered(WriteOutcome outcome, long nowMs, long retryMs) {
    Write ended = write;
    write = null;
    if (outcome instanceof WriteOutcome.Committed committed && ended != null) {
      observe(new VersionedState(ended.state(), committed.version()));
    } else if (outcome instanceof WriteOutcome.Rejected rejected && ended != null) {
      if (rejected.current() != null) {
        observe(rejected.current());
      }
      // Something newer than was expected is stored; it may be known from elsewhere already.
      mustRead = current == null || current.version() <= ended.expectedVersion();
    } else {
      // Unknown: the next write expects the same version, so one of the two is refused for ever.
      retryAtMs = nowMs + retryMs;
    }
  }

  /** What is known leads nowhere: perhaps its leader has changed it since. */
  void doubt() {
    doubted = true;
  }

  /** Whether the state should be read (again) now; the next time is {@code retryMs} later. */
  boolean shouldRead(long nowMs, long retryMs) {
    boolean due = (mustRead || doubted || current == null) && nowMs >= readAtMs;
    if (due) {
      doubted = false;
      readAtMs = nowMs + retryMs;
    }
    return due;
  }

  /** Whether a node, in its present life, is to be sent the present state (again) now. */
  boolean shouldSend(Member node, long nowMs, long retryMs) {
    if (current == null) {
      return false;
    }
    Sent last = sent.get(node.node());
    if (last == null || last.incarnation != node.incarnation()) {
      return true;
    }
    boolean unheard = !last.acknowledged && nowMs - last.sentMs >= retryMs;
    return unheard || last.version < current.version();
  }

  void noteSent(Member node, long nowMs) {
    if (current != null) {
      Sent now = new Sent(node.incarnation(), current.version(), nowMs, false);
      sent.put(node.node(), now);
    }
  }

  void acknowledged(ControllerEvent.MetadataAcknowledged acknowledged) {
    Sent last = sent.get(acknowledged.node());
    if (last != null
        && last.incarnation == acknowledged.incarnation()
        && last.version == acknowledged.version()) {
      sent.put(acknowledged.node(), new Sent(last.incarnation, last.version, last.sentMs, true));
    }
  }
}
