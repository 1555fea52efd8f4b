package io.rvi.isr.protocol;

import java.util.UUID;

/**
 * One replica of a partition: follower or leader, in-sync set, high watermark. Pure: what it does
 * is a function of its state, an event and the time. The package description says how to drive it.
 */
public final class ReplicaCore {
  /**
   * A replica on its node's storage, waiting for metadata.
   *
   * @param self the node with its storage and its present life
   * @param partition the partition
   * @param topicId the topic's identity
   * @param log what its storage holds; from now on changed by this replica alone
   * @param config its configuration
   */
  public ReplicaCore(
      Member self,
      TopicPartition partition,
      UUID topicId,
      RecoveredLog log,
      ReplicaConfig config) {}

  /**
   * Begins the replica's life; called once, before any event.
   *
   * @param nowMs the time on a monotonic clock
   * @param out takes what must be done
   */
  public void start(long nowMs, Effects out) {}

  /**
   * Takes one event of a turn.
   *
   * @param event the event
   * @param nowMs the time on a monotonic clock, read once for the turn
   * @param out takes what must be done
   */
  public void handle(ReplicaEvent event, long nowMs, Effects out) {}

  /**
   * Ends a turn: what several events lead to together, such as the answer to a waiting fetch, is
   * added once.
   *
   * @param nowMs the time of the turn
   * @param out takes what must be done
   */
  public void settle(long nowMs, Effects out) {}

  /** What the replica says of itself now. */
  public ReplicaStatus status() {
    return new ReplicaStatus(
        ReplicaStatus.Role.OFFLINE, -1, null, java.util.List.of(), java.util.List.of(), 0, 0, 0, 0);
  }
}
