package io.rvi.isr.protocol;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The arithmetic of commitment (R6): what every member that may be elected has, is committed.
 *
 * <p>Unlike a Raft commit index it needs no record of the leader's own epoch: all of the members,
 * not a majority, have the record, so no electable replica lacks it.
 */
final class HighWatermark {
  private HighWatermark() {}

  /**
   * The high watermark that the members' progress allows; -1 if some member's is unknown.
   *
   * @param members every member of every in-sync set that may be stored; not empty
   * @param counted how far a member's copy counts, -1 if unknown
   */
  static long over(List<Member> members, ToLongFunction<Member> counted) {
    long min = Long.MAX_VALUE;
    for (int i = 0; i < members.size(); i++) {
      min = Math.min(min, counted.applyAsLong(members.get(i)));
    }
    return min;
  }

  /**
   * Whether it may move at all. Below {@code min.insync.replicas} it stands still, so that whoever
   * left then still holds all that is committed (KIP-966); and for as long as somebody may be
   * elected who is not waited for.
   *
   * @param isr the in-sync set
   * @param required the in-sync replicas that are required
   */
  static boolean mayMove(IsrState isr, int required) {
    return isr.committed().size() >= required && isr.electableOutside().isEmpty();
  }

  /** The in-sync replicas that are required of a partition with so many replicas. */
  static int required(int minInsyncReplicas, int replicas) {
    return Math.min(minInsyncReplicas, Math.max(1, replicas));
  }
}
