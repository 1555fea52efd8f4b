package io.rvi.isr.log;

/**
 * Where a leader epoch begins in a log.
 *
 * @param epoch the epoch, 0 or more
 * @param startOffset the offset of its first record, or the log's end when it has none yet
 */
public record EpochStart(long epoch, long startOffset) {
  /** Checks the ranges. */
  public EpochStart {
    if (epoch < 0 || startOffset < 0) {
      throw new IllegalArgumentException("epoch " + epoch + " at offset " + startOffset);
    }
  }
}
