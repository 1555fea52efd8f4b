package io.rvi.isr.protocol;

import java.util.ArrayList;
import java.util.List;

/** The arithmetic of eligible leader replicas (R18, KIP-966). */
final class EligibleReplicas {
  private EligibleReplicas() {}

  /**
   * The eligible replicas beside a new in-sync set: none while the set is large enough, else
   * everyone who was in sync or eligible and is not in the set. They hold all that is committed,
   * since below the required size nothing is committed.
   *
   * @param before the stored state
   * @param isr the new in-sync set
   * @param required the size at which commitment goes on
   */
  static List<Member> beside(PartitionState before, List<Member> isr, int required) {
    if (isr.size() >= required) {
      return List.of();
    }
    List<Member> eligible = new ArrayList<>();
    for (Member member : before.isr()) {
      if (PartitionState.find(isr, member.node()) == null) {
        eligible.add(member);
      }
    }
    for (Member member : before.elr()) {
      boolean elsewhere =
          PartitionState.find(isr, member.node()) != null
              || PartitionState.find(eligible, member.node()) != null;
      if (!elsewhere) {
        eligible.add(member);
      }
    }
    return eligible;
  }
}
