package io.rvi.isr.protocol;

import io.rvi.api.Consistency;
import java.util.Objects;

/**
 * What can happen to a replica. Request ids are the shell's: unique among the requests that wait at
 * one replica, each answered by exactly one effect that carries it (G18).
 */
public sealed interface ReplicaEvent {
  /**
   * The controller's view of the partition arrived.
   *
   * @param metadata the message
   */
  record MetadataReceived(Metadata metadata) implements ReplicaEvent {}

  /**
   * The node has registered (again): from now on it is this member.
   *
   * @param self the node with its storage and its new life
   */
  record Registered(Member self) implements ReplicaEvent {}

  /**
   * The session with ZooKeeper came up, or is suspended or lost. Safety does not rest on it; while
   * it is down no change of the in-sync set is proposed.
   *
   * @param connected whether it is up
   */
  record SessionChanged(boolean connected) implements ReplicaEvent {}

  /**
   * A client appends.
   *
   * @param requestId answered by {@link ReplicaEffect.AnswerProduce}
   * @param batch without a place
   * @param deadlineMs when to give up waiting for the commit, on the clock of {@code nowMs}
   */
  record Produce(long requestId, RecordBatch batch, long deadlineMs) implements ReplicaEvent {}

  /**
   * A follower fetches.
   *
   * @param requestId answered by {@link ReplicaEffect.AnswerFetch}, perhaps after a wait
   * @param request the message
   */
  record FetchReceived(long requestId, FetchRequest request) implements ReplicaEvent {}

  /**
   * A follower reports progress of its disk. Has no answer.
   *
   * @param report the message
   */
  record DurableReported(DurableReport report) implements ReplicaEvent {}

  /**
   * A client reads, or asks for the high watermark alone.
   *
   * @param requestId answered by {@link ReplicaEffect.AnswerRead}
   * @param fromOffset the first offset wanted, or {@link #HIGH_WATERMARK_ONLY}
   * @param maxBytes a bound on the answer's bytes; handed through
   * @param waitUntilMs until when to wait for a first record at the high watermark; not later than
   *     {@code deadlineMs}
   * @param deadlineMs when to give up
   * @param consistency how fresh the answer must be
   */
  record Read(
      long requestId,
      long fromOffset,
      int maxBytes,
      long waitUntilMs,
      long deadlineMs,
      Consistency consistency)
      implements ReplicaEvent {
    /** The offset of a read that wants no records. */
    public static final long HIGH_WATERMARK_ONLY = -1;

    /** Checks the components. */
    public Read {
      Objects.requireNonNull(consistency, "consistency");
    }
  }

  /**
   * The leader answered this replica's fetch.
   *
   * @param response the message
   */
  record FetchAnswered(FetchResponse response) implements ReplicaEvent {}

  /**
   * This replica's fetch was certainly not answered: the connection broke, or there was none.
   *
   * @param correlationId of the fetch
   */
  record FetchFailed(long correlationId) implements ReplicaEvent {}

  /**
   * The answer to {@link ReplicaEffect.ProposeIsr}.
   *
   * @param nonce of the proposal
   * @param outcome what became of it
   */
  record ProposalAnswered(Nonce nonce, WriteOutcome outcome) implements ReplicaEvent {}

  /**
   * The answer to {@link ReplicaEffect.ReadState}.
   *
   * @param current what the read returned; may be stale
   */
  record StateRead(VersionedState current) implements ReplicaEvent {}

  /**
   * The node has learned of a stored state of the partition by itself, not from the controller.
   * Tells a replica that it was reassigned away, also when it was down meanwhile.
   *
   * @param state what was read; may be stale
   */
  record StateSeen(VersionedState state) implements ReplicaEvent {}

  /**
   * The answer to {@link ReplicaEffect.ConfirmState}.
   *
   * @param version of the effect
   * @param confirmed whether the state of that version was the stored one after it was asked; false
   *     when it was not, or the answer was lost
   */
  record StateConfirmed(int version, boolean confirmed) implements ReplicaEvent {}

  /**
   * An fsync that {@link ReplicaEffect.Flush} asked for has returned.
   *
   * @param upTo the log end that was captured before the fsync began
   * @param generation of the effect
   */
  record Flushed(long upTo, long generation) implements ReplicaEvent {}

  /**
   * What {@link ReplicaEffect.PersistEpochStart} asked for is durable.
   *
   * @param epoch of the effect
   */
  record EpochStartDurable(long epoch) implements ReplicaEvent {}

  /**
   * What {@link ReplicaEffect.PersistAcceptedEpoch} asked for is durable.
   *
   * @param epoch of the effect
   */
  record AcceptedEpochDurable(long epoch) implements ReplicaEvent {}

  /**
   * A write or an fsync of this replica's storage failed, or its log was found damaged. The replica
   * halts for good (R16).
   *
   * @param reason names the file and the error
   */
  record IoFailed(String reason) implements ReplicaEvent {}

  /** Time has passed; comes at least every {@link ReplicaConfig#tickMs()}. */
  record Tick() implements ReplicaEvent {}

  /**
   * The node is about to stop in an orderly way: a follower asks its leader to let it leave the
   * in-sync set, and fetches no more; a leader leads on until the controller has moved leadership.
   */
  record ShutdownStarted() implements ReplicaEvent {}
}
