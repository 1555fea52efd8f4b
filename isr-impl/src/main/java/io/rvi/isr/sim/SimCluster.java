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
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Nodes, network and ZooKeeper of one partition, wired together. */
final class SimCluster {
  static final TopicPartition PARTITION = new TopicPartition("t", 0);

  private static final int FETCH_BATCHES_MAX = 3;

  private final World world;
  private final SimNetwork network;
  private final Invariants invariants;
  private final SimZooKeeper zooKeeper;
  private final List<SimNode> nodes = new ArrayList<>();
  private final List<NodeId> assigned = new ArrayList<>();
  private final ReplicaConfig config;
  private final ControllerConfig controllerConfig;
  private final UUID topicId;
  // Fetches that wait at a node, by request.
  private final Map<Long, PendingFetch> fetches = new HashMap<>();
  private final SimClients clients;
  private final SimOffice office;
  private long lastRequestId;

  private record PendingFetch(NodeId from, int life, int servingLife) {}

  SimCluster(World world, int replicas, ReplicaConfig config, ControllerConfig controllerConfig) {
    this.world = world;
    this.config = config;
    this.controllerConfig = controllerConfig;
    network = new SimNetwork(world);
    invariants =
        new Invariants(
            !config.uncleanElection(),
            config.flush() != Flush.NONE,
            Math.min(config.minInsyncReplicas(), replicas));
    zooKeeper = new SimZooKeeper(world, network, invariants, assigned);
    topicId = SimDisk.uuid(world.random());
    for (int i = 1; i <= replicas; i++) {
      assigned.add(new NodeId(i));
      nodes.add(new SimNode(new NodeId(i), this, world));
    }
    clients = new SimClients(this, world);
    office = new SimOffice(this, world);
  }

  World world() {
    return world;
  }

  SimNetwork network() {
    return network;
  }

  Invariants invariants() {
    return invariants;
  }

  SimZooKeeper zooKeeper() {
    return zooKeeper;
  }

  SimOffice office() {
    return office;
  }

  List<NodeId> assigned() {
    return assigned;
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

  /** Starts all nodes with an empty partition. */
  void begin() {
    List<Member> members = new ArrayList<>();
    for (SimNode node : nodes) {
      members.add(zooKeeper.register(node.id(), node.disk().storageId()));
    }
    zooKeeper.create(
        new PartitionState(
            topicId, assigned.get(0), 0, members, List.of(), 0, new Nonce("create", 1)));
    zooKeeper.watch(office::registrationsChanged, office::stateChanged);
    for (SimNode node : nodes) {
      node.start(members.get(node.id().value() - 1), config, controllerConfig);
    }
    office.fill();
  }

  /** Checks everything that holds at any moment. */
  void check() {
    for (SimNode node : nodes) {
      if (node.isAlive()) {
        invariants.checkNode(node);
      }
    }
    invariants.checkStored(zooKeeper.state(), nodes);
  }

  // The life of nodes and sessions.

  /** The process is killed; its session ends when it times out. */
  void kill(SimNode node) {
    Member was = node.registeredAs();
    if (was == null) {
      return;
    }
    world.note(() -> node.id() + " is killed");
    node.die();
    clients.nodeDied(node.id());
    office.lose(node);
    world.after(sessionTimeoutMs(), () -> zooKeeper.expire(was));
  }

  /** Starts a dead node again, on whatever its disk holds. */
  void restart(SimNode node) {
    if (node.isAlive()) {
      return;
    }
    Member member = zooKeeper.register(node.id(), node.disk().storageId());
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
    node.registeredAgain(zooKeeper.register(node.id(), node.disk().storageId()));
  }

  private long sessionTimeoutMs() {
    return world.random().between(40, 100);
  }

  // The effects of replicas.

  void send(SimNode from, ReplicaEffect.Send effect) {
    if (effect instanceof ReplicaEffect.SendFetch fetch) {
      sendFetch(from, fetch.leader(), fetch.request());
    } else if (effect instanceof ReplicaEffect.SendDurableReport report) {
      network.send(
          from.id(),
          report.leader(),
          () -> node(report.leader()).receive(new ReplicaEvent.DurableReported(report.report())),
          () -> {});
    } else if (effect instanceof ReplicaEffect.AnswerFetch answer) {
      answerFetch(from, answer);
    } else if (effect instanceof ReplicaEffect.ProposeIsr propose) {
      int life = from.life();
      Nonce nonce = propose.proposed().nonce();
      zooKeeper.compareAndSet(
          from.id(),
          null,
          propose.expectedVersion(),
          propose.proposed(),
          outcome -> {
            if (from.life() == life) {
              from.receive(new ReplicaEvent.ProposalAnswered(nonce, outcome));
            }
          });
    } else if (effect instanceof ReplicaEffect.ReadState) {
      int life = from.life();
      world.after(
          world.random().between(0, 5),
          () -> {
            if (from.life() == life) {
              from.receive(new ReplicaEvent.StateRead(zooKeeper.read()));
            }
          });
    }
  }

  private void sendFetch(SimNode from, NodeId to, FetchRequest request) {
    int life = from.life();
    Runnable failed =
        () -> {
          if (from.life() == life) {
            from.receive(new ReplicaEvent.FetchFailed(request.correlationId()));
          }
        };
    network.send(
        from.id(),
        to,
        () -> {
          SimNode leader = node(to);
          if (!leader.isAlive()) {
            world.after(1, failed);
            return;
          }
          long id = nextRequestId();
          fetches.put(id, new PendingFetch(from.id(), life, leader.life()));
          leader.receive(new ReplicaEvent.FetchReceived(id, request));
        },
        failed);
  }

  private void answerFetch(SimNode leader, ReplicaEffect.AnswerFetch answer) {
    PendingFetch pending = fetches.remove(answer.requestId());
    if (pending == null || pending.servingLife != leader.life()) {
      throw new InvariantViolation("G18 OneAnswer", "fetch " + answer + " answered again");
    }
    List<SimBatch> batches =
        leader.disk().read(answer.head().fetchOffset(), answer.upToOffset(), FETCH_BATCHES_MAX);
    FetchResponse response = answer.head().withBatches(List.copyOf(batches));
    SimNode follower = node(pending.from);
    Runnable lost =
        () -> {
          if (follower.life() == pending.life) {
            follower.receive(new ReplicaEvent.FetchFailed(response.correlationId()));
          }
        };
    network.send(
        leader.id(),
        follower.id(),
        // Also to a later life of the follower: it must not take it.
        () -> follower.receive(new ReplicaEvent.FetchAnswered(response)),
        lost);
  }

  void acknowledge(SimNode from, ReplicaEffect.Acknowledge effect) {
    if (effect instanceof ReplicaEffect.AnswerProduce answer) {
      clients.produceAnswered(from, answer);
    } else if (effect instanceof ReplicaEffect.AnswerRead answer) {
      clients.readAnswered(from, answer);
    } else if (effect instanceof ReplicaEffect.Halted halted) {
      if (!halted.reason().equals(FaultPlan.DISK_FAILURE)) {
        throw new InvariantViolation("G11 NoTruncationBelowHighWatermark", halted.reason());
      }
      world.after(0, () -> kill(from));
    }
  }

  /** The state of the partition, as ZooKeeper has it. */
  VersionedState stored() {
    return zooKeeper.state();
  }

  /** The node that leads by what is stored, if it lives. */
  @Nullable SimNode leader() {
    SimNode leader = node(stored().state().leader());
    return leader.isAlive() ? leader : null;
  }
}
