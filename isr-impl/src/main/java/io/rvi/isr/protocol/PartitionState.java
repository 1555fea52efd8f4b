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
 */
public record PartitionState(
    UUID topicId,
    NodeId leader,
    long leaderEpoch,
    List<Member> isr,
    List<Member> elr,
    long controllerEpoch,
    Nonce nonce) {
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
  }

  /** The leader as a member of the in-sync set. */
  public Member leaderMember() {
    return Objects.requireNonNull(find(isr, leader), "checked at construction");
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
