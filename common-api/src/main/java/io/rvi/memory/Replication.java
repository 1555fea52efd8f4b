package io.rvi.memory;

/** When the in-memory backend acknowledges an append, and who may lead. */
enum Replication {
  /** A majority of the assigned replicas runs; the most complete of those running leads. */
  MAJORITY,
  /**
   * Every member of the in-sync set runs; a member leads. A member whose crash was detected leaves
   * the set unless it is the last.
   */
  IN_SYNC
}
