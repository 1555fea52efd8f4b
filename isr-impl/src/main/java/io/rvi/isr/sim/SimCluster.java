package io.rvi.isr.sim;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ControllerEvent;
import io.rvi.isr.protocol.FetchRequest;
import io.rvi.isr.protocol.FetchResponse;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Nonce;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicaEffect;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.ReplicaStatus;
import io.rvi.isr.protocol.TopicPartition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Nodes, network and ZooKeeper of some partitions, wired together. */
final class SimCluster {
  static final TopicPartition PARTITION = new TopicPartition("t", 0);

  private static final int FETCH_BATCHES_MAX = 3;

  private final World world;
  private final SimNetwork network;
  private final SimZooKeeper zooKeeper;
  private final List<SimNode> nodes = new ArrayList<>();
  private final List<SimPartition> partitions = new ArrayList<>();
  private final ReplicaConfig config;
  private final ControllerConfig controllerConfig;
  private final UUID topicId;
  // Fetches that wait at a node, by request.
  private final Map<Long, PendingFetch> fetches = new HashMap<>();
  private final SimClients clients;
  private final SimOffice office;
  private long lastRequestId;

  private record PendingFetch(SimReplica from, int life, SimReplica servedBy, int servingLife) {}

  SimCluster(World world, Scenario scenario) {
    this.world = world;
    config = scenario.config();
    controllerConfig = scenario.controllerConfig();
    network = new SimNetwork(world);
    zooKeeper = new SimZooKeeper(world, network);
    topicId = SimDisk.uuid(world.random());
    List<NodeId> assigned = new ArrayList<>();
    for (int i = 1; i <= scenario.replicas(); i++) {
      assigned.add(new NodeId(i));
      nodes.add(new SimNode(new NodeId(i), this));
    }
    for (int i = 0; i < scenario.partitions(); i++) {
      partitions.add(newPartition(i, assigned));
      // Another node is preferred next.
      Collections.rotate(assigned, -1);
    }
    clients = new SimClients(this, world);
    office = new SimOffice(this, world);
  }

  private SimPartition newPartition(int index, List<NodeId> assigned) {
    Invariants invariants =
        new Invariants(
            !config.uncleanElection(),
            config.flush() != Flush.NONE,
            Math.min(config.minInsyncReplicas(), assigned.size()));
    TopicPartition id = new TopicPartition(PARTITION.topic(), index);
    SimPartition partition = new SimPartition(id, assigned, invariants, zooKeeper);
    for (SimNode node : nodes) {
      SimReplica replica = new SimReplica(node, partition, this);
      node.host(replica);
      partition.replicas().add(replica);
    }
    return partition;
  }

  World world() {
    return world;
  }

  SimNetwork network() {
    return network;
  }

  SimZooKeeper zooKeeper() {
    return zooKeeper;
  }

  SimOffice office() {
    return office;
  }

  List<SimPartition> partitions() {
    return partitions;
  }

  SimPartition partition(TopicPartition id) {
    return partitions.get(id.partition());
  }

  SimClients clients() {
    return clients;
  }

  List<SimNode> nodes() {
    return nodes;
  }

  UUID topicId() {
    return topicId;
  }

  ReplicaConfig config() {
    return config;
  }

  SimNode node(NodeId id) {
    return nodes.get(id.value() - 1);
  }

  long nextRequestId() {
    return ++lastRequestId;
  }

  /** Starts all nodes with empty partitions. */
  void begin() {
    List<Member> members = new ArrayList<>();
    for (SimNode node : nodes) {
      members.add(zooKeeper.register(node.id(), node.storageId()));
    }
    for (SimPartition partition : partitions) {
      NodeId preferred = partition.assigned().get(0);
      PartitionState first =
          new PartitionState(topicId, preferred, 0, members, List.of(), 0, new Nonce("create", 1));
      zooKeeper.create(first);
      partition.invariants().created(first);
    }
    zooKeeper.watch(office::registrationsChanged, office::stateChanged);
    for (SimNode node : nodes) {
      node.start(members.get(node.id().value() - 1), config, controllerConfig);
    }
    office.fill();
  }

  /** Checks everything that holds at any moment. */
  void check() {
    for (int i = 0; i < partitions.size(); i++) {
      partitions.get(i).check();
    }
  }

  // The life of nodes and sessions.

  /** The process is killed; its session ends when it times out. */
  void kill(SimNode node) {
    Member was = node.registeredAs();
    if (was == null) {
      return;
    }
    world.note(() -> node.id() + " is killed");
    end(node);
    world.after(sessionTimeoutMs(), () -> zooKeeper.expire(was));
  }

  /** The process stops in an orderly way: its session ends at once, its disk is in order. */
  void stop(SimNode node) {
    Member was = node.registeredAs();
    if (was != null) {
      node.close();
      end(node);
      zooKeeper.expire(was);
    }
  }

  /** A replica was deleted: nobody answers what was asked of it. */
  void gone(SimReplica replica) {
    clients.gone(replica);
    fetches.values().removeIf(fetch -> fetch.servedBy == replica);
  }

  private void end(SimNode node) {
    node.die();
    clients.nodeDied(node);
    fetches.values().removeIf(fetch -> fetch.servedBy.node() == node);
    office.lose(node);
  }

  /** What waits although nobody will come for it (G18, G19), in one line; null if nothing does. */
  @Nullable String leaks(SimPartition partition) {
    for (SimReplica replica : partition.replicas()) {
      ReplicaStatus status = replica.status();
      long held = fetches.values().stream().filter(f -> f.servedBy == replica).count();
      if (status != null && replica.isIdle() && status.waiting() != held) {
        return replica + " holds " + held + " fetches, " + status.waiting() + " requests wait";
      }
    }
    return zooKeeper.possibleStates(partition).size() > 1 ? "unanswered writes" : null;
  }

  /** Starts a dead node again, on whatever its disk holds. */
  void restart(SimNode node) {
    if (node.isAlive()) {
      return;
    }
    Member member = zooKeeper.register(node.id(), node.storageId());
    node.start(member, config, controllerConfig);
  }

  /** ZooKeeper ends the session of a node that lives; the node notices, and registers again. */
  void expireSession(SimNode node) {
    Member was = node.registeredAs();
    if (was == null) {
      return;
    }
    zooKeeper.expire(was);
    office.lose(node);
    int life = node.life();
    world.after(
        world.random().between(0, 80),
        () -> {
          if (node.life() == life && node.isAlive()) {
            registerAgain(node);
          }
        });
  }

  /** The node begins a new session, and with it a new life; what the last session owned is gone. */
  void registerAgain(SimNode node) {
    office.lose(node);
    office.receive(node, new ControllerEvent.Lost());
    node.registeredAgain(zooKeeper.register(node.id(), node.storageId()));
  }

  private long sessionTimeoutMs() {
    return world.random().between(40, 100);
  }

  // The effects of replicas.

  void send(SimReplica from, ReplicaEffect.Send effect) {
    SimPartition partition = from.partition();
    if (effect instanceof ReplicaEffect.SendFetch fetch) {
      sendFetch(from, partition.replica(fetch.leader()), fetch.request());
    } else if (effect instanceof ReplicaEffect.SendDurableReport report) {
      SimReplica to = partition.replica(report.leader());
      network.send(
          from.id(),
          report.leader(),
          () -> to.receive(new ReplicaEvent.DurableReported(report.report())),
          () -> {});
    } else if (effect instanceof ReplicaEffect.AnswerFetch answer) {
      answerFetch(from, answer);
    } else if (effect instanceof ReplicaEffect.ProposeIsr propose) {
      Nonce nonce = propose.proposed().nonce();
      int life = from.node().life();
      zooKeeper.compareAndSet(
          from.id(),
          partition,
          null,
          propose.expectedVersion(),
          propose.proposed(),
          outcome -> tell(from, life, new ReplicaEvent.ProposalAnswered(nonce, outcome)));
    } else if (effect instanceof ReplicaEffect.ReadState) {
      int life = from.node().life();
      world.after(
          world.random().between(0, 5),
          () -> tell(from, life, new ReplicaEvent.StateRead(zooKeeper.read(partition))));
    } else if (effect instanceof ReplicaEffect.ConfirmState confirm) {
      int life = from.node().life();
      zooKeeper.confirm(
          from.id(),
          partition,
          confirm.version(),
          is -> tell(from, life, new ReplicaEvent.StateConfirmed(confirm.version(), is)));
    }
  }

  /** Tells a replica something that was meant for this life of it. */
  private static void tell(SimReplica replica, int life, ReplicaEvent event) {
    if (replica.node().life() == life) {
      replica.receive(event);
    }
  }

  private void sendFetch(SimReplica from, SimReplica leader, FetchRequest request) {
    int life = from.node().life();
    Runnable failed = () -> tell(from, life, new ReplicaEvent.FetchFailed(request.correlationId()));
    network.send(
        from.id(),
        leader.id(),
        () -> {
          if (!leader.isRunning()) {
            world.after(1, failed);
            return;
          }
          long id = nextRequestId();
          fetches.put(id, new PendingFetch(from, life, leader, leader.node().life()));
          leader.receive(new ReplicaEvent.FetchReceived(id, request));
        },
        failed);
  }

  private void answerFetch(SimReplica leader, ReplicaEffect.AnswerFetch answer) {
    PendingFetch pending = fetches.remove(answer.requestId());
    if (pending == null || pending.servingLife != leader.node().life()) {
      throw new InvariantViolation("G18 OneAnswer", "fetch " + answer + " answered again");
    }
    List<SimBatch> batches =
        leader.disk().read(answer.head().fetchOffset(), answer.upToOffset(), FETCH_BATCHES_MAX);
    FetchResponse response = answer.head().withBatches(List.copyOf(batches));
    SimReplica follower = pending.from;
    network.send(
        leader.id(),
        follower.id(),
        // Also to a later life of the follower: it must not take it.
        () -> follower.receive(new ReplicaEvent.FetchAnswered(response)),
        () -> tell(follower, pending.life, new ReplicaEvent.FetchFailed(response.correlationId())));
  }

  void acknowledge(SimReplica from, ReplicaEffect.Acknowledge effect) {
    if (effect instanceof ReplicaEffect.AnswerProduce answer) {
      clients.produceAnswered(from, answer);
    } else if (effect instanceof ReplicaEffect.AnswerRead answer) {
      clients.readAnswered(from, answer);
    } else if (effect instanceof ReplicaEffect.Halted halted) {
      if (!halted.reason().equals(FaultInjector.DISK_FAILURE)) {
        throw new InvariantViolation("G11 NoTruncationBelowHighWatermark", halted.reason());
      }
      world.after(0, () -> kill(from.node()));
    }
  }
}
