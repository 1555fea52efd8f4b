package io.rvi.api;

/** Why an operation failed, in terms that mean the same on every backend. */
public enum ErrorCode {
  /** The argument itself is wrong: a name, a count, a size. */
  INVALID_ARGUMENT,
  /** The record is larger than the cluster's {@code record.bytes.max}. */
  RECORD_TOO_LARGE,
  /** The offset lies outside the readable range, from the first offset to the high watermark. */
  OFFSET_OUT_OF_RANGE,
  /** No topic of this name. */
  UNKNOWN_TOPIC,
  /** The topic has no partition of this number. */
  UNKNOWN_PARTITION,
  /** A topic of this name exists with another shape. */
  TOPIC_EXISTS,
  /** The client, its log or its consumer was closed before the operation ended. */
  CLOSED,
  /** The operation did not end before its deadline and nothing more specific is known. */
  DEADLINE_EXCEEDED,
  /** No leader, or no quorum to elect one, was found before the deadline. */
  NO_LEADER,
  /** Fewer in-sync replicas than {@code min.insync.replicas}. */
  NOT_ENOUGH_REPLICAS,
  /** Leadership moved, or the connection to the leader broke, while the operation was under way. */
  LEADER_CHANGED,
  /** The client's own bound on pending operations was reached. */
  OVERLOADED,
  /** A replica's disk failed, is full or is damaged. */
  STORAGE,
  /** The backend does not have this capability. */
  UNSUPPORTED,
  /** A fault of the backend itself; the message says what to report. */
  INTERNAL
}
