package io.rvi.isr.wire;

/** Why a node refuses a request. For a produce request it also says what became of the batch. */
public enum WireError {
  /** This node does not lead the partition; the hint names the leader, if known. Not stored. */
  NOT_LEADER(Fate.NOT_STORED),
  /** The batch was appended, but its leader's epoch ended before it was committed. */
  LEADER_CHANGED(Fate.UNKNOWN),
  /** No topic of this name or id is known here. Not stored. */
  UNKNOWN_TOPIC(Fate.NOT_STORED),
  /** The topic has no such partition. Not stored. */
  UNKNOWN_PARTITION(Fate.NOT_STORED),
  /** Fewer in-sync replicas than demanded, found before the append. Not stored. */
  NOT_ENOUGH_REPLICAS(Fate.NOT_STORED),
  /** Fewer in-sync replicas than demanded, found after the append. */
  NOT_ENOUGH_REPLICAS_AFTER_APPEND(Fate.UNKNOWN),
  /** The batch is not the next of its producer: a batch before it is missing. Not stored now. */
  OUT_OF_ORDER_SEQUENCE(Fate.NOT_STORED),
  /** The producer has a newer epoch. Not stored now. */
  STALE_PRODUCER_EPOCH(Fate.NOT_STORED),
  /** A repetition of a batch so old that its offset is no longer known. */
  FORGOTTEN_DUPLICATE(Fate.UNKNOWN),
  /** The bytes are not an intact batch. Not stored. */
  CORRUPT_BATCH(Fate.NOT_STORED),
  /** A record is larger than the cluster allows. Not stored. */
  RECORD_TOO_LARGE(Fate.NOT_STORED),
  /** The node holds as many unfinished requests as it may. Not stored. */
  OVERLOADED(Fate.NOT_STORED),
  /** The replica's storage failed or is damaged; the detail names file and offset. */
  STORAGE(Fate.UNKNOWN),
  /** The offset lies outside the readable range; the detail names the range. */
  OFFSET_OUT_OF_RANGE(Fate.NOT_STORED),
  /** The leader does not know its high watermark yet; ask again soon. */
  NOT_READY(Fate.NOT_STORED),
  /** The request's leader epoch is behind the replica's. */
  FENCED_EPOCH(Fate.NOT_STORED),
  /** The request's leader epoch is ahead of the replica's; ask again soon. */
  UNKNOWN_EPOCH(Fate.NOT_STORED),
  /** This node is not the controller; the hint names it, if known. */
  NOT_CONTROLLER(Fate.NOT_STORED),
  /** The sender was the controller of an earlier epoch. */
  STALE_CONTROLLER(Fate.NOT_STORED),
  /** The request is meant for an earlier incarnation of this node. */
  STALE_INCARNATION(Fate.NOT_STORED),
  /** A topic of this name exists with another shape. */
  TOPIC_EXISTS(Fate.NOT_STORED),
  /** An argument is wrong; the detail says which. */
  INVALID_ARGUMENT(Fate.NOT_STORED),
  /** The node belongs to another cluster. */
  WRONG_CLUSTER(Fate.NOT_STORED),
  /** The node does not do this as it is configured. */
  UNSUPPORTED(Fate.NOT_STORED),
  /** The node is stopping. Not stored. */
  STOPPING(Fate.NOT_STORED),
  /** A fault of the node itself. */
  INTERNAL(Fate.UNKNOWN);

  private enum Fate {
    NOT_STORED,
    UNKNOWN
  }

  private final Fate fate;

  WireError(Fate fate) {
    this.fate = fate;
  }

  /** Whether a produce request that ended so may have stored its batch. */
  public boolean outcomeUnknown() {
    return fate == Fate.UNKNOWN;
  }
}
