package io.rvi.isr.protocol;

import io.rvi.api.NodeId;

/**
 * What a replica asks its shell to do. The three kinds are the three steps of a turn; {@link
 * Effects} says how they are ordered.
 */
public sealed interface ReplicaEffect {
  /** Changes the replica's own storage. Done first, one after the other, in order. */
  sealed interface Persist extends ReplicaEffect {}

  /** Tells another node, or ZooKeeper. Done only after all {@link Persist} effects of the turn. */
  sealed interface Send extends ReplicaEffect {}

  /** Tells a client, or the node itself. Done last. */
  sealed interface Acknowledge extends ReplicaEffect {}

  /**
   * Write a batch to the log (the page cache) at the log's end, before the next effect. Consecutive
   * ones may be written together.
   *
   * @param batch the batch
   * @param baseOffset the log's end so far
   * @param epoch the leader epoch to store with it
   */
  record Append(RecordBatch batch, long baseOffset, long epoch) implements Persist {}

  /**
   * Cut the log's end, and make that durable before the next effect; then, not before, cut what is
   * stored of epoch starts (R17).
   *
   * @param offset the new log end
   */
  record TruncateTo(long offset) implements Persist {}

  /**
   * Store durably (fsync) that an epoch starts at an offset, although no batch may say so, and that
   * it is accepted, as {@link PersistAcceptedEpoch} does. May run beside the event loop; answered
   * by {@link ReplicaEvent.EpochStartDurable}.
   *
   * @param epoch the epoch
   * @param startOffset where it starts
   */
  record PersistEpochStart(long epoch, long startOffset) implements Persist {}

  /**
   * Store durably (fsync) that this replica follows in an epoch; what is stored never falls, and no
   * cut of the log takes it away. At most once in an epoch. May run beside the event loop; answered
   * by {@link ReplicaEvent.AcceptedEpochDurable}.
   *
   * @param epoch the epoch
   */
  record PersistAcceptedEpoch(long epoch) implements Persist {}

  /**
   * Fsync the log. Runs beside the event loop; answered by {@link ReplicaEvent.Flushed} with the
   * same generation. Several asked for before one begins may be served by one fsync in the flush
   * class {@code group}, where only the last need be answered; never in the class {@code each}.
   *
   * @param upTo the log end when asked
   * @param generation rises when the log is cut, so that an fsync begun before says nothing about
   *     what was written after
   */
  record Flush(long upTo, long generation) implements Persist {}

  /**
   * Store the high watermark as a hint for the next start; need not be durable, has no answer.
   *
   * @param highWatermark the value
   */
  record CheckpointHighWatermark(long highWatermark) implements Persist {}

  /**
   * Send a fetch to the leader; answered by {@link ReplicaEvent.FetchAnswered} or {@link
   * ReplicaEvent.FetchFailed}, or not at all.
   *
   * @param leader the node to send it to
   * @param request the message
   */
  record SendFetch(NodeId leader, FetchRequest request) implements Send {}

  /**
   * Send a report to the leader.
   *
   * @param leader the node to send it to
   * @param report the message
   */
  record SendDurableReport(NodeId leader, DurableReport report) implements Send {}

  /**
   * Answer a follower's fetch: read whole batches from {@code head.fetchOffset()} on and below
   * {@code upToOffset}, at most {@code maxBytes} or one batch, and send them with {@code head}.
   *
   * @param requestId of the event
   * @param head the answer without records
   * @param upToOffset where to stop; equal to the fetch offset when there is nothing to read
   * @param maxBytes of the request
   */
  record AnswerFetch(long requestId, FetchResponse head, long upToOffset, int maxBytes)
      implements Send {}

  /**
   * Compare and set the partition's state in ZooKeeper; answered by {@link
   * ReplicaEvent.ProposalAnswered}, always, in the end.
   *
   * @param expectedVersion the version that must be stored
   * @param proposed the new content; its nonce identifies the proposal
   */
  record ProposeIsr(int expectedVersion, PartitionState proposed) implements Send {}

  /** Read the partition's state from ZooKeeper, after a sync; answered by {@code StateRead}. */
  record ReadState() implements Send {}

  /**
   * Ask ZooKeeper, by a check that goes through its quorum and not by a read, whether a state is
   * still the stored one; answered by {@link ReplicaEvent.StateConfirmed}, always, in the end.
   *
   * @param version of the state
   */
  record ConfirmState(int version) implements Send {}

  /**
   * Answer a client's append.
   *
   * @param requestId of the event
   * @param error {@code NONE} if the batch is committed
   * @param baseOffset the offset of the batch's first record; -1 with an error
   * @param epoch the epoch of the acknowledging leader; -1 with an error
   */
  record AnswerProduce(long requestId, ProduceError error, long baseOffset, long epoch)
      implements Acknowledge {}

  /**
   * Answer a client's read: without an error, read whole batches that hold {@code fromOffset} and
   * what follows, below {@code highWatermark}, within {@code maxBytes}.
   *
   * @param requestId of the event
   * @param error why there are no records
   * @param fromOffset of the event
   * @param highWatermark no record at or above it may be sent
   * @param maxBytes of the event
   * @param epoch the answering leader's epoch, or the newest known
   */
  record AnswerRead(
      long requestId,
      ReadError error,
      long fromOffset,
      long highWatermark,
      int maxBytes,
      long epoch)
      implements Acknowledge {}

  /**
   * Records were cut where unclean elections are allowed. Those below the high watermark were
   * committed and are lost by such an election. Those above it may have been: a replica that led
   * alone, and died, remembers a high watermark from before its end, and its high watermark was the
   * end of its log.
   *
   * @param fromOffset the first record cut
   * @param toOffset the offset after the last one that is known to have been committed; {@code
   *     fromOffset} if none is
   * @param cutToOffset the offset after the last record cut
   */
  record CommittedRecordsLost(long fromOffset, long toOffset, long cutToOffset)
      implements Acknowledge {}

  /**
   * The partition lies on other nodes: delete this replica. It takes no further event; should the
   * partition come back, a new replica begins with an empty log, and with this epoch for accepted:
   * the storage is the same, and what an earlier epoch's leader expects of it is not there any more
   * (R19).
   *
   * @param epoch of the state that named other nodes
   */
  record Removed(long epoch) implements Acknowledge {}

  /**
   * The replica has halted: its disk is kept as it is and must be looked at. The node must end its
   * registration, so that the controller moves its leadership.
   *
   * @param reason one line
   */
  record Halted(String reason) implements Acknowledge {}
}
