package io.rvi.isr.protocol;

import io.rvi.api.Flush;
import org.jspecify.annotations.Nullable;

/**
 * What a leader knows of one follower in this epoch. Made anew in each epoch: what a follower
 * acknowledged to an earlier leader, or to this one in an earlier epoch, says nothing (R5).
 */
final class FollowerProgress {
  private static final long NOTHING = -1;

  private final Flush flush;
  private final LagDetector lag;

  // Who fetched, as in the last fetch that was accepted; before that, as in the in-sync set.
  private Member member;
  // Grows with each accepted fetch of one life.
  private long correlationId = NOTHING;
  // The follower has everything below; NOTHING before its first accepted fetch.
  private long fetchOffset = NOTHING;
  // durableOffset <= fetchOffset.
  private long durableOffset = NOTHING;
  private long echoedRound;
  private boolean leaving;
  private @Nullable Waiting waiting;

  /** A fetch that waits for an answer. */
  record Waiting(long requestId, FetchRequest request, long deadlineMs) {}

  FollowerProgress(Member member, LagDetector lag, Flush flush) {
    this.member = member;
    this.lag = lag;
    this.flush = flush;
  }

  Member member() {
    return member;
  }

  @Nullable Waiting waiting() {
    return waiting;
  }

  long echoedRound() {
    return echoedRound;
  }

  /** Whether a fetch is older than one that was accepted already. */
  boolean isStale(FetchRequest request) {
    long life = request.follower().incarnation();
    return life == member.incarnation()
        ? request.correlationId() <= correlationId
        : life < member.incarnation();
  }

  /** How far the follower's copy counts in its flush class; -1 before its first fetch. */
  long counted() {
    return flush == Flush.NONE ? fetchOffset : durableOffset;
  }

  /** Accepts a fetch that does not diverge: everything below its offset is acknowledged. */
  void accept(FetchRequest request, long leaderEnd, long nowMs) {
    member = request.follower();
    correlationId = request.correlationId();
    fetchOffset = request.fetchOffset();
    durableOffset = request.durableOffset();
    echoedRound = Math.max(echoedRound, request.echoedRound());
    leaving = request.leaving();
    lag.observe(counted(), leaderEnd, nowMs);
  }

  /**
   * Notes a fetch that diverges: it acknowledges nothing (R2), and nothing that the follower said
   * before counts until its log is a prefix of this one.
   */
  void reject(FetchRequest request) {
    member = request.follower();
    correlationId = request.correlationId();
    fetchOffset = NOTHING;
    durableOffset = NOTHING;
  }

  void park(Waiting fetch) {
    waiting = fetch;
  }

  void unpark() {
    waiting = null;
  }

  /** Accepts a report if it belongs to the last accepted fetch. */
  boolean report(DurableReport report, long leaderEnd, long nowMs) {
    boolean current =
        report.follower().equals(member)
            && report.correlationId() == correlationId
            && fetchOffset != NOTHING;
    if (!current || report.durableOffset() <= durableOffset) {
      return false;
    }
    durableOffset = Math.min(report.durableOffset(), fetchOffset);
    lag.observe(counted(), leaderEnd, nowMs);
    return true;
  }

  /**
   * Whether the follower lags, or wants to leave. One whose fetch waits here with all there is has
   * caught up.
   */
  boolean lags(long leaderEnd, long nowMs, long lagTimeMaxMs) {
    if (waiting != null) {
      lag.observe(counted(), leaderEnd, nowMs);
    }
    return leaving || lag.lags(nowMs, lagTimeMaxMs);
  }

  void forgive(long pausedMs) {
    lag.forgive(pausedMs);
  }
}
