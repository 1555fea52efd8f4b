package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ControllerCore;
import io.rvi.isr.protocol.ControllerEvent;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicaEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node: a process that lives and dies, on a disk that outlives it, with a clock of its own. Hosts
 * a replica of each partition, and a controller that may get the office.
 */
final class SimNode {
  private static final long CLOCK_SKEW_MAX_MS = 1_000_000;

  private final NodeId id;
  private final SimCluster cluster;
  private final World world;
  private final List<SimReplica> replicas = new ArrayList<>();
  private final long clockOffsetMs;
  private final long clockRatePermille;
  private UUID storageId;

  // The process: dead if null. Nothing of it outlives it.
  private @Nullable ControllerCore controller;
  private @Nullable Member self;
  private final ArrayDeque<ControllerEvent> postponed = new ArrayDeque<>();
  private boolean dying;
  // Counts processes, so that what was meant for one does not reach the next.
  private int life;
  private long pausedUntilMs;
  private long controllerEpoch;

  SimNode(NodeId id, SimCluster cluster) {
    this.id = id;
    this.cluster = cluster;
    world = cluster.world();
    SimRandom random = world.random();
    storageId = SimDisk.uuid(random);
    clockOffsetMs = random.between(0, CLOCK_SKEW_MAX_MS);
    clockRatePermille = random.between(980, 1020);
  }

  NodeId id() {
    return id;
  }

  UUID storageId() {
    return storageId;
  }

  int life() {
    return life;
  }

  void host(SimReplica replica) {
    replicas.add(replica);
  }

  boolean isAlive() {
    return self != null;
  }

  Member self() {
    return Objects.requireNonNull(self, "not registered");
  }

  @Nullable Member registeredAs() {
    return self;
  }

  @Nullable ControllerCore controller() {
    return controller;
  }

  long controllerEpoch() {
    return controllerEpoch;
  }

  /** The unforced tails of the logs go, and perhaps the identity of the storage. */
  void losePower(SimRandom random, boolean losesIdentity) {
    storageId = losesIdentity ? SimDisk.uuid(random) : storageId;
    for (SimReplica replica : replicas) {
      replica.disk().losePower(random, storageId);
      replica.touch();
      world.note(() -> replica + " keeps " + replica.disk());
    }
  }

  /** The disk goes. */
  void wipe(SimRandom random) {
    storageId = SimDisk.uuid(random);
    for (SimReplica replica : replicas) {
      replica.disk().wipe(storageId);
      replica.touch();
    }
  }

  long clockMs() {
    return clockOffsetMs + world.nowMs() * clockRatePermille / 1_000;
  }

  /** Starts a process that is registered already. */
  void start(Member registered, ReplicaConfig config, ControllerConfig controllerConfig) {
    self = registered;
    controller = new ControllerCore(controllerConfig);
    int born = life;
    for (SimReplica replica : replicas) {
      if (replica.disk().hosts()) {
        replica.start(registered, config);
      }
      cluster.office().look(replica);
    }
    world.after(1, () -> tick(born, config.tickMs()));
  }

  private void tick(int born, long tickMs) {
    if (born == life && self != null) {
      receive(new ReplicaEvent.Tick());
      cluster.office().receive(this, new ControllerEvent.Tick());
      world.after(tickMs + world.random().between(0, 2), () -> tick(born, tickMs));
    }
  }

  /** The process dies on the spot. */
  void die() {
    life++;
    controller = null;
    self = null;
    controllerEpoch = 0;
    postponed.clear();
    dying = false;
    pausedUntilMs = 0;
    replicas.forEach(SimReplica::die);
  }

  /** Puts the disk in order before the process ends. */
  void close() {
    replicas.forEach(SimReplica::close);
  }

  /** The process will die in the middle of carrying out a turn. */
  void dieSoon() {
    dying = true;
  }

  boolean isDying() {
    return dying;
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

  /** All its replicas are told something. */
  void receive(ReplicaEvent event) {
    for (SimReplica replica : replicas) {
      replica.receive(event);
    }
  }
}
