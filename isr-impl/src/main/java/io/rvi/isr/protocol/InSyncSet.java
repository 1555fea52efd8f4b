package io.rvi.isr.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * The in-sync set of a leader, and its changes by compare-and-set (R9). One proposal at a time. A
 * proposal whose answer was lost is not asked after but overtaken: the next one expects the same
 * version, so that one of the two is refused for ever, and the answer says which. What ZooKeeper
 * may hold in the meantime stays in {@link IsrState#maximal()}.
 */
final class InSyncSet {
  private final Member self;
  private final long epoch;
  private final ReplicaConfig config;
  private final String writer;

  private IsrState state;
  // The number of the last proposal; grows.
  private long proposalNumber;
  // Not before this time is a proposal repeated or the state read again.
  private long retryAtMs;
  // A later epoch is stored: this leader is deposed and proposes no more.
  private boolean superseded;
  // A read was asked for, as a refusal did not say what is stored now.
  private boolean mustRead;

  InSyncSet(Member self, VersionedState stored, ReplicaConfig config) {
    this.self = self;
    this.epoch = stored.state().leaderEpoch();
    this.config = config;
    this.writer = self.node() + "." + self.incarnation() + ".e" + epoch;
    this.state = new IsrState.Committed(stored);
  }

  IsrState state() {
    return state;
  }

  /** Whether a new proposal may be made now. */
  boolean mayPropose(long nowMs) {
    if (superseded || mustRead) {
      return false;
    }
    if (state instanceof IsrState.Unresolved unresolved) {
      return !unresolved.inFlight() && nowMs >= retryAtMs;
    }
    return state instanceof IsrState.Committed && nowMs >= retryAtMs;
  }

  /** Whether an earlier proposal must be overtaken. */
  boolean isUnresolved() {
    return state instanceof IsrState.Unresolved;
  }

  /** Proposes an in-sync set; {@link #mayPropose} holds. */
  void propose(List<Member> isr, int required, Effects out) {
    VersionedState stored = state.stored();
    PartitionState before = stored.state();
    if (isr.stream().noneMatch(self::sameStorage)) {
      throw new IllegalStateException("leader " + self + " not in proposed in-sync set " + isr);
    }
    PartitionState proposal =
        new PartitionState(
            before.topicId(),
            before.leader(),
            epoch,
            isr,
            EligibleReplicas.beside(before, isr, required),
            before.controllerEpoch(),
            new Nonce(writer, ++proposalNumber),
            before.placement());
    state = withProposal(stored, proposal);
    out.add(new ReplicaEffect.ProposeIsr(stored.version(), proposal));
  }

  /** Takes the answer to a proposal; one that is not awaited says nothing. */
  void answered(Nonce nonce, WriteOutcome outcome, long nowMs, Effects out) {
    boolean awaited = isInFlight() && nonce.equals(last().nonce());
    if (!awaited) {
      return;
    }
    if (outcome instanceof WriteOutcome.Committed committed) {
      state = new IsrState.Committed(new VersionedState(last(), committed.version()));
    } else if (outcome instanceof WriteOutcome.Rejected rejected) {
      refused(rejected, nowMs, out);
    } else {
      state = afterLostAnswer();
      retryAtMs = nowMs + config.times().proposalRetryMs();
    }
  }

  /**
   * Takes a state that was read or sent. It counts only if it is newer than what was stored: an
   * older one does not tell whether a proposal has been applied since (Z2).
   */
  void observe(VersionedState current) {
    if (current.version() <= state.stored().version()) {
      return;
    }
    mustRead = false;
    if (current.state().leaderEpoch() > epoch) {
      superseded = true;
    } else {
      state = new IsrState.Committed(current);
    }
  }

  /** Repeats a read that did not say enough. */
  void tick(long nowMs, Effects out) {
    if (mustRead && !superseded && nowMs >= retryAtMs) {
      retryAtMs = nowMs + config.times().proposalRetryMs();
      out.add(new ReplicaEffect.ReadState());
    }
  }

  private void refused(WriteOutcome.Rejected rejected, long nowMs, Effects out) {
    VersionedState before = state.stored();
    // Refused for ever; but something newer is stored, and an earlier proposal may be that.
    state = afterLostAnswer();
    if (rejected.current() != null) {
      observe(rejected.current());
    }
    boolean learned = superseded || state.stored().version() > before.version();
    if (!learned) {
      mustRead = true;
      retryAtMs = nowMs + config.times().proposalRetryMs();
      out.add(new ReplicaEffect.ReadState());
    }
  }

  private IsrState afterLostAnswer() {
    return config.rules().unknownStaysPossible()
        ? new IsrState.Unresolved(state.stored(), state.proposals(), false)
        : new IsrState.Committed(state.stored());
  }

  private IsrState withProposal(VersionedState stored, PartitionState proposal) {
    if (state instanceof IsrState.Unresolved unresolved) {
      List<PartitionState> all = new ArrayList<>(unresolved.proposals());
      // What the same members were proposed with before does not matter: only who may be in sync.
      all.removeIf(
          earlier -> earlier.isr().equals(proposal.isr()) && earlier.elr().equals(proposal.elr()));
      all.add(proposal);
      return new IsrState.Unresolved(stored, all, true);
    }
    return proposal.isr().size() > state.committed().size()
        ? new IsrState.PendingExpand(stored, proposal)
        : new IsrState.PendingShrink(stored, proposal);
  }

  private boolean isInFlight() {
    if (state instanceof IsrState.Unresolved unresolved) {
      return unresolved.inFlight();
    }
    return !(state instanceof IsrState.Committed);
  }

  private PartitionState last() {
    List<PartitionState> proposals = state.proposals();
    return proposals.get(proposals.size() - 1);
  }
}
