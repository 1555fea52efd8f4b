package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who shall lead (R10, R18). Chooses among the members of the in-sync set whose storage is
 * registered now, else among the eligible ones, in the order of the assignment.
 *
 * <p>An election never takes anyone out of the in-sync set: the controller's view may be old, and
 * the one it elects may be gone or wiped. Only a leader that lives removes others, after it took
 * office; until then they can still be elected.
 */
final class Election {
  private final ClusterView cluster;
  private final boolean uncleanAllowed;

  Election(ClusterView cluster, boolean uncleanAllowed) {
    this.cluster = cluster;
    this.uncleanAllowed = uncleanAllowed;
  }

  /**
   * The outcome of an election.
   *
   * @param leader the node
   * @param isr the in-sync set with it; lives brought up to date
   * @param elr who else is eligible
   */
  record Elected(NodeId leader, List<Member> isr, List<Member> elr) {}

  /** Whether the stored leader cannot go on: it is dead, bounced, or about to stop. */
  boolean isDue(PartitionState state) {
    return !cluster.isThisLife(state.leaderMember()) || !cluster.stays(state.leader());
  }

  /**
   * Elects a leader.
   *
   * @param state as stored
   * @param replicas the candidates, the preferred first
   * @return null if nobody can be elected, or the only one who can leads already
   */
  @Nullable Elected elect(PartitionState state, Collection<NodeId> replicas) {
    Member fromIsr = first(state.isr(), replicas);
    if (fromIsr != null) {
      return new Elected(fromIsr.node(), refreshed(state.isr()), state.elr());
    }
    if (cluster.isThisLife(state.leaderMember())) {
      // About to stop, but nobody can replace it.
      return null;
    }
    Member fromElr = first(state.elr(), replicas);
    if (fromElr != null) {
      List<Member> isr = new ArrayList<>(state.isr());
      isr.add(fromElr);
      List<Member> elr = new ArrayList<>(state.elr());
      elr.remove(fromElr);
      return new Elected(fromElr.node(), refreshed(isr), elr);
    }
    Member bounced = lastResort(state);
    if (bounced != null) {
      return new Elected(bounced.node(), refreshed(state.isr()), state.elr());
    }
    return uncleanAllowed ? unclean(replicas) : null;
  }

  /** Moves leadership to a node, if it is in sync, verified and stays. */
  @Nullable Elected moveTo(PartitionState state, NodeId node) {
    Member member = first(state.isr(), List.of(node));
    return member == null || state.leader().equals(node)
        ? null
        : new Elected(node, refreshed(state.isr()), state.elr());
  }

  /** Why nobody can be elected, in one line that names the replicas. */
  String whyOffline(PartitionState state) {
    return "no replica that holds all committed records is registered: in sync "
        + state.isr()
        + ", eligible "
        + state.elr();
  }

  private @Nullable Member first(List<Member> members, Collection<NodeId> replicas) {
    for (NodeId node : replicas) {
      Member member = PartitionState.find(members, node);
      if (member != null && cluster.isVerified(member) && cluster.stays(node)) {
        return member;
      }
    }
    return null;
  }

  /** A verified member that is about to stop, or not assigned any more: better than none. */
  private @Nullable Member lastResort(PartitionState state) {
    for (Member member : state.isr()) {
      if (cluster.isVerified(member)) {
        return member;
      }
    }
    return null;
  }

  private @Nullable Elected unclean(Collection<NodeId> replicas) {
    List<Member> live = cluster.live(replicas);
    return live.isEmpty() ? null : new Elected(live.get(0).node(), List.of(live.get(0)), List.of());
  }

  /** The same members on the same storages, in their present lives. */
  private List<Member> refreshed(List<Member> members) {
    List<Member> refreshed = new ArrayList<>(members.size());
    for (Member member : members) {
      Member now = cluster.of(member.node());
      refreshed.add(now != null && cluster.isVerified(member) ? now : member);
    }
    return refreshed;
  }
}
