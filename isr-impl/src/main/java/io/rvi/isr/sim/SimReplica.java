package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Effects;
import io.rvi.isr.protocol.IsrState;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicaCore;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.ReplicaStatus;
import io.rvi.isr.protocol.TruncationStrategy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A replica of a partition on a node. Runs the production state machine and carries its effects out
 * on the simulated world, in the order that {@link Effects} demands.
 */
final class SimReplica implements Observed {
  private final SimNode node;
  private final SimPartition partition;
  private final SimCluster cluster;
  private final World world;
  private final SimDisk disk;

  // Part of the node's process: dead, or on other nodes, if null. Nothing of it outlives it.
  private @Nullable ReplicaCore core;
  // As the replica knows it; behind the node's registration until it has been told.
  private @Nullable Member actingAs;
  private Effects effects = new Effects();
  private ArrayDeque<ReplicaEvent> inbox = new ArrayDeque<>();
  private boolean turnPlanned;
  // Counts the lives of the replica: those of its node, and more when it is deleted and comes back.
  private int life;
  // As of the end of the last turn.
  private long highWatermark;
  // Whether anything that an invariant speaks of may have changed since the last check.
  private boolean changed;

  SimReplica(SimNode node, SimPartition partition, SimCluster cluster) {
    this.node = node;
    this.partition = partition;
    this.cluster = cluster;
    world = cluster.world();
    disk = new SimDisk(node.storageId());
  }

  SimNode node() {
    return node;
  }

  SimPartition partition() {
    return partition;
  }

  @Override
  public NodeId id() {
    return node.id();
  }

  @Override
  public SimDisk disk() {
    return disk;
  }

  @Override
  public Member actingAs() {
    return Objects.requireNonNull(actingAs, "not started");
  }

  @Override
  public @Nullable ReplicaStatus status() {
    return core == null ? null : core.status();
  }

  @Override
  public @Nullable IsrState isrState() {
    return core == null ? null : core.isrState();
  }

  List<OffsetAndEpoch> epochs() {
    return core == null ? List.of() : core.epochs();
  }

  /** Whether the process runs and nothing waits to be handled. */
  boolean isIdle() {
    return core != null && inbox.isEmpty();
  }

  /** Something that an invariant speaks of may have changed. */
  void touch() {
    changed = true;
    partition.touch();
  }

  /** Checks the invariants of this replica, if they may have changed since they were checked. */
  void check() {
    if (changed) {
      changed = false;
      partition.invariants().checkNode(this);
    }
  }

  /** Starts with the process of the node. */
  void start(Member registered, ReplicaConfig config) {
    actingAs = registered;
    core =
        new ReplicaCore(
            registered, partition.id(), cluster.topicId(), disk.recover(config), config);
    world.note(() -> this + " starts as " + registered + " with " + disk);
    effects.clear();
    highWatermark = core.status().highWatermark();
    core.start(node.clockMs(), effects);
    core.settle(node.clockMs(), effects);
    carryOut();
  }

  /** The partition lies on other nodes; what was asked here, and is not answered, fails. */
  private void remove(long epoch) {
    world.note(() -> this + " is deleted");
    disk.remove(epoch);
    die();
    cluster.gone(this);
  }

  /** Whether the node runs and has this replica. */
  boolean isRunning() {
    return core != null;
  }

  /** Dies with the process of the node, or is deleted. */
  void die() {
    life++;
    core = null;
    effects = new Effects();
    inbox = new ArrayDeque<>();
    turnPlanned = false;
    highWatermark = 0;
    touch();
  }

  /** Puts the disk in order before the process ends. */
  void close() {
    disk.close(highWatermark);
    touch();
  }

  void receive(ReplicaEvent event) {
    if (core == null && event instanceof ReplicaEvent.MetadataReceived received) {
      comeBack(received.metadata());
    }
    if (core == null) {
      return;
    }
    inbox.add(event);
    if (!turnPlanned) {
      turnPlanned = true;
      int born = life;
      long delay = world.random().percent(25) ? world.random().between(0, 2) : 0;
      world.after(delay, () -> turn(born));
    }
  }

  /** The node makes the replica that it is told of. */
  private void comeBack(Metadata metadata) {
    Member self = node.registeredAs();
    if (self != null
        && self.incarnation() == metadata.incarnation()
        && metadata.replicas().contains(id())) {
      disk.host();
      start(self, cluster.config());
      cluster.office().look(this);
    }
  }

  private void turn(int born) {
    if (born != life || core == null) {
      return;
    }
    if (node.isPaused()) {
      world.after(node.pauseLeftMs(), () -> turn(born));
      return;
    }
    turnPlanned = false;
    effects.clear();
    long now = node.clockMs();
    List<ReplicaEvent> later = new ArrayList<>();
    while (!inbox.isEmpty()) {
      ReplicaEvent event = inbox.poll();
      if (!(event instanceof ReplicaEvent.Tick)) {
        world.note(() -> this + " <- " + event);
      }
      if (event instanceof ReplicaEvent.Registered registered) {
        actingAs = registered.self();
      }
      if (core.isRemoved() && event instanceof ReplicaEvent.MetadataReceived) {
        later.add(event);
      } else {
        core.handle(event, now, effects);
      }
    }
    core.settle(now, effects);
    carryOut();
    highWatermark = core == null ? 0 : core.status().highWatermark();
    if (node.isAlive()) {
      later.forEach(this::receive);
    }
  }

  private void carryOut() {
    int all = effects.persist().size() + effects.send().size() + effects.acknowledge().size();
    int budget = node.isDying() ? world.random().below(all + 1) : all;
    touch();
    Effects doing = effects;
    for (ReplicaEffect.Persist effect : doing.persist()) {
      if (budget-- > 0) {
        persist(effect);
      }
    }
    checkCuts(doing);
    if (budget >= 0) {
      // What is sent may speak of what this turn has committed.
      check();
    }
    for (ReplicaEffect.Send effect : doing.send()) {
      if (budget-- > 0) {
        world.note(() -> this + " -> " + effect);
        cluster.send(this, effect);
      }
    }
    ReplicaEffect.@Nullable Removed gone = null;
    for (ReplicaEffect.Acknowledge effect : doing.acknowledge()) {
      if (budget-- > 0) {
        world.note(() -> this + " -> " + effect);
        cluster.acknowledge(this, effect);
        if (effect instanceof ReplicaEffect.Removed removed) {
          gone = removed;
        }
      }
    }
    if (gone != null) {
      remove(gone.epoch());
    }
    if (node.isDying()) {
      cluster.kill(node);
    }
  }

  /** The disk, the epochs and what is reported as lost agree. */
  private void checkCuts(Effects doing) {
    if (doing.persist().isEmpty() || core == null || node.isDying()) {
      return;
    }
    Invariants.checkLastEpoch(id(), core.epochs(), disk);
    for (ReplicaEffect.Persist effect : doing.persist()) {
      if (effect instanceof ReplicaEffect.TruncateTo cut) {
        ReplicaEffect.CommittedRecordsLost lost = null;
        for (ReplicaEffect.Acknowledge told : doing.acknowledge()) {
          lost = told instanceof ReplicaEffect.CommittedRecordsLost records ? records : lost;
        }
        partition.invariants().cut(id(), cut.offset(), highWatermark, lost);
      }
    }
  }

  private void persist(ReplicaEffect.Persist effect) {
    if (effect instanceof ReplicaEffect.Append append) {
      SimBatch batch = ((SimBatch) append.batch()).at(append.baseOffset(), append.epoch());
      world.note(() -> this + " appends " + batch);
      disk.append(batch);
      partition.invariants().appended(id(), disk);
    } else if (effect instanceof ReplicaEffect.TruncateTo cut) {
      world.note(() -> this + " cuts at " + cut.offset() + " " + disk);
      if (cluster.config().truncation() == TruncationStrategy.LEADER_EPOCH) {
        Invariants.checkCutPoint(id(), cut.offset(), disk);
      }
      disk.truncateTo(cut.offset());
    } else if (effect instanceof ReplicaEffect.CheckpointHighWatermark checkpoint) {
      world.note(() -> this + " checkpoints high watermark " + checkpoint.highWatermark());
      disk.checkpoint(checkpoint.highWatermark());
    } else {
      force(effect);
    }
  }

  /** An fsync, beside the event loop; what it covers was captured when it began. */
  private void force(ReplicaEffect.Persist effect) {
    int born = life;
    long takesMs = world.random().between(0, 4);
    if (effect instanceof ReplicaEffect.Flush flush) {
      int cuts = disk.cuts();
      world.after(
          takesMs,
          () -> {
            if (born == life) {
              disk.forced(flush.upTo(), cuts);
              touch();
              receive(new ReplicaEvent.Flushed(flush.upTo(), flush.generation()));
            }
          });
    } else if (effect instanceof ReplicaEffect.PersistAcceptedEpoch accepted) {
      boolean early = world.random().percent(50);
      if (early) {
        // A crash before the answer may find it there, or not.
        disk.persistAcceptedEpoch(accepted.epoch());
      }
      world.after(
          takesMs,
          () -> {
            if (born == life) {
              disk.persistAcceptedEpoch(accepted.epoch());
              receive(new ReplicaEvent.AcceptedEpochDurable(accepted.epoch()));
            }
          });
    } else if (effect instanceof ReplicaEffect.PersistEpochStart start) {
      world.after(
          takesMs,
          () -> {
            if (born == life) {
              disk.persistEpochStart(new OffsetAndEpoch(start.startOffset(), start.epoch()));
              receive(new ReplicaEvent.EpochStartDurable(start.epoch()));
            }
          });
    }
  }

  @Override
  public String toString() {
    return id() + (partition.index() == 0 ? "" : "/" + partition.index());
  }
}
