package io.rvi.raft.node;

/**
 * Says when a log stands still: entries wait to be written and none has been for too long. Pure;
 * the time is told. A leader whose disk hangs goes on sending heartbeats, so nobody else notices.
 *
 * <p>Only time in which the log was looked at counts: while this process was paused, or whoever
 * looks was kept busy, the log may have had no time to move.
 */
final class StallDetector {
  private final long stallMaxNanos;
  private final long gapMaxNanos;

  /** The last written index at the last look; -1 before the first. */
  private long written = -1;

  /** How long the log was seen to stand still; {@code 0 <= standingNanos}. */
  private long standingNanos;

  private long lookedAtNanos;

  /**
   * A detector for one log.
   *
   * @param stallMaxNanos how long a log may stand still
   * @param gapMaxNanos the time between two looks that counts at most; less than stallMaxNanos, so
   *     that one gap, however long, is no stall
   * @param nowNanos the time
   */
  StallDetector(long stallMaxNanos, long gapMaxNanos, long nowNanos) {
    this.stallMaxNanos = stallMaxNanos;
    this.gapMaxNanos = gapMaxNanos;
    this.lookedAtNanos = nowNanos;
  }

  /**
   * Looks at a log.
   *
   * @param writtenIndex the last index that the log has written (flushed, unless flush is none)
   * @param lastIndex the last index that was given to it
   * @param nowNanos the time
   * @return whether it stands still
   */
  boolean isStalled(long writtenIndex, long lastIndex, long nowNanos) {
    long gapNanos = nowNanos - lookedAtNanos;
    lookedAtNanos = nowNanos;
    if (writtenIndex != written || writtenIndex >= lastIndex) {
      written = writtenIndex;
      standingNanos = 0;
      return false;
    }
    standingNanos += Math.min(gapNanos, gapMaxNanos);
    return standingNanos >= stallMaxNanos;
  }
}
