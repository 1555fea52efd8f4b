package io.rvi.memory;

/** One way to be wrong, for tests of whoever has to notice. */
public enum Flaw {
  /** None: the control. */
  NONE,
  /** A crash of any node takes the last records of every replica with it, acknowledged or not. */
  LOSES_THE_TAIL_IN_A_CRASH,
  /** A node comes back empty, so that a restart of all loses everything. */
  COMES_BACK_EMPTY,
  /** Each tenth append is acknowledged and not stored. */
  ACKNOWLEDGES_WITHOUT_STORING,
  /** Each tenth append is stored twice. */
  STORES_TWICE,
  /** Of appends close to each other, each second overtakes the first. */
  SWAPS_NEIGHBOURS,
  /** Each tenth append stores a record of the backend's own before it. */
  SHOWS_INTERNAL_ENTRIES,
  /** Each tenth append is stored and reported as not committed. */
  DENIES_WHAT_IT_STORED,
  /** A linearizable read misses the newest record. */
  READS_THE_PAST,
  /** Clients differ in the payload that they read at each tenth offset. */
  DIVERGES
}
