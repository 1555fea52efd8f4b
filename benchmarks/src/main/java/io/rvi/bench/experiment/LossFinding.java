package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one trial of permanent losses showed. Two topics were written: one while every replica was
 * up and in sync, one while the smallest legal set alone was up. Then all replicas were stopped,
 * their directories emptied one after the other, and what was left was read after each.
 *
 * @param seed of every choice in the trial
 * @param variant in which order, and how, replicas were taken
 * @param ackSet the smallest legal set that acknowledged the second topic, its leader first
 * @param cutOff the others, down when it was written
 * @param order in which directories were emptied, the acknowledging set first
 * @param ackedFull records that all replicas had when they were acknowledged or soon after
 * @param ackedLeast records that the smallest set acknowledged
 * @param stages what was left after each number of losses, from none on
 * @param proofs how it is known that each fault landed
 * @param leftBehind what the replicas that were cut off did alone; null when that was not tried
 * @param revived what the replicas left did after so many losses as theory grants; null when that
 *     was not tried
 */
public record LossFinding(
    long seed,
    LossVariant variant,
    List<NodeId> ackSet,
    List<NodeId> cutOff,
    List<NodeId> order,
    long ackedFull,
    long ackedLeast,
    List<Stage> stages,
    List<String> proofs,
    @Nullable Revival leftBehind,
    @Nullable Revival revived) {
  /** Copies the lists. */
  public LossFinding {
    ackSet = List.copyOf(ackSet);
    cutOff = List.copyOf(cutOff);
    order = List.copyOf(order);
    stages = List.copyOf(stages);
    proofs = List.copyOf(proofs);
  }

  /**
   * What is left after some losses, as the disks of the replicas left have it.
   *
   * @param losses directories emptied so far
   * @param read the replicas whose disks were read to their end
   * @param lostFull acked records of the first topic that none of them has
   * @param lostLeast acked records of the second topic that none of them has
   */
  public record Stage(int losses, List<NodeId> read, long lostFull, long lostLeast) {
    /** Copies the list. */
    public Stage {
      read = List.copyOf(read);
    }
  }

  /**
   * Some replicas brought back without the others.
   *
   * @param started which
   * @param losses directories emptied before
   * @param served whether they served the whole log within the time given
   * @param lost acked records of the second topic that a finished scan did not find
   * @param complaint why it was not served; empty when it was
   */
  public record Revival(
      List<NodeId> started, int losses, boolean served, long lost, String complaint) {
    /** Copies the list. */
    public Revival {
      started = List.copyOf(started);
    }
  }

  /**
   * L as measured: the most losses, in the trial's order, after each of which every record that the
   * smallest set acknowledged was still on a disk; -1 when one was missing before any loss.
   */
  public int permanentLoss() {
    int survived = -1;
    while (survived + 1 < stages.size() && stages.get(survived + 1).lostLeast() == 0) {
      survived++;
    }
    return survived;
  }

  /** L_full as measured: likewise, of records that all replicas had. */
  public int permanentLossFull() {
    int survived = -1;
    while (survived + 1 < stages.size() && stages.get(survived + 1).lostFull() == 0) {
      survived++;
    }
    return survived;
  }

  /**
   * Whether a number of losses survived is final: a record was missing after one more, or only one
   * replica was left.
   *
   * @param survived as {@link #permanentLoss} and {@link #permanentLossFull} tell
   */
  public boolean decides(int survived) {
    return survived + 1 < stages.size() || stages.size() == order.size();
  }

  /** Whether records were lost that no replica's loss explains, or by replicas brought back. */
  public boolean promiseBroken() {
    Revival back = revived;
    Revival behind = leftBehind;
    return permanentLoss() < 0
        || permanentLossFull() < 0
        || (back != null && back.lost() > 0)
        || (behind != null && behind.lost() > 0);
  }
}
