package io.rvi.isr.protocol;

/**
 * Whether a replica is to be deleted, because its partition was reassigned to other nodes.
 *
 * <p>What says so may be old: by now the partition may be back, and this replica in sync. So
 * nothing is deleted on a read or a message. The state that names other nodes must be confirmed to
 * be the stored one, by a check that ZooKeeper orders among the writes, and nothing later may have
 * been heard of meanwhile. Then the replica cannot have served under a later state: that begins
 * with metadata, and the set of whoever is in sync with a fetch after it.
 */
final class Departure {
  private static final int NONE = -1;

  private final long retryMs;
  // The newest state seen that names other nodes, and the one that a confirmation is awaited of.
  private int seen = NONE;
  private long seenEpoch = NONE;
  private int asked = NONE;
  private long askedMs;

  Departure(long retryMs) {
    this.retryMs = retryMs;
  }

  /**
   * A state was seen.
   *
   * @param state what was seen
   * @param self whose replica this is
   * @param known the version of the newest metadata accepted, -1 for none
   */
  void see(VersionedState state, Replica self, int known) {
    boolean newer =
        state.state().topicId().equals(self.topicId()) && state.version() > Math.max(seen, known);
    if (newer) {
      seen = state.state().excludes(self.self().node()) ? state.version() : NONE;
      seenEpoch = state.state().leaderEpoch();
    }
  }

  /** The epoch of the newest state seen. */
  long epoch() {
    return seenEpoch;
  }

  /** Metadata of a version was accepted: what was seen before it is of no consequence. */
  void accept(int version) {
    if (version >= seen) {
      seen = NONE;
    }
  }

  /** Asks for what must be confirmed. */
  void settle(long nowMs, Effects out) {
    boolean due = seen != NONE && (asked != seen || nowMs - askedMs >= retryMs);
    if (due) {
      asked = seen;
      askedMs = nowMs;
      out.add(new ReplicaEffect.ConfirmState(seen));
    }
  }

  /** Takes an answer; true when the replica is to go. */
  boolean confirmed(ReplicaEvent.StateConfirmed answer) {
    return answer.confirmed() && seen != NONE && answer.version() == seen;
  }
}
