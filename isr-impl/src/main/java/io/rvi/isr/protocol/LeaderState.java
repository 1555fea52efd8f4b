package io.rvi.isr.protocol;

import io.rvi.api.Consistency;
import io.rvi.api.NodeId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A replica as the leader of one epoch.
 *
 * <pre>
 *   starting --epoch start durable--> serving --any newer epoch, new life, failure--> over
 * </pre>
 *
 * <p>Nothing of it outlives the epoch: followers, waiting requests and proposals are the epoch's
 * (R5, R13).
 */
final class LeaderState {
  private final Replica replica;
  private final ReplicaLog log;
  private final ReplicaConfig config;
  private final long epoch;
  // The log end at the start of the epoch: everything that was acknowledged before lies below.
  private final long epochStart;
  private final InSyncSet isr;
  private final Followers followers;
  // Fetches that came while starting, the last one of each node.
  private final Map<NodeId, FollowerProgress.Waiting> early = new LinkedHashMap<>();
  private final PendingAppends appends;
  private final WaitingReads reads;

  private List<NodeId> assigned;
  private boolean serving;
  // Confirmation rounds begun; each fetch answer carries the count.
  private long round;
  private boolean roundBegunThisTurn;
  // Whether the in-sync set is to be looked at in this turn: not in each of a busy leader's turns.
  private boolean review = true;
  private long lastTickMs;

  LeaderState(
      Replica replica, ReplicaLog log, ReplicaConfig config, Metadata metadata, long nowMs) {
    this.replica = replica;
    this.log = log;
    this.config = config;
    epoch = metadata.current().state().leaderEpoch();
    epochStart = log.logEnd();
    isr = new InSyncSet(replica.self(), metadata.current(), config);
    assigned = metadata.replicas();
    appends = new PendingAppends(epoch);
    reads = new WaitingReads(epoch);
    lastTickMs = nowMs;
    followers = new Followers(replica.self().node(), metadata, config, nowMs);
  }

  /** Begins the epoch: its start is made durable before anything is served or appended (R5). */
  void begin(Effects out) {
    log.epochs().assign(epoch, epochStart);
    out.add(new ReplicaEffect.PersistEpochStart(epoch, epochStart));
  }

  boolean isServing() {
    return serving;
  }

  long epoch() {
    return epoch;
  }

  IsrState isrState() {
    return isr.state();
  }

  int waiting() {
    int fetches = early.size();
    for (FollowerProgress follower : followers.all()) {
      fetches += follower.waiting() == null ? 0 : 1;
    }
    return appends.size() + reads.size() + fetches;
  }

  void epochStartDurable(long durableEpoch, long nowMs, Effects out) {
    if (durableEpoch != epoch || serving) {
      return;
    }
    serving = true;
    log.acceptedEpochDurable(epoch);
    List<FollowerProgress.Waiting> fetches = List.copyOf(early.values());
    early.clear();
    for (FollowerProgress.Waiting fetch : fetches) {
      fetch(new ReplicaEvent.FetchReceived(fetch.requestId(), fetch.request()), nowMs, out);
    }
  }

  void produce(ReplicaEvent.Produce produce, Effects out) {
    ProduceError refusal = refusal();
    if (refusal != ProduceError.NONE) {
      PendingAppends.fail(produce.requestId(), refusal, out);
      return;
    }
    ProducerState.Verdict verdict = log.producers().judge(produce.batch());
    if (verdict instanceof ProducerState.Verdict.Refused refused) {
      PendingAppends.fail(produce.requestId(), refused.error(), out);
    } else if (verdict instanceof ProducerState.Verdict.Duplicate duplicate) {
      appends.addRetried(produce, duplicate.baseOffset());
    } else {
      appends.addAppended(produce, log.logEnd());
      log.append(produce.batch(), epoch, out);
    }
  }

  private ProduceError refusal() {
    if (!serving) {
      return ProduceError.NOT_LEADER;
    }
    if (isr.state().committed().size() < required()) {
      return ProduceError.NOT_ENOUGH_REPLICAS;
    }
    return appends.size() >= config.pendingRequestsMax()
        ? ProduceError.OVERLOADED
        : ProduceError.NONE;
  }

  void fetch(ReplicaEvent.FetchReceived received, long nowMs, Effects out) {
    FetchRequest request = received.request();
    long id = received.requestId();
    FetchError error = judge(request);
    if (error != FetchError.NONE) {
      replica.answer(id, request, error, epoch, out);
      return;
    }
    long deadlineMs = nowMs + config.times().fetchWaitMaxMs();
    FollowerProgress.Waiting fetch = new FollowerProgress.Waiting(id, request, deadlineMs);
    if (!serving) {
      supersede(early.put(request.follower().node(), fetch), out);
      return;
    }
    FollowerProgress follower = progressOf(request.follower(), out);
    supersede(follower.waiting(), out);
    follower.unpark();
    boolean outside =
        PartitionState.find(isr.state().committed(), request.follower().node()) == null;
    review |= outside || request.leaving();
    OffsetAndEpoch diverging = divergence(request);
    if (diverging == null || config.rules().divergingFetchCounts()) {
      follower.accept(request, log.logEnd(), nowMs);
    } else {
      follower.reject(request);
    }
    if (diverging == null) {
      follower.park(fetch);
    } else {
      answer(id, request, diverging, out);
    }
  }

  private FetchError judge(FetchRequest request) {
    if (!request.topicId().equals(replica.topicId())) {
      return FetchError.UNKNOWN_TOPIC;
    }
    if (!config.rules().servesEpoch(request.leaderEpoch(), epoch)) {
      return request.leaderEpoch() < epoch ? FetchError.FENCED_EPOCH : FetchError.UNKNOWN_EPOCH;
    }
    FollowerProgress known = followers.of(request.follower().node());
    return known != null && known.isStale(request) ? FetchError.STALE_INCARNATION : FetchError.NONE;
  }

  private void supersede(FollowerProgress.@Nullable Waiting earlier, Effects out) {
    if (earlier != null) {
      replica.answer(earlier.requestId(), earlier.request(), FetchError.SUPERSEDED, epoch, out);
    }
  }

  /** The progress of a follower: a new one if the node has another storage than before. */
  private FollowerProgress progressOf(Member follower, Effects out) {
    FollowerProgress same = followers.of(follower);
    if (same != null) {
      return same;
    }
    FollowerProgress other = followers.of(follower.node());
    if (other != null) {
      supersede(other.waiting(), out);
    }
    return followers.begin(follower);
  }

  /** Where the follower's log departs from this one, or null if it is a prefix of it. */
  private @Nullable OffsetAndEpoch divergence(FetchRequest request) {
    if (request.lastFetchedEpoch() == EpochHistory.NO_EPOCH) {
      return request.fetchOffset() > log.logEnd()
          ? new OffsetAndEpoch(log.logEnd(), log.epochs().latestEpoch())
          : null;
    }
    OffsetAndEpoch end =
        config.rules().endOfEpoch(log.epochs(), request.lastFetchedEpoch(), log.logEnd());
    boolean departs =
        end.epoch() < request.lastFetchedEpoch() || end.offset() < request.fetchOffset();
    return departs ? end : null;
  }

  void report(DurableReport report, long nowMs) {
    FollowerProgress follower = followers.of(report.follower().node());
    if (follower != null
        && report.leaderEpoch() == epoch
        && report.topicId().equals(replica.topicId())) {
      follower.report(report, log.logEnd(), nowMs);
      review |= PartitionState.find(isr.state().committed(), report.follower().node()) == null;
    }
  }

  void read(ReplicaEvent.Read read, Effects out) {
    boolean linearizable = read.consistency() == Consistency.LINEARIZABLE;
    if (linearizable && config.uncleanElection()) {
      failRead(read, ReadError.UNSUPPORTED, out);
    } else if (read.fromOffset() < ReplicaEvent.Read.HIGH_WATERMARK_ONLY) {
      failRead(read, ReadError.OFFSET_OUT_OF_RANGE, out);
    } else if (reads.size() >= config.pendingRequestsMax()) {
      failRead(read, ReadError.OVERLOADED, out);
    } else {
      if (linearizable && !roundBegunThisTurn) {
        round++;
        roundBegunThisTurn = true;
      }
      reads.add(read, round);
    }
  }

  private void failRead(ReplicaEvent.Read read, ReadError error, Effects out) {
    WaitingReads.respond(read, error, log.highWatermark(), epoch, out);
  }

  void proposalAnswered(ReplicaEvent.ProposalAnswered answered, long nowMs, Effects out) {
    isr.answered(answered.nonce(), answered.outcome(), nowMs, out);
    review = true;
  }

  void observe(VersionedState current) {
    isr.observe(current);
  }

  /** Takes newer metadata of this epoch: the in-sync set and the assignment only (R11). */
  void update(Metadata metadata) {
    assigned = metadata.replicas();
    isr.observe(metadata.current());
  }

  void tick(long nowMs, Effects out) {
    review = true;
    long sinceMs = nowMs - lastTickMs;
    lastTickMs = nowMs;
    boolean paused = sinceMs > Math.max(2 * config.tickMs(), config.times().lagTimeMaxMs() / 4);
    if (paused) {
      // Whoever was not heard because this process did not run is not judged by it (R8).
      followers.forgive(sinceMs);
    }
    appends.expire(nowMs, out);
    isr.tick(nowMs, out);
  }

  /**
   * Ends a turn: what the events lead to together. Whoever waits with a fetch learns of new records
   * and rounds; what is committed is acknowledged; the in-sync set changes where it must.
   */
  void settle(long nowMs, boolean mayPropose, Effects out) {
    if (serving) {
      advanceHighWatermark();
      answerFetches(nowMs, out);
      appends.commit(log.highWatermark(), out);
      boolean ready = log.highWatermark() >= epochStart;
      reads.answer(log.highWatermark(), ready, this::isConfirmed, nowMs, out);
      roundBegunThisTurn = false;
    }
    if (review && mayPropose && isr.mayPropose(nowMs)) {
      proposeChange(nowMs, out);
    }
    review = false;
  }

  private void advanceHighWatermark() {
    IsrState state = isr.state();
    if (HighWatermark.mayMove(state, required())) {
      log.raiseHighWatermark(
          HighWatermark.over(config.rules().commitMembers(state), this::counted));
    }
  }

  private long counted(Member member) {
    return member.node().equals(replica.self().node())
        ? log.counted()
        : Math.min(followers.counted(member), log.logEnd());
  }

  private void answerFetches(long nowMs, Effects out) {
    for (FollowerProgress follower : followers.all()) {
      FollowerProgress.Waiting fetch = follower.waiting();
      if (fetch != null && isDue(fetch, nowMs)) {
        follower.unpark();
        answer(fetch.requestId(), fetch.request(), null, out);
      }
    }
  }

  /** Whether there is something to tell: records, a confirmation round, or that all is quiet. */
  private boolean isDue(FollowerProgress.Waiting fetch, long nowMs) {
    return fetch.request().fetchOffset() < log.logEnd()
        || fetch.request().echoedRound() < round
        || fetch.request().leaving()
        || fetch.deadlineMs() <= nowMs;
  }

  private void answer(
      long requestId, FetchRequest request, @Nullable OffsetAndEpoch diverging, Effects out) {
    FetchResponse head =
        new FetchResponse(
            request.topicId(),
            request.partition(),
            epoch,
            request.correlationId(),
            request.fetchOffset(),
            FetchError.NONE,
            diverging,
            diverging == null ? log.highWatermark() : -1,
            round,
            List.of());
    long upTo = diverging == null ? log.logEnd() : request.fetchOffset();
    out.add(new ReplicaEffect.AnswerFetch(requestId, head, upTo, request.maxBytes()));
  }

  /** Whether everyone who could have been elected instead still followed after the round began. */
  private boolean isConfirmed(long wanted) {
    IsrState state = isr.state();
    return followers.haveEchoed(state.maximal(), wanted)
        && followers.haveEchoed(state.stored().state().elr(), wanted)
        && state.proposals().stream()
            .allMatch(proposal -> followers.haveEchoed(proposal.elr(), wanted));
  }

  /** Proposes what the in-sync set should be, if it should change or is not known (R7, R8). */
  private void proposeChange(long nowMs, Effects out) {
    PartitionState stored = isr.state().stored().state();
    List<Member> now = stored.isr();
    List<Member> next = followers.keepingUp(now, log.logEnd(), nowMs);
    if (next.size() == now.size()) {
      followers.addCaughtUp(next, stored.mayJoin(assigned), epochStart, log, nowMs);
    }
    if (next.equals(now)) {
      next = stored.withoutLeaving();
    }
    boolean endsEligibility = next.size() >= required() && !stored.elr().isEmpty();
    if (!next.equals(now) || endsEligibility || isr.isUnresolved()) {
      isr.propose(next, required(), out);
    }
  }

  private int required() {
    return HighWatermark.required(config.minInsyncReplicas(), assigned.size());
  }

  /** Ends the epoch: everyone who waits is told. */
  void end(ProduceError forAppends, FetchError forFetches, ReadError forReads, Effects out) {
    appends.failAll(forAppends, out);
    reads.failAll(forReads, log.highWatermark(), out);
    early.values().forEach(fetch -> endFetch(fetch, forFetches, out));
    for (FollowerProgress follower : followers.all()) {
      if (follower.waiting() != null) {
        endFetch(follower.waiting(), forFetches, out);
      }
    }
  }

  private void endFetch(FollowerProgress.Waiting fetch, FetchError error, Effects out) {
    replica.answer(fetch.requestId(), fetch.request(), error, epoch, out);
  }
}
