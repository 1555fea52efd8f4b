package io.rvi.api;

/** How fresh a read is. Both levels return committed records only. */
public enum Consistency {
  /**
   * Committed records, as the replica that believes to lead knows them. May be stale: a deposed
   * leader that has not heard of its successor answers from its own past. Never wrong: what it
   * returns is committed.
   */
  COMMITTED,

  /**
   * As {@link #COMMITTED}, and the high watermark of the answer covers every append acknowledged
   * before the read was sent (Raft: read index). A leader that cannot confirm its leadership does
   * not answer.
   */
  LINEARIZABLE
}
