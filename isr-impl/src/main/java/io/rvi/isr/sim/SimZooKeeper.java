package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.protocol.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * ZooKeeper as its clients see it: writes take effect one after the other; reads may be behind; the
 * answer to a write may be lost, when it was applied, when it was not, and when it will be later;
 * what belongs to a session goes some time after the session's owner did; watches fire once, late.
 */
final class SimZooKeeper {
  private static final int STALE_STATES_MAX = 3;

  private final World world;
  private final SimNetwork network;
  private final Map<NodeId, Member> registrations = new TreeMap<>();
  private final List<Content> partitions = new ArrayList<>();
  private @Nullable NodeId controller;
  private long controllerEpoch;
  private long transactions;
  private int lostAnswerPercent;
  private int stalePercent;
  private Runnable onRegistrations = () -> {};
  private Consumer<SimPartition> onState = partition -> {};

  /**
   * What is stored of a partition: all states in order, and the writes that may still be applied.
   */
  private record Content(List<VersionedState> states, List<PartitionState> underWay) {}

  SimZooKeeper(World world, SimNetwork network) {
    this.world = world;
    this.network = network;
  }

  void quality(int lostAnswers, int stale) {
    lostAnswerPercent = lostAnswers;
    stalePercent = stale;
  }

  /** Sets who is told of changes: of registrations, and of the partition's state. */
  void watch(Runnable registrationsChanged, Consumer<SimPartition> stateChanged) {
    onRegistrations = registrationsChanged;
    onState = stateChanged;
  }

  @Nullable NodeId controller() {
    return controller;
  }

  List<Member> registered() {
    return List.copyOf(registrations.values());
  }

  @Nullable Member registration(NodeId node) {
    return registrations.get(node);
  }

  VersionedState state(SimPartition partition) {
    List<VersionedState> states = partitions.get(partition.index()).states;
    return states.get(states.size() - 1);
  }

  /** Every in-sync set that is stored or may be, as far as anybody can know. */
  List<PartitionState> possibleStates(SimPartition partition) {
    List<PartitionState> possible = new ArrayList<>(partitions.get(partition.index()).underWay);
    possible.add(state(partition).state());
    return possible;
  }

  /** Creates the next partition's state, outside of any walk's chances. */
  void create(PartitionState first) {
    List<VersionedState> states = new ArrayList<>();
    states.add(new VersionedState(first, 0));
    partitions.add(new Content(states, new ArrayList<>()));
  }

  /** Registers a node, replacing an earlier life; returns the new member. */
  Member register(NodeId node, UUID storageId) {
    Member member = new Member(node, storageId, ++transactions);
    registrations.put(node, member);
    world.note(() -> "zk: registered " + member);
    onRegistrations.run();
    return member;
  }

  /** The session of a node's life ends. */
  void expire(Member member) {
    if (member.equals(registrations.get(member.node()))) {
      registrations.remove(member.node());
      world.note(() -> "zk: expired " + member);
      onRegistrations.run();
    }
  }

  /** Makes a node the controller; returns its epoch. */
  long elect(NodeId node) {
    controller = node;
    controllerEpoch++;
    world.note(() -> "zk: controller is " + node + " with epoch " + controllerEpoch);
    return controllerEpoch;
  }

  void vacate() {
    controller = null;
  }

  /** A read by a client: now, or somewhat behind. */
  VersionedState read(SimPartition partition) {
    SimRandom random = world.random();
    List<VersionedState> states = partitions.get(partition.index()).states;
    boolean stale = states.size() > 1 && random.percent(stalePercent);
    int back = stale ? random.below(Math.min(STALE_STATES_MAX, states.size())) : 0;
    return states.get(states.size() - 1 - back);
  }

  /**
   * A compare-and-set by a node.
   *
   * @param asController the epoch that must still be the controller's, or null for a leader
   */
  void compareAndSet(
      NodeId by,
      SimPartition partition,
      @Nullable Long asController,
      int expectedVersion,
      PartitionState proposed,
      Consumer<WriteOutcome> answer) {
    List<PartitionState> underWay = partitions.get(partition.index()).underWay;
    underWay.add(proposed);
    SimRandom random = world.random();
    boolean unheard = network.isCut(SimNetwork.ZOOKEEPER, by) || random.percent(lostAnswerPercent);
    boolean unsaid = network.isCut(by, SimNetwork.ZOOKEEPER) || random.percent(lostAnswerPercent);
    long lateness = random.percent(20) ? random.between(0, 60) : random.between(0, 4);
    if (unsaid) {
      world.after(
          random.between(2, 30),
          () -> {
            underWay.remove(proposed);
            answer.accept(new WriteOutcome.Unknown());
          });
      return;
    }
    if (unheard) {
      // Applied before or after the client gives up waiting.
      world.after(lateness, () -> apply(partition, asController, expectedVersion, proposed));
      world.after(random.between(0, 30), () -> answer.accept(new WriteOutcome.Unknown()));
      return;
    }
    world.after(
        lateness,
        () -> {
          WriteOutcome outcome = apply(partition, asController, expectedVersion, proposed);
          world.after(random.between(0, 4), () -> answer.accept(outcome));
        });
  }

  /** Asks, by a transaction that changes nothing, whether a state is the stored one. */
  void confirm(NodeId by, SimPartition partition, int version, Consumer<Boolean> answer) {
    SimRandom random = world.random();
    boolean lost =
        network.isCut(SimNetwork.ZOOKEEPER, by)
            || network.isCut(by, SimNetwork.ZOOKEEPER)
            || random.percent(lostAnswerPercent);
    world.after(
        random.between(0, 4),
        () -> {
          boolean is = !lost && state(partition).version() == version;
          world.after(random.between(0, 4), () -> answer.accept(is));
        });
  }

  private WriteOutcome apply(
      SimPartition partition,
      @Nullable Long asController,
      int expectedVersion,
      PartitionState proposed) {
    partitions.get(partition.index()).underWay.remove(proposed);
    if (asController != null && asController != controllerEpoch) {
      return new WriteOutcome.ControllerMoved();
    }
    VersionedState current = state(partition);
    if (current.version() != expectedVersion) {
      return new WriteOutcome.Rejected(read(partition));
    }
    VersionedState next = new VersionedState(proposed, expectedVersion + 1);
    partitions.get(partition.index()).states.add(next);
    world.note(() -> "zk: " + partition.id() + " " + describe(next));
    partition.touch();
    partition.invariants().stored(next, proposed.replicas(partition.assigned()));
    onState.accept(partition);
    return new WriteOutcome.Committed(next.version());
  }

  static String describe(VersionedState stored) {
    PartitionState state = stored.state();
    return "state v"
        + stored.version()
        + ": leader "
        + state.leader()
        + " epoch "
        + state.leaderEpoch()
        + " in sync "
        + state.isr()
        + (state.elr().isEmpty() ? "" : " eligible " + state.elr())
        + " by "
        + state.nonce();
  }
}
