package io.rvi.raft.node;

/**
 * Says when a log stands still: entries wait to be written and none has been for too long. Pure;
 * the time is told. A leader whose disk hangs goes on sending heartbeats, so nobody else notices.
 */
final class StallDetector {
  private final long stallMaxNanos;

  /** The last written index when it last moved, or when nothing was waiting. */
  private long written = -1;

  private long movedAtNanos;

  StallDetector(long stallMaxNanos, long nowNanos) {
    this.stallMaxNanos = stallMaxNanos;
    this.movedAtNanos = nowNanos;
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
    if (writtenIndex != written || writtenIndex >= lastIndex) {
      written = writtenIndex;
      movedAtNanos = nowNanos;
      return false;
    }
    return nowNanos - movedAtNanos >= stallMaxNanos;
  }
}
