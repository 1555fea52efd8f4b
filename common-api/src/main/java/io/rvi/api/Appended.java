package io.rvi.api;

/**
 * The outcome <em>committed</em> of an append.
 *
 * @param offset the record's offset in its partition, 0 or more; dense over all records of the
 *     partition
 * @param epoch the leader epoch (Raft: term) in which the leader that acknowledged the record led,
 *     0 or more
 */
public record Appended(long offset, long epoch) {
  /** Checks the ranges. */
  public Appended {
    if (offset < 0 || epoch < 0) {
      throw new IllegalArgumentException(
          "offset and epoch must be 0 or more, not " + offset + " and " + epoch);
    }
  }
}
