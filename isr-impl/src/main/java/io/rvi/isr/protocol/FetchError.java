package io.rvi.isr.protocol;

/** Why a leader did not serve a fetch. */
public enum FetchError {
  /** It did. */
  NONE,
  /** The follower's epoch is over: it waits for metadata. */
  FENCED_EPOCH,
  /** The follower's epoch is not known here yet: it tries again later. */
  UNKNOWN_EPOCH,
  /** This replica does not lead, or does not lead yet: the follower tries again later. */
  NOT_LEADER,
  /** The fetch comes from an earlier life of the follower: nobody waits for the answer. */
  STALE_INCARNATION,
  /** The topic was deleted and made anew, or is not here. */
  UNKNOWN_TOPIC,
  /** A newer fetch of the same follower came before this was answered. */
  SUPERSEDED
}
