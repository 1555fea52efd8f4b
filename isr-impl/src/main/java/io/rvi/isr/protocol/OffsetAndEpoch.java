package io.rvi.isr.protocol;

/**
 * A position in a log and the leader epoch it belongs to.
 *
 * @param offset 0 or more
 * @param epoch a leader epoch, or {@link EpochHistory#NO_EPOCH}
 */
public record OffsetAndEpoch(long offset, long epoch) {
  /** Checks the range. */
  public OffsetAndEpoch {
    if (offset < 0) {
      throw new IllegalArgumentException("an offset is 0 or more, not " + offset);
    }
  }

  @Override
  public String toString() {
    return offset + "@" + epoch;
  }
}
