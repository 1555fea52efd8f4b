package io.rvi.isr.sim;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerCore;
import io.rvi.isr.protocol.ControllerEffect;
import io.rvi.isr.protocol.ControllerEvent;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The controller's office: who holds it, and the effects of whoever does, or still believes to. A
 * deposed controller learns of it late.
 */
final class SimOffice {
  private static final long DETECTION_MAX_MS = 20;
  private static final long COALESCED_MAX_MS = 300;
  private static final long LEAVE_RETRY_MS = 5;

  private final SimCluster cluster;
  private final World world;
  private boolean planned;
  // Who asked a controller for leave, by request.
  private final Map<Long, Leaver> leavers = new HashMap<>();

  private record Leaver(SimNode node, int life, Consumer<Boolean> answer) {}

  SimOffice(SimCluster cluster, World world) {
    this.cluster = cluster;
    this.world = world;
  }

  /** The holder's session is over. */
  void lose(SimNode node) {
    if (node.id().equals(cluster.zooKeeper().controller())) {
      cluster.zooKeeper().vacate();
      fill();
    }
  }

  /** The controller's office is vacant: some node that lives will get it. */
  void fill() {
    if (planned) {
      return;
    }
    planned = true;
    world.after(
        world.random().between(1, DETECTION_MAX_MS),
        () -> {
          planned = false;
          elect();
        });
  }

  private void elect() {
    List<SimNode> candidates = cluster.nodes().stream().filter(this::canStand).toList();
    if (candidates.isEmpty()) {
      fill();
      return;
    }
    SimNode winner = candidates.get(world.random().below(candidates.size()));
    NodeId before = cluster.zooKeeper().controller();
    long epoch = cluster.zooKeeper().elect(winner.id());
    winner.becomeController(epoch);
    receive(winner, new ControllerEvent.Won(epoch));
    if (before != null && !before.equals(winner.id())) {
      // A deposed controller learns of it later.
      SimNode deposed = cluster.node(before);
      int life = deposed.life();
      long term = deposed.controllerEpoch();
      world.after(
          world.random().between(5, 60),
          () -> {
            if (deposed.life() == life && deposed.controllerEpoch() == term) {
              receive(deposed, new ControllerEvent.Lost());
            }
          });
    }
  }

  private boolean canStand(SimNode node) {
    Member as = node.registeredAs();
    return as != null && as.equals(cluster.zooKeeper().registration(node.id())) && !node.isPaused();
  }

  void receive(SimNode node, ControllerEvent event) {
    ControllerCore controller = node.controller();
    if (controller == null) {
      return;
    }
    if (node.isPaused() || !node.postponed().isEmpty()) {
      // In the order of arrival, as the answers of one session are.
      node.postponed().add(event);
      if (node.postponed().size() == 1) {
        int life = node.life();
        world.after(node.pauseLeftMs(), () -> resume(node, life));
      }
      return;
    }
    handle(node, controller, event);
  }

  private void resume(SimNode node, int life) {
    ControllerCore controller = node.controller();
    if (node.life() != life || controller == null) {
      return;
    }
    if (node.isPaused()) {
      world.after(node.pauseLeftMs(), () -> resume(node, life));
      return;
    }
    List<ControllerEvent> events = List.copyOf(node.postponed());
    node.postponed().clear();
    events.forEach(event -> handle(node, controller, event));
  }

  private void handle(SimNode node, ControllerCore controller, ControllerEvent event) {
    if (!(event instanceof ControllerEvent.Tick)) {
      world.note(() -> "controller at " + node.id() + " <- " + event);
    }
    List<ControllerEffect> effects = new ArrayList<>();
    controller.handle(event, node.clockMs(), effects);
    for (ControllerEffect effect : effects) {
      world.note(() -> "controller at " + node.id() + " -> " + effect);
      carryOut(node, effect);
    }
  }

  private void carryOut(SimNode node, ControllerEffect effect) {
    int life = node.life();
    long epoch = node.controllerEpoch();
    if (effect instanceof ControllerEffect.ReadAll) {
      world.after(
          world.random().between(0, 5),
          () -> {
            List<List<NodeId>> assigned = new ArrayList<>();
            Map<TopicPartition, VersionedState> states = new LinkedHashMap<>();
            for (SimPartition partition : cluster.partitions()) {
              assigned.add(partition.assigned());
              VersionedState seen = cluster.zooKeeper().read(partition);
              states.put(partition.id(), seen);
              lookAgainIfStale(partition, seen);
            }
            TopicAssignment topic =
                new TopicAssignment(SimCluster.PARTITION.topic(), cluster.topicId(), assigned);
            answerController(
                node,
                life,
                new ControllerEvent.ClusterRead(
                    cluster.zooKeeper().registered(), List.of(topic), states));
          });
    } else if (effect instanceof ControllerEffect.ReadState read) {
      readState(node, life, cluster.partition(read.partition()));
    } else if (effect instanceof ControllerEffect.WriteState write) {
      cluster
          .zooKeeper()
          .compareAndSet(
              node.id(),
              cluster.partition(write.partition()),
              epoch,
              write.expectedVersion(),
              write.state(),
              outcome ->
                  answerController(
                      node, life, new ControllerEvent.WriteAnswered(write.writeId(), outcome)));
    } else if (effect instanceof ControllerEffect.SendMetadata send) {
      sendMetadata(node, send.node(), send.metadata());
    } else if (effect instanceof ControllerEffect.AnswerAdmin answer) {
      answerLeaver(node, answer);
    } else if (effect instanceof ControllerEffect.Resign) {
      lose(node);
    }
  }

  /** A node that is about to stop asks the controller, if there is one, to move its leadership. */
  void askForLeave(SimNode node, Consumer<Boolean> answer) {
    NodeId holder = cluster.zooKeeper().controller();
    Member self = node.registeredAs();
    if (holder == null || self == null) {
      world.after(LEAVE_RETRY_MS, () -> answer.accept(false));
      return;
    }
    long id = cluster.nextRequestId();
    leavers.put(id, new Leaver(node, node.life(), answer));
    ControllerEvent request =
        new ControllerEvent.ShutdownRequested(id, node.id(), self.incarnation());
    Runnable lost = () -> world.after(LEAVE_RETRY_MS, () -> answer.accept(false));
    cluster.network().send(node.id(), holder, () -> receive(cluster.node(holder), request), lost);
  }

  private void answerLeaver(SimNode from, ControllerEffect.AnswerAdmin answer) {
    Leaver leaver = leavers.remove(answer.requestId());
    if (leaver == null) {
      // The request arrived twice.
      return;
    }
    boolean done = answer.result() == ControllerEffect.AdminResult.DONE;
    Runnable heard =
        () -> {
          if (leaver.node.life() == leaver.life) {
            leaver.answer.accept(done);
          }
        };
    cluster.network().send(from.id(), leaver.node.id(), heard, () -> {});
  }

  private void answerController(SimNode node, int life, ControllerEvent event) {
    if (node.life() == life) {
      receive(node, event);
    }
  }

  private void sendMetadata(SimNode from, NodeId to, Metadata metadata) {
    int life = from.life();
    cluster
        .network()
        .send(
            from.id(),
            to,
            () -> {
              SimReplica replica = cluster.partition(metadata.partition()).replica(to);
              replica.receive(new ReplicaEvent.MetadataReceived(metadata));
              ControllerEvent acknowledged =
                  new ControllerEvent.MetadataAcknowledged(
                      to,
                      metadata.incarnation(),
                      metadata.partition(),
                      metadata.current().version());
              if (cluster.node(to).isAlive()) {
                cluster
                    .network()
                    .send(
                        to, from.id(), () -> answerController(from, life, acknowledged), () -> {});
              }
            },
            () -> {});
  }

  void registrationsChanged() {
    toController(
        node -> {
          int life = node.life();
          world.after(
              world.random().between(0, 5),
              () ->
                  answerController(
                      node,
                      life,
                      new ControllerEvent.RegistrationsRead(cluster.zooKeeper().registered())));
        });
  }

  /** A node learns by its watch that a partition lies elsewhere, or has an old state first. */
  void look(SimReplica replica) {
    SimPartition partition = replica.partition();
    int life = replica.node().life();
    world.after(
        world.random().between(0, DETECTION_MAX_MS),
        () -> {
          if (replica.node().life() != life || !replica.isRunning()) {
            return;
          }
          VersionedState seen = cluster.zooKeeper().read(partition);
          if (seen.state().placement() != null) {
            replica.receive(new ReplicaEvent.StateSeen(seen));
          }
          if (seen.version() != partition.stored().version()) {
            look(replica);
          }
        });
  }

  /** A client asks whoever is controller, if it is there, for a partition to lie elsewhere. */
  void ask(ControllerEvent wish) {
    NodeId holder = cluster.zooKeeper().controller();
    if (holder != null) {
      world.note(() -> "wish: " + wish);
      cluster
          .network()
          .send(SimNetwork.CLIENTS, holder, () -> receive(cluster.node(holder), wish), () -> {});
    }
  }

  void stateChanged(SimPartition partition) {
    if (partition.stored().state().placement() != null) {
      partition.replicas().forEach(this::look);
    }
    // Promptly, or together with what changes later: never not at all.
    long lateMs = world.random().percent(50) ? 0 : world.random().between(50, COALESCED_MAX_MS);
    world.after(lateMs, () -> lookAsController(partition));
  }

  private void lookAsController(SimPartition partition) {
    toController(
        node -> {
          VersionedState seen = cluster.zooKeeper().read(partition);
          ControllerEvent read = new ControllerEvent.StateRead(partition.id(), seen);
          int life = node.life();
          world.after(world.random().between(0, 5), () -> answerController(node, life, read));
          lookAgainIfStale(partition, seen);
        });
  }

  /** The watch is armed with the read, at a server that will hear of the change yet. */
  private void lookAgainIfStale(SimPartition partition, VersionedState seen) {
    if (seen.version() != partition.stored().version()) {
      lookAsController(partition);
    }
  }

  private void readState(SimNode node, int life, SimPartition partition) {
    world.after(
        world.random().between(0, 5),
        () ->
            answerController(
                node,
                life,
                new ControllerEvent.StateRead(
                    partition.id(), cluster.zooKeeper().read(partition))));
  }

  /** A watch fires: what the controller reads then arrives later still. */
  private void toController(Consumer<SimNode> watcher) {
    world.after(
        world.random().between(0, DETECTION_MAX_MS),
        () -> {
          NodeId controller = cluster.zooKeeper().controller();
          if (controller != null) {
            watcher.accept(cluster.node(controller));
          }
        });
  }
}
