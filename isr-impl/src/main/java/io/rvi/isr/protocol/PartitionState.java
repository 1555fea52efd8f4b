package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a partition as ZooKeeper stores it: who leads, and which replicas hold every
 * committed record. It is changed by compare-and-set on its version alone, by the partition's
 * leader (in-sync set only, same epoch) and by the controller (which raises the epoch).
 *
 * @param topicId the topic's identity; a topic deleted and made anew has another
 * @param leader the leader; always in {@code isr}
 * @param leaderEpoch 0 or more; grows with every change that the controller makes
 * @param isr the in-sync set, never empty, each node once (G15)
 * @param elr eligible leader replicas (R18): left the in-sync set while it was, or fell, below
 *     {@code min.insync.replicas}, and hold all that is committed since the high watermark stands
 *     still there; disjoint from {@code isr}
 * @param controllerEpoch the epoch of the controller that made the last controller change
 * @param nonce the signature of the write that stored this
 * @param placement where the partition lies if it was ever reassigned, else null: then it lies
 *     where its topic was created
 */
public record PartitionState(
    UUID topicId,
    NodeId leader,
    long leaderEpoch,
    List<Member> isr,
    List<Member> elr,
    long controllerEpoch,
    Nonce nonce,
    @Nullable Placement placement) {
  /** Checks what holds of every state ever stored (G15), and copies the lists. */
  public PartitionState {
    Objects.requireNonNull(topicId, "topicId");
    Objects.requireNonNull(nonce, "nonce");
    isr = List.copyOf(isr);
    elr = List.copyOf(elr);
    if (leaderEpoch < 0 || controllerEpoch < 0) {
      throw new IllegalArgumentException(
          "epochs are 0 or more, not " + leaderEpoch + " and " + controllerEpoch);
    }
    if (find(isr, leader) == null) {
      throw new IllegalArgumentException("leader " + leader + " is not in the in-sync set " + isr);
    }
    if (isr.stream().map(Member::node).distinct().count() != isr.size()) {
      throw new IllegalArgumentException("a node twice in the in-sync set " + isr);
    }
    for (Member member : elr) {
      if (find(isr, member.node()) != null) {
        throw new IllegalArgumentException(member + " both in sync and eligible: " + isr + elr);
      }
    }
    if (placement != null) {
      List<NodeId> assigned = placement.replicas();
      for (Member member : isr) {
        if (!assigned.contains(member.node())) {
          throw new IllegalArgumentException(member + " in sync but not assigned: " + assigned);
        }
      }
    }
  }

  /** The state of a partition that was never reassigned. */
  public PartitionState(
      UUID topicId,
      NodeId leader,
      long leaderEpoch,
      List<Member> isr,
      List<Member> elr,
      long controllerEpoch,
      Nonce nonce) {
    this(topicId, leader, leaderEpoch, isr, elr, controllerEpoch, nonce, null);
  }

  /**
   * The nodes that hold the partition, or are about to; the preferred leader first.
   *
   * @param created where it was created
   */
  public List<NodeId> replicas(List<NodeId> created) {
    return placement == null ? created : placement.replicas();
  }

  /**
   * Whether a node holds no replica any more, as it was reassigned to others.
   *
   * @param node the node
   */
  public boolean excludes(NodeId node) {
    return placement != null && !placement.replicas().contains(node);
  }

  /** The leader as a member of the in-sync set. */
  public Member leaderMember() {
    return Objects.requireNonNull(find(isr, leader), "checked at construction");
  }

  /**
   * The nodes that may join the in-sync set: those that leave too, until the target is complete.
   */
  List<NodeId> mayJoin(List<NodeId> assigned) {
    return placement != null && placement.isTargetIn(isr) ? placement.target() : assigned;
  }

  /**
   * The in-sync set without those that are leaving, once they may go: when every node of the target
   * is in sync, and the leader is one of them. It is the leader that lets them go, as it lives; a
   * controller with an old view could leave the set to a storage that is gone (S8a).
   */
  List<Member> withoutLeaving() {
    Placement goal = placement;
    if (goal == null || !goal.target().contains(leader) || !goal.isTargetIn(isr)) {
      return isr;
    }
    return isr.stream().filter(member -> goal.target().contains(member.node())).toList();
  }

  /** The entry of a node in a list of members, if it has one. */
  public static @Nullable Member find(List<Member> members, NodeId node) {
    for (Member member : members) {
      if (member.node().equals(node)) {
        return member;
      }
    }
    return null;
  }
}
