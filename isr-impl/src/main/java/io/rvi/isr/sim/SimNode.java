package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ControllerCore;
import io.rvi.isr.protocol.ControllerEvent;
import io.rvi.isr.protocol.Effects;
import io.rvi.isr.protocol.IsrState;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicaCore;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.ReplicaStatus;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node: a process that lives and dies, on a disk that outlives it, with a clock of its own. Runs
 * the production state machines and carries their effects out on the simulated world, in the order
 * that {@link Effects} demands.
 */
final class SimNode implements Observed {
  private static final long CLOCK_SKEW_MAX_MS = 1_000_000;

  private final NodeId id;
  private final SimCluster cluster;
  private final World world;
  private final SimDisk disk;
  private final long clockOffsetMs;
  private final long clockRatePermille;

  // The process: dead if null. Nothing of it outlives it.
  private @Nullable ReplicaCore core;
  private @Nullable ControllerCore controller;
  private @Nullable Member self;
  // As the replica knows it; behind `self` until it has been told.
  private @Nullable Member actingAs;
  private Effects effects = new Effects();
  private ArrayDeque<ReplicaEvent> inbox = new ArrayDeque<>();
  private final ArrayDeque<ControllerEvent> postponed = new ArrayDeque<>();
  private boolean turnPlanned;
  private boolean dying;
  // Counts processes, so that what was meant for one does not reach the next.
  private int life;
  private long pausedUntilMs;
  private long controllerEpoch;

  SimNode(NodeId id, SimCluster cluster, World world) {
    this.id = id;
    this.cluster = cluster;
    this.world = world;
    SimRandom random = world.random();
    disk = new SimDisk(SimDisk.uuid(random));
    clockOffsetMs = random.between(0, CLOCK_SKEW_MAX_MS);
    clockRatePermille = random.between(980, 1020);
  }

  @Override
  public NodeId id() {
    return id;
  }

  @Override
  public SimDisk disk() {
    return disk;
  }

  int life() {
    return life;
  }

  boolean isAlive() {
    return core != null || self != null;
  }

  Member self() {
    return Objects.requireNonNull(self, "not registered");
  }

  @Override
  public Member actingAs() {
    return Objects.requireNonNull(actingAs, "not started");
  }

  @Nullable Member registeredAs() {
    return self;
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

  @Nullable ControllerCore controller() {
    return controller;
  }

  long controllerEpoch() {
    return controllerEpoch;
  }

  long clockMs() {
    return clockOffsetMs + world.nowMs() * clockRatePermille / 1_000;
  }

  /** Starts a process that is registered already. */
  void start(Member registered, ReplicaConfig config, ControllerConfig controllerConfig) {
    self = registered;
    actingAs = registered;
    controller = new ControllerCore(controllerConfig);
    core =
        new ReplicaCore(
            registered, SimCluster.PARTITION, cluster.topicId(), disk.recover(config), config);
    world.note(() -> id + " starts as " + registered + " with " + disk);
    effects.clear();
    core.start(clockMs(), effects);
    core.settle(clockMs(), effects);
    carryOut();
    int born = life;
    world.after(1, () -> tick(born, config.tickMs()));
  }

  private void tick(int born, long tickMs) {
    if (born == life && core != null) {
      receive(new ReplicaEvent.Tick());
      cluster.office().receive(this, new ControllerEvent.Tick());
      world.after(tickMs + world.random().between(0, 2), () -> tick(born, tickMs));
    }
  }

  /** The process dies on the spot. */
  void die() {
    life++;
    core = null;
    controller = null;
    self = null;
    controllerEpoch = 0;
    effects = new Effects();
    inbox = new ArrayDeque<>();
    postponed.clear();
    turnPlanned = false;
    dying = false;
    pausedUntilMs = 0;
  }

  /** The process will die in the middle of carrying out a turn. */
  void dieSoon() {
    dying = true;
  }

  void pause(long forMs) {
    pausedUntilMs = world.nowMs() + forMs;
  }

  /** Takes back what was to happen to the process. */
  void spare() {
    pausedUntilMs = 0;
    dying = false;
  }

  long pauseLeftMs() {
    return Math.max(0, pausedUntilMs - world.nowMs());
  }

  /** What its controller is to be told when the process runs again. */
  ArrayDeque<ControllerEvent> postponed() {
    return postponed;
  }

  boolean isPaused() {
    return world.nowMs() < pausedUntilMs;
  }

  /** The node has a new session, and is another member from now on. */
  void registeredAgain(Member member) {
    self = member;
    receive(new ReplicaEvent.Registered(member));
  }

  void becomeController(long epoch) {
    controllerEpoch = epoch;
  }

  void receive(ReplicaEvent event) {
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

  private void turn(int born) {
    if (born != life || core == null) {
      return;
    }
    if (isPaused()) {
      world.after(pausedUntilMs - world.nowMs(), () -> turn(born));
      return;
    }
    turnPlanned = false;
    effects.clear();
    long now = clockMs();
    while (!inbox.isEmpty()) {
      ReplicaEvent event = inbox.poll();
      if (!(event instanceof ReplicaEvent.Tick)) {
        world.note(() -> id + " <- " + event);
      }
      if (event instanceof ReplicaEvent.Registered registered) {
        actingAs = registered.self();
      }
      core.handle(event, now, effects);
    }
    core.settle(now, effects);
    carryOut();
  }

  private void carryOut() {
    int all = effects.persist().size() + effects.send().size() + effects.acknowledge().size();
    int budget = dying ? world.random().below(all + 1) : all;
    Effects doing = effects;
    for (ReplicaEffect.Persist effect : doing.persist()) {
      if (budget-- > 0) {
        persist(effect);
      }
    }
    if (budget >= 0) {
      // What is sent may speak of what this turn has committed.
      cluster.invariants().checkNode(this);
    }
    for (ReplicaEffect.Send effect : doing.send()) {
      if (budget-- > 0) {
        world.note(() -> id + " -> " + effect);
        cluster.send(this, effect);
      }
    }
    for (ReplicaEffect.Acknowledge effect : doing.acknowledge()) {
      if (budget-- > 0) {
        world.note(() -> id + " -> " + effect);
        cluster.acknowledge(this, effect);
      }
    }
    if (dying) {
      cluster.kill(this);
    }
  }

  private void persist(ReplicaEffect.Persist effect) {
    if (effect instanceof ReplicaEffect.Append append) {
      SimBatch batch = ((SimBatch) append.batch()).at(append.baseOffset(), append.epoch());
      world.note(() -> id + " appends " + batch);
      disk.append(batch);
      cluster.invariants().appended(id, disk);
    } else if (effect instanceof ReplicaEffect.TruncateTo cut) {
      world.note(() -> id + " cuts at " + cut.offset() + " " + disk);
      disk.truncateTo(cut.offset());
    } else if (effect instanceof ReplicaEffect.CheckpointHighWatermark checkpoint) {
      world.note(() -> id + " checkpoints high watermark " + checkpoint.highWatermark());
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
              receive(new ReplicaEvent.Flushed(flush.upTo(), flush.generation()));
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
}
