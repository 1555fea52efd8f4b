package io.rvi.isr.protocol;

/**
 * Tells a follower that keeps up from one that does not. It keeps up when, within the last {@code
 * lagTimeMaxMs}, it had everything that the leader had at that time. A follower that always trails
 * a busy leader by one round trip keeps up: its fetch at the leader's end of the previous fetch
 * shows that it had caught up then.
 *
 * <p>Sans IO: told times on the leader's monotonic clock.
 */
final class LagDetector {
  private static final long NEVER = Long.MIN_VALUE / 2;

  // The last time at which the follower is known to have had all that the leader had.
  private long caughtUpMs;
  // The leader's log end at the last observation, and when that was.
  private long observedLeaderEnd = Long.MAX_VALUE;
  private long observedMs = NEVER;

  /**
   * A follower of which nothing was seen yet.
   *
   * @param graceFromMs from when on silence counts against a member of the in-sync set
   */
  static LagDetector withGrace(long graceFromMs) {
    LagDetector detector = new LagDetector();
    detector.caughtUpMs = graceFromMs;
    return detector;
  }

  /** A follower that has to catch up first. */
  static LagDetector behind() {
    LagDetector detector = new LagDetector();
    detector.caughtUpMs = NEVER;
    return detector;
  }

  /** The follower is known to have everything below {@code offset} at {@code nowMs}. */
  void observe(long offset, long leaderEnd, long nowMs) {
    if (offset >= leaderEnd) {
      caughtUpMs = Math.max(caughtUpMs, nowMs);
    } else if (offset >= observedLeaderEnd) {
      caughtUpMs = Math.max(caughtUpMs, observedMs);
    }
    observedLeaderEnd = leaderEnd;
    observedMs = nowMs;
  }

  /** The leader itself did not run for so long: that time is not held against the follower. */
  void forgive(long pausedMs) {
    caughtUpMs += pausedMs;
  }

  /** Whether the follower has not caught up for too long. */
  boolean lags(long nowMs, long lagTimeMaxMs) {
    return nowMs - caughtUpMs > lagTimeMaxMs;
  }
}
