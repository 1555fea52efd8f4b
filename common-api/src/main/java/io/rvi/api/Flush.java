package io.rvi.api;

/**
 * When a replica's copy of a record counts: one setting with one meaning on every backend. An
 * acknowledgement promises what the replicas' copies have reached, so this decides what a power
 * loss can take.
 */
public enum Flush {
  /** The copy counts once it is in memory or in the page cache; a power loss may take it. */
  NONE,
  /** The copy counts after an fsync that covers it; one fsync may cover many requests. */
  GROUP,
  /** The copy counts after an fsync of its own: one for each append request (a client batch). */
  EACH
}
