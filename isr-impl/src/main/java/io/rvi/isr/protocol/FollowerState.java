package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A replica as a follower in one epoch: one fetch at a time, each saying how far it is.
 *
 * <pre>
 *   fetching --records-----> append, fetch again
 *            --divergence--> cut, fetch again
 *            --error, or nothing for too long--> back off, fetch again
 * </pre>
 */
final class FollowerState {
  private static final long NONE_IN_FLIGHT = -1;

  private final ReplicaLog log;
  private final ReplicaConfig config;
  private final NodeId leader;
  private final long epoch;
  // Whether a later life of this replica knows that it has followed in this epoch.
  private boolean accepted;

  // The fetch that is awaited, when it was sent, and how much it said is durable.
  private long inFlight = NONE_IN_FLIGHT;
  private long sentMs;
  private long saidDurable;
  private boolean durableGrew;
  private long retryAtMs;
  private boolean leaving;
  private boolean saidLeaving;
  // The last round heard of from this leader.
  private long round;

  FollowerState(ReplicaLog log, ReplicaConfig config, NodeId leader, long epoch) {
    this.log = log;
    this.config = config;
    this.leader = leader;
    this.epoch = epoch;
    accepted = log.acceptedEpoch() >= epoch;
  }

  /** Begins to follow: that it does is made durable before a fetch can acknowledge it (R19). */
  void begin(Effects out) {
    if (!accepted) {
      out.add(new ReplicaEffect.PersistAcceptedEpoch(epoch));
    }
  }

  void acceptedEpochDurable(long durableEpoch) {
    accepted |= durableEpoch >= epoch;
  }

  NodeId leader() {
    return leader;
  }

  long epoch() {
    return epoch;
  }

  /**
   * Takes an answer, if it is the one awaited (R3).
   *
   * @return why the replica must halt, or null
   */
  @Nullable String answered(FetchResponse response, long nowMs, Effects out) {
    boolean awaited =
        response.correlationId() == inFlight && response.fetchOffset() == log.logEnd();
    if (!awaited) {
      return null;
    }
    inFlight = NONE_IN_FLIGHT;
    boolean served =
        response.error() == FetchError.NONE
            && config.rules().servesEpoch(epoch, response.leaderEpoch());
    if (!served) {
      retryAtMs = nowMs + config.times().fetchBackoffMs();
      return null;
    }
    round = Math.max(round, response.round());
    if (response.diverging() != null) {
      return cut(response.diverging(), nowMs, out);
    }
    append(response, nowMs, out);
    return null;
  }

  void failed(long correlationId, long nowMs) {
    if (correlationId == inFlight) {
      inFlight = NONE_IN_FLIGHT;
      retryAtMs = nowMs + config.times().fetchBackoffMs();
    }
  }

  /** Says so in one more fetch, at once, and then fetches no more. */
  void leave(long nowMs) {
    leaving = true;
    inFlight = NONE_IN_FLIGHT;
    retryAtMs = nowMs;
  }

  void durableGrew() {
    durableGrew = true;
  }

  void tick(long nowMs) {
    if (inFlight != NONE_IN_FLIGHT && nowMs - sentMs >= config.times().fetchTimeoutMs()) {
      inFlight = NONE_IN_FLIGHT;
    }
  }

  /** Ends a turn: fetches if no fetch is under way, else reports what has become durable. */
  void settle(Replica replica, FetchCounter fetches, long nowMs, Effects out) {
    if (saidLeaving || !accepted) {
      return;
    }
    if (inFlight == NONE_IN_FLIGHT && nowMs >= retryAtMs) {
      saidLeaving = leaving;
      inFlight = fetches.next();
      sentMs = nowMs;
      saidDurable = log.durableOffset();
      out.add(new ReplicaEffect.SendFetch(leader, request(replica)));
    } else if (durableGrew && inFlight != NONE_IN_FLIGHT && log.durableOffset() > saidDurable) {
      saidDurable = log.durableOffset();
      out.add(new ReplicaEffect.SendDurableReport(leader, report(replica)));
    }
    durableGrew = false;
  }

  private FetchRequest request(Replica replica) {
    return new FetchRequest(
        replica.topicId(),
        replica.partition().partition(),
        replica.self(),
        epoch,
        inFlight,
        log.logEnd(),
        log.durableOffset(),
        config.truncation().lastFetchedEpoch(log.lastEpoch()),
        round,
        leaving,
        config.fetchBytesMax());
  }

  private DurableReport report(Replica replica) {
    return new DurableReport(
        replica.topicId(),
        replica.partition().partition(),
        replica.self(),
        epoch,
        inFlight,
        saidDurable);
  }

  /** Cuts the log where the leader's departs from it, and nothing else (R2, R4). */
  private @Nullable String cut(OffsetAndEpoch diverging, long nowMs, Effects out) {
    long point =
        config.truncation().cutsToHighWatermark()
            ? Math.min(diverging.offset(), log.logEnd())
            : config.rules().truncationPoint(log.epochs(), diverging, log.logEnd());
    long committed = log.highWatermark();
    if (point < committed && !config.uncleanElection()) {
      return "leader "
          + leader
          + " of epoch "
          + epoch
          + " departs at offset "
          + point
          + ", below the high watermark "
          + committed
          + ": committed records would be lost";
    }
    if (point >= log.logEnd()) {
      retryAtMs = nowMs + config.times().fetchBackoffMs();
      return null;
    }
    long end = log.logEnd();
    log.truncateTo(point, out);
    if (config.uncleanElection()) {
      out.add(new ReplicaEffect.CommittedRecordsLost(point, Math.max(point, committed), end));
    }
    return null;
  }

  /** Appends what comes next, and only then learns what is committed (R4). */
  private void append(FetchResponse response, long nowMs, Effects out) {
    for (RecordBatch batch : response.batches()) {
      boolean next =
          batch.baseOffset() == log.logEnd()
              && batch.count() > 0
              && config.rules().continues(log.lastEpoch(), batch.epoch())
              && batch.epoch() <= response.leaderEpoch();
      if (!next) {
        retryAtMs = nowMs + config.times().fetchBackoffMs();
        return;
      }
      log.append(batch, batch.epoch(), out);
    }
    log.raiseHighWatermark(Math.min(response.highWatermark(), log.logEnd()));
  }

  /** Counts the fetches of one life of a replica, over all epochs. */
  static final class FetchCounter {
    private long last;

    long next() {
      return ++last;
    }
  }
}
