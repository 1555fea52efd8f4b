package io.rvi.isr.protocol;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Values that the tests of this package share. */
final class Fixtures {
  static final UUID TOPIC_ID = new UUID(1, 1);
  static final TopicPartition PARTITION = new TopicPartition("t", 0);
  static final NodeId N1 = new NodeId(1);
  static final NodeId N2 = new NodeId(2);
  static final NodeId N3 = new NodeId(3);
  static final Member M1 = member(1, 1);
  static final Member M2 = member(2, 1);
  static final Member M3 = member(3, 1);
  static final long LAG_MAX_MS = 1_000;

  private Fixtures() {}

  /** A node in one life on one storage: the storage has the number of the node. */
  static Member member(int node, long incarnation) {
    return new Member(new NodeId(node), new UUID(9, node), incarnation);
  }

  /** A node that came back with another disk. */
  static Member wiped(int node, long incarnation) {
    return new Member(new NodeId(node), new UUID(99, incarnation), incarnation);
  }

  static PartitionState state(NodeId leader, long epoch, Member... isr) {
    return new PartitionState(
        TOPIC_ID, leader, epoch, List.of(isr), List.of(), 1, new Nonce("test", epoch));
  }

  static PartitionState withElr(PartitionState state, Member... elr) {
    return new PartitionState(
        state.topicId(),
        state.leader(),
        state.leaderEpoch(),
        state.isr(),
        List.of(elr),
        state.controllerEpoch(),
        state.nonce());
  }

  static ReplicaConfig config(int minInsyncReplicas, Flush flush) {
    return ReplicaConfig.withDefaults(minInsyncReplicas, flush, LAG_MAX_MS);
  }

  static Metadata metadata(Member to, VersionedState state, Member... live) {
    return new Metadata(
        PARTITION, 1, to.incarnation(), List.of(N1, N2, N3), Arrays.asList(live), state);
  }

  /** A batch without a place. */
  static RecordBatch batch(long producer, long firstSequence, int count) {
    return new ProducerState.Entry(producer, 0, firstSequence, count, -1);
  }

  /** A batch with a place, as a leader sends it. */
  record Placed(long baseOffset, long epoch, int count) implements RecordBatch {
    @Override
    public int sizeBytes() {
      return count;
    }

    @Override
    public long producerId() {
      return NO_PRODUCER;
    }

    @Override
    public int producerEpoch() {
      return 0;
    }

    @Override
    public long firstSequence() {
      return 0;
    }
  }

  /** A replica whose effects are gathered; its disk does at once what it is asked to. */
  static final class Driver {
    final ReplicaCore core;
    final Member self;
    final List<ReplicaEffect> effects = new ArrayList<>();
    long nowMs = 10_000;
    boolean acceptsEpochs = true;

    Driver(Member self, ReplicaConfig config) {
      this(self, RecoveredLog.empty(config), config);
    }

    Driver(Member self, RecoveredLog log, ReplicaConfig config) {
      this.self = self;
      core = new ReplicaCore(self, PARTITION, TOPIC_ID, log, config);
      Effects out = new Effects();
      core.start(nowMs, out);
      core.settle(nowMs, out);
    }

    /** One turn; the effects of the last turn only are kept. */
    Driver turn(ReplicaEvent... events) {
      Effects out = new Effects();
      for (ReplicaEvent event : events) {
        core.handle(event, nowMs, out);
      }
      core.settle(nowMs, out);
      effects.clear();
      gather(out);
      all(ReplicaEffect.PersistAcceptedEpoch.class).forEach(this::accept);
      return this;
    }

    /** An epoch is on disk; what follows from it belongs to the same turn. */
    private void accept(ReplicaEffect.PersistAcceptedEpoch accepted) {
      if (acceptsEpochs) {
        Effects out = new Effects();
        core.handle(new ReplicaEvent.AcceptedEpochDurable(accepted.epoch()), nowMs, out);
        core.settle(nowMs, out);
        gather(out);
      }
    }

    private void gather(Effects out) {
      effects.addAll(out.persist());
      effects.addAll(out.send());
      effects.addAll(out.acknowledge());
    }

    /** Leads an epoch, and serves. */
    Driver lead(long epoch, Member... isr) {
      turn(
          new ReplicaEvent.MetadataReceived(
              metadata(self, new VersionedState(state(self.node(), epoch, isr), 1), isr)));
      return turn(new ReplicaEvent.EpochStartDurable(epoch));
    }

    Driver fetchedBy(Member follower, long correlationId, long offset, long lastEpoch) {
      return fetchedBy(follower, correlationId, offset, offset, lastEpoch, 0);
    }

    Driver fetchedBy(
        Member follower,
        long correlationId,
        long offset,
        long durable,
        long lastEpoch,
        long round) {
      FetchRequest request =
          new FetchRequest(
              TOPIC_ID,
              0,
              follower,
              core.status().leaderEpoch(),
              correlationId,
              offset,
              durable,
              lastEpoch,
              round,
              false,
              100);
      return turn(new ReplicaEvent.FetchReceived(follower.node().value(), request));
    }

    Driver produce(long requestId, RecordBatch batch) {
      return turn(new ReplicaEvent.Produce(requestId, batch, nowMs + 5_000));
    }

    Driver pass(long ms) {
      nowMs += ms;
      return turn(new ReplicaEvent.Tick());
    }

    <T extends ReplicaEffect> List<T> all(Class<T> type) {
      return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    <T extends ReplicaEffect> T only(Class<T> type) {
      List<T> found = all(type);
      if (found.size() != 1) {
        throw new AssertionError("one " + type.getSimpleName() + " in " + effects);
      }
      return found.get(0);
    }
  }
}
