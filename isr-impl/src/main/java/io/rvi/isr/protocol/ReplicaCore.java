package io.rvi.isr.protocol;

import io.rvi.api.NodeId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One replica of a partition. Pure: what it does is a function of its state, an event and the time.
 * The package description says how to drive it.
 *
 * <pre>
 *   Offline --metadata: another leads-----------> Follower
 *   Offline --metadata: this life leads---------> Leader (starting, then serving)
 *   Follower, Leader --metadata of a later epoch-> Follower, Leader or Offline
 *   Leader --a new life of the node-------------> Offline
 *   any --storage failed, or committed records would be cut--> Halted
 *   any but Halted --the partition lies on other nodes------> Removed
 * </pre>
 */
public final class ReplicaCore {
  private final ReplicaConfig config;
  private final ReplicaLog log;
  private final FollowerState.FetchCounter fetches = new FollowerState.FetchCounter();
  private final Departure departure;

  private Replica replica;
  // At most one of leader and follower; none: offline or halted.
  private @Nullable LeaderState leader;
  private @Nullable FollowerState follower;
  private @Nullable String haltReason;
  private boolean removed;

  // The newest metadata accepted: never goes back (R11). Volatile: a new life starts without, and
  // then refuses what is older than the epoch that its log says was accepted (R19).
  private @Nullable Metadata metadata;
  private long controllerEpoch = -1;
  private boolean connected = true;
  private boolean leaving;
  private long checkpointed;
  private long checkpointedMs;

  /**
   * A replica on its node's storage, waiting for metadata.
   *
   * @param self the node with its storage and its present life
   * @param partition the partition
   * @param topicId the topic's identity
   * @param log what its storage holds; from now on changed by this replica alone
   * @param config its configuration
   */
  public ReplicaCore(
      Member self, TopicPartition partition, UUID topicId, RecoveredLog log, ReplicaConfig config) {
    this.config = Objects.requireNonNull(config, "config");
    this.log = new ReplicaLog(log, config);
    this.replica = new Replica(self, partition, topicId);
    this.checkpointed = log.highWatermark();
    this.departure = new Departure(config.times().proposalRetryMs());
  }

  /**
   * Begins the replica's life; called once, before any event.
   *
   * @param nowMs the time on a monotonic clock
   * @param out takes what must be done
   */
  public void start(long nowMs, Effects out) {
    checkpointedMs = nowMs;
    cutToHighWatermarkIfLegacy(out);
    log.settle(out);
  }

  /**
   * Takes one event of a turn.
   *
   * @param event the event
   * @param nowMs the time on a monotonic clock, read once for the turn
   * @param out takes what must be done
   */
  public void handle(ReplicaEvent event, long nowMs, Effects out) {
    if (event instanceof ReplicaEvent.Produce produce) {
      produce(produce, out);
    } else if (event instanceof ReplicaEvent.FetchReceived received) {
      fetchReceived(received, nowMs, out);
    } else if (event instanceof ReplicaEvent.Read read) {
      read(read, out);
    } else if (!isOver()) {
      handleRunning(event, nowMs, out);
    }
  }

  /** Whether this replica is to be deleted: nothing is news to it any more. */
  public boolean isRemoved() {
    return removed;
  }

  private boolean isOver() {
    return haltReason != null || removed;
  }

  private void handleRunning(ReplicaEvent event, long nowMs, Effects out) {
    if (event instanceof ReplicaEvent.MetadataReceived received) {
      metadata(received.metadata(), nowMs, out);
    } else if (event instanceof ReplicaEvent.Registered registered) {
      registered(registered.self(), out);
    } else if (event instanceof ReplicaEvent.SessionChanged changed) {
      connected = changed.connected();
    } else if (event instanceof ReplicaEvent.Flushed flushed) {
      flushed(flushed);
    } else if (event instanceof ReplicaEvent.AcceptedEpochDurable durable) {
      acceptedEpochDurable(durable.epoch());
    } else if (event instanceof ReplicaEvent.IoFailed failed) {
      halt(failed.reason(), out);
    } else if (event instanceof ReplicaEvent.Tick) {
      tick(nowMs, out);
    } else if (event instanceof ReplicaEvent.ShutdownStarted) {
      shutdownStarted(nowMs);
    } else if (event instanceof ReplicaEvent.StateSeen seen) {
      departure.see(seen.state(), replica, metadata == null ? -1 : metadata.current().version());
    } else if (event instanceof ReplicaEvent.StateConfirmed confirmed) {
      stateConfirmed(confirmed, out);
    } else if (leader != null) {
      handleLeading(leader, event, nowMs, out);
    } else if (follower != null) {
      handleFollowing(follower, event, nowMs, out);
    }
  }

  private static void handleLeading(
      LeaderState leader, ReplicaEvent event, long nowMs, Effects out) {
    if (event instanceof ReplicaEvent.DurableReported reported) {
      leader.report(reported.report(), nowMs);
    } else if (event instanceof ReplicaEvent.ProposalAnswered answered) {
      leader.proposalAnswered(answered, nowMs, out);
    } else if (event instanceof ReplicaEvent.StateRead read) {
      leader.observe(read.current());
    } else if (event instanceof ReplicaEvent.EpochStartDurable durable) {
      leader.epochStartDurable(durable.epoch(), nowMs, out);
    }
  }

  private void handleFollowing(
      FollowerState follower, ReplicaEvent event, long nowMs, Effects out) {
    if (event instanceof ReplicaEvent.FetchAnswered answered) {
      FetchResponse response = answered.response();
      boolean ours = response.topicId().equals(replica.topicId());
      String breach = ours ? follower.answered(response, nowMs, out) : null;
      if (breach != null) {
        halt(breach, out);
      }
    } else if (event instanceof ReplicaEvent.FetchFailed failed) {
      follower.failed(failed.correlationId(), nowMs);
    }
  }

  private void acceptedEpochDurable(long epoch) {
    log.acceptedEpochDurable(epoch);
    if (follower != null) {
      follower.acceptedEpochDurable(epoch);
    }
  }

  /**
   * Ends a turn: what several events lead to together, such as the answer to a waiting fetch, is
   * added once.
   *
   * @param nowMs the time of the turn
   * @param out takes what must be done
   */
  public void settle(long nowMs, Effects out) {
    if (isOver()) {
      return;
    }
    departure.settle(nowMs, out);
    log.settle(out);
    if (leader != null) {
      leader.settle(nowMs, connected, out);
    } else if (follower != null) {
      follower.settle(replica, fetches, nowMs, out);
    }
  }

  /** What the replica says of itself now. */
  public ReplicaStatus status() {
    PartitionState state = metadata == null ? null : metadata.current().state();
    List<Member> inSync = state == null ? List.of() : state.isr();
    return new ReplicaStatus(
        role(),
        state == null ? -1 : state.leaderEpoch(),
        state == null ? null : state.leader(),
        leader == null ? inSync : leader.isrState().committed(),
        metadata == null ? List.of() : metadata.replicas(),
        log.highWatermark(),
        log.durableOffset(),
        log.logEnd(),
        leader == null ? 0 : leader.waiting());
  }

  private ReplicaStatus.Role role() {
    if (haltReason != null) {
      return ReplicaStatus.Role.HALTED;
    }
    if (removed) {
      return ReplicaStatus.Role.REMOVED;
    }
    if (leader != null) {
      return leader.isServing() ? ReplicaStatus.Role.LEADER : ReplicaStatus.Role.STARTING_LEADER;
    }
    return follower == null ? ReplicaStatus.Role.OFFLINE : ReplicaStatus.Role.FOLLOWER;
  }

  /** The in-sync set with its proposals, while this replica leads. */
  public @Nullable IsrState isrState() {
    return leader == null ? null : leader.isrState();
  }

  /** Where each epoch of this replica's log starts; a copy. */
  public List<OffsetAndEpoch> epochs() {
    return log.epochs().entries();
  }

  /** What is remembered of producers; a copy, to be stored with the log it describes. */
  public List<ProducerState.Entry> producers() {
    return log.producers().entries();
  }

  private void produce(ReplicaEvent.Produce produce, Effects out) {
    if (leader != null) {
      leader.produce(produce, out);
    } else {
      PendingAppends.fail(produce.requestId(), ProduceError.NOT_LEADER, out);
    }
  }

  private void fetchReceived(ReplicaEvent.FetchReceived received, long nowMs, Effects out) {
    if (leader != null) {
      leader.fetch(received, nowMs, out);
      return;
    }
    long epoch = epoch();
    FetchRequest request = received.request();
    FetchError error = FetchError.NOT_LEADER;
    if (haltReason == null && request.leaderEpoch() != epoch) {
      error = request.leaderEpoch() < epoch ? FetchError.FENCED_EPOCH : FetchError.UNKNOWN_EPOCH;
    }
    replica.answer(received.requestId(), request, error, Math.max(0, epoch), out);
  }

  private void read(ReplicaEvent.Read read, Effects out) {
    if (leader != null) {
      leader.read(read, out);
    } else {
      ReadError error = haltReason == null ? ReadError.NOT_LEADER : ReadError.STORAGE;
      WaitingReads.respond(read, error, log.highWatermark(), Math.max(0, epoch()), out);
    }
  }

  private long epoch() {
    return metadata == null ? -1 : metadata.current().state().leaderEpoch();
  }

  private void metadata(Metadata received, long nowMs, Effects out) {
    boolean forMe =
        received.controllerEpoch() >= controllerEpoch
            && received.current().state().topicId().equals(replica.topicId())
            && (received.incarnation() == replica.self().incarnation()
                || !config.rules().incarnationMatters());
    if (!forMe) {
      return;
    }
    controllerEpoch = received.controllerEpoch();
    long epoch = received.current().state().leaderEpoch();
    if (metadata == null && epoch < log.acceptedEpoch()) {
      // An earlier life was in a later epoch. The leader of this one may not know yet that it is
      // deposed: its log says nothing about what has been committed since (R11, R19).
      return;
    }
    if (metadata == null || epoch > epoch()) {
      metadata = received;
      departure.accept(received.current().version());
      enter(received, nowMs, out);
    } else if (epoch == epoch() && isNewer(received, metadata)) {
      metadata = received;
      if (leader != null) {
        leader.update(received);
      }
    }
  }

  /** Whether metadata of the same epoch says something new: a later version, or other replicas. */
  private static boolean isNewer(Metadata received, Metadata known) {
    int version = known.current().version();
    return received.current().version() > version
        || (received.current().version() == version
            && !received.replicas().equals(known.replicas()));
  }

  /** Takes the role that a new epoch has for this replica. */
  private void enter(Metadata entered, long nowMs, Effects out) {
    endRole(out);
    PartitionState state = entered.current().state();
    NodeId me = replica.self().node();
    if (!entered.replicas().contains(me)) {
      return;
    }
    if (!state.leader().equals(me)) {
      if (leaving) {
        return;
      }
      cutToHighWatermarkIfLegacy(out);
      follower = new FollowerState(log, config, state.leader(), state.leaderEpoch());
      follower.begin(out);
    } else if (isThisLife(state.leaderMember())) {
      leader = new LeaderState(replica, log, config, entered, nowMs);
      leader.begin(out);
    }
  }

  /** Whether a member is this replica with this storage in this life, and not an earlier one. */
  private boolean isThisLife(Member member) {
    return !config.rules().incarnationMatters() || member.equals(replica.self());
  }

  private void shutdownStarted(long nowMs) {
    leaving = true;
    if (follower != null) {
      follower.leave(nowMs);
    }
  }

  private void endRole(Effects out) {
    if (leader != null) {
      leader.end(ProduceError.EPOCH_CHANGED, FetchError.FENCED_EPOCH, ReadError.NOT_LEADER, out);
    }
    leader = null;
    follower = null;
  }

  private void cutToHighWatermarkIfLegacy(Effects out) {
    if (config.truncation().cutsToHighWatermark() && log.logEnd() > log.highWatermark()) {
      log.truncateTo(log.highWatermark(), out);
    }
  }

  private void registered(Member self, Effects out) {
    if (!self.sameStorage(replica.self())) {
      throw new IllegalStateException(replica.self() + " cannot become " + self);
    }
    if (leader != null && !self.equals(replica.self())) {
      endRole(out);
    }
    replica = new Replica(self, replica.partition(), replica.topicId());
  }

  private void flushed(ReplicaEvent.Flushed flushed) {
    boolean grew = log.flushed(flushed.upTo(), flushed.generation());
    if (grew && follower != null) {
      follower.durableGrew();
    }
  }

  private void tick(long nowMs, Effects out) {
    if (leader != null) {
      leader.tick(nowMs, out);
    } else if (follower != null) {
      follower.tick(nowMs);
    }
    boolean due = nowMs - checkpointedMs >= config.times().checkpointMs();
    if (due && checkpointed != log.highWatermark()) {
      checkpointed = log.highWatermark();
      checkpointedMs = nowMs;
      out.add(new ReplicaEffect.CheckpointHighWatermark(checkpointed));
    }
  }

  private void stateConfirmed(ReplicaEvent.StateConfirmed confirmed, Effects out) {
    if (departure.confirmed(confirmed)) {
      removed = true;
      endRole(out);
      out.add(new ReplicaEffect.Removed(Math.max(departure.epoch(), log.acceptedEpoch())));
    }
  }

  private void halt(String reason, Effects out) {
    haltReason = reason;
    if (leader != null) {
      leader.end(ProduceError.STORAGE, FetchError.NOT_LEADER, ReadError.STORAGE, out);
    }
    leader = null;
    follower = null;
    out.add(new ReplicaEffect.Halted(reason));
  }
}
