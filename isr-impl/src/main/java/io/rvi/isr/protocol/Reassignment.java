package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerEffect.AdminResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings partitions to the nodes where they shall lie, and leadership to the node that was asked
 * for, one write at a time.
 *
 * <pre>
 *   1. store the target; the nodes that are not in it are leaving, and still count
 *      (new replicas fetch from the first record on, and join the in-sync set as any replica does)
 *   2. every node of the target is in sync, the leader is leaving: move leadership into the target
 *   3. the leader, of the target, takes those that are leaving out of the in-sync set
 *   4. nobody who is leaving is in sync or eligible: forget them; they delete their replicas
 * </pre>
 *
 * <p>1, 2 and 4 are the controller's and raise the epoch; 3 is the leader's. All of it is decided
 * by what is stored, so whoever is controller carries on.
 */
final class Reassignment {
  private final ClusterView cluster;
  private final Election election;

  Reassignment(ClusterView cluster, Election election) {
    this.cluster = cluster;
    this.election = election;
  }

  /**
   * What shall be stored next.
   *
   * @param elected leader, in-sync set and eligible replicas
   * @param placement where the partition lies
   */
  record Step(Election.Elected elected, @Nullable Placement placement) {}

  /** The next step, or null when there is nothing to do, or nothing that can be done now. */
  @Nullable Step next(PartitionControl control, PartitionState state) {
    List<NodeId> wanted = control.wantedTarget();
    if (wanted != null && !wanted.equals(control.target())) {
      return new Step(unchanged(state), Placement.towards(control.replicas(), wanted));
    }
    control.wantTarget(null);
    Placement placement = state.placement();
    Step step = placement == null ? null : next(placement, state);
    return step == null ? towardsWantedLeader(control, state) : step;
  }

  private @Nullable Step next(Placement placement, PartitionState state) {
    if (placement.leaving().isEmpty() || !placement.isTargetIn(state.isr())) {
      return null;
    }
    if (!placement.target().contains(state.leader())) {
      for (NodeId node : placement.target()) {
        Election.Elected moved = election.moveTo(state, node);
        if (moved != null) {
          return new Step(moved, placement);
        }
      }
      return null;
    }
    boolean areGone = !placement.isLeavingIn(state.isr()) && !placement.isLeavingIn(state.elr());
    return areGone ? new Step(unchanged(state), placement.reached()) : null;
  }

  private @Nullable Step towardsWantedLeader(PartitionControl control, PartitionState state) {
    NodeId wanted = control.wantedLeader();
    if (wanted == null) {
      return null;
    }
    if (wanted.equals(state.leader()) || !control.target().contains(wanted)) {
      control.wantLeader(null);
      return null;
    }
    Election.Elected moved = election.moveTo(state, wanted);
    return moved == null ? null : new Step(moved, state.placement());
  }

  private static Election.Elected unchanged(PartitionState state) {
    return new Election.Elected(state.leader(), state.isr(), state.elr());
  }

  /** Takes a wish, or says how far it is. */
  void wish(
      ControllerEvent.Reassign wish,
      @Nullable PartitionControl control,
      List<ControllerEffect> out) {
    VersionedState current = control == null ? null : control.current();
    if (control == null || current == null) {
      answer(wish.requestId(), AdminResult.NOT_NOW, "its state is not known yet", out);
    } else if (wish.target().equals(control.target())) {
      String open = wish.begun() ? whatIsOpen(control, current.state()) : "";
      AdminResult result = open.isEmpty() ? AdminResult.DONE : AdminResult.NOT_NOW;
      answer(wish.requestId(), result, open, out);
    } else if (wish.begun()) {
      control.doubt();
      String detail = "it is being moved to " + control.target() + " instead";
      answer(wish.requestId(), AdminResult.NOT_NOW, detail, out);
    } else {
      begin(wish, control, out);
    }
  }

  private void begin(
      ControllerEvent.Reassign wish, PartitionControl control, List<ControllerEffect> out) {
    List<NodeId> absent =
        wish.target().stream()
            .filter(node -> !control.replicas().contains(node) && !cluster.stays(node))
            .toList();
    if (absent.isEmpty()) {
      control.wantTarget(wish.target());
      answer(wish.requestId(), AdminResult.NOT_NOW, "the target is being stored", out);
    } else {
      String detail = absent + " would be new to it and must run: start them";
      answer(wish.requestId(), AdminResult.NOT_NOW, detail, out);
    }
  }

  /** What the target, which is stored, still waits for; empty when it is reached. */
  private String whatIsOpen(PartitionControl control, PartitionState state) {
    List<NodeId> behind =
        control.target().stream()
            .filter(node -> PartitionState.find(state.isr(), node) == null)
            .toList();
    if (!behind.isEmpty()) {
      return behind + " are not in sync yet";
    }
    Placement placement = state.placement();
    if (placement != null && !placement.leaving().isEmpty()) {
      return placement.leaving() + " have not left yet";
    }
    return cluster.isThisLife(state.leaderMember()) ? "" : "it has no leader that runs";
  }

  /** Takes a wish, or says how far it is. */
  void wish(
      ControllerEvent.TransferLeadership wish,
      @Nullable PartitionControl control,
      List<ControllerEffect> out) {
    VersionedState current = control == null ? null : control.current();
    if (control == null || current == null) {
      answer(wish.requestId(), AdminResult.NOT_NOW, "its state is not known yet", out);
    } else if (!control.target().contains(wish.leader())) {
      String detail = wish.leader() + " holds no replica of it, or is leaving it";
      answer(
          wish.requestId(), AdminResult.INVALID, detail + "; name one of " + control.target(), out);
    } else if (current.state().leader().equals(wish.leader())
        && cluster.isThisLife(current.state().leaderMember())) {
      answer(wish.requestId(), AdminResult.DONE, "", out);
    } else {
      control.wantLeader(wish.leader());
      String detail = wish.leader() + " takes over once it is in sync";
      answer(wish.requestId(), AdminResult.NOT_NOW, detail, out);
    }
  }

  private static void answer(
      long requestId, AdminResult result, String detail, List<ControllerEffect> out) {
    TopicCreation.answer(requestId, result, detail, out);
  }
}
