package io.rvi.isr.node;

import io.netty.channel.EventLoop;
import io.rvi.api.NodeId;
import io.rvi.isr.coordination.Coordination;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ControllerCore;
import io.rvi.isr.protocol.ControllerEffect;
import io.rvi.isr.protocol.ControllerEvent;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.protocol.WriteOutcome;
import io.rvi.isr.wire.ReplicaMessage;
import io.rvi.isr.wire.SessionMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** The controller of this node, which acts while the node is the cluster's. Runs its turns. */
final class ControllerOffice {
  /** Requests that wait for the controller; more are answered as if it was not one. */
  private static final int REQUESTS_MAX = 10_000;

  private final NodeId self;
  private final Parts parts;
  private final ControllerConfig config;
  private final ControllerCore core;
  private final ArrayDeque<ControllerEvent> queue = new ArrayDeque<>();
  private final Map<Long, Consumer<ControllerEffect.AnswerAdmin>> requests = new HashMap<>();
  private final Runnable turn = this::turn;
  private long lastRequestId;
  private boolean turnPlanned;

  /** The epoch in which this node is controller; 0 when it is not. */
  private long epoch;

  /**
   * What a controller acts upon.
   *
   * @param loop the node's event loop
   * @param clock its times
   * @param coordination the cluster's register
   * @param view the cluster as this node sees it
   * @param peers the other nodes
   * @param replicas this node's own replicas
   */
  record Parts(
      EventLoop loop,
      Clock clock,
      Coordination coordination,
      ClusterView view,
      Peers peers,
      Replicas replicas) {}

  ControllerOffice(NodeId self, ControllerConfig config, Parts parts) {
    this.self = self;
    this.parts = parts;
    this.config = config;
    this.core = new ControllerCore(config);
  }

  void won(long controllerEpoch) {
    epoch = controllerEpoch;
    submit(new ControllerEvent.Won(controllerEpoch));
  }

  void resigned() {
    epoch = 0;
    submit(new ControllerEvent.Lost());
  }

  boolean inOffice() {
    return epoch > 0;
  }

  void liveNodesChanged() {
    if (inOffice()) {
      submit(new ControllerEvent.RegistrationsRead(parts.view().live()));
    }
  }

  void stateChanged(TopicPartition partition, VersionedState state) {
    if (inOffice()) {
      submit(new ControllerEvent.StateRead(partition, state));
    }
  }

  void tick() {
    if (inOffice()) {
      submit(new ControllerEvent.Tick());
    }
  }

  void createTopic(
      String topic, int partitions, int replicas, Consumer<ControllerEffect.AnswerAdmin> answer) {
    long id = expect(answer);
    submit(new ControllerEvent.CreateTopic(id, topic, UUID.randomUUID(), partitions, replicas));
  }

  void reassign(
      TopicPartition partition,
      List<NodeId> target,
      boolean begun,
      Consumer<ControllerEffect.AnswerAdmin> answer) {
    submit(new ControllerEvent.Reassign(expect(answer), partition, target, begun));
  }

  void transferLeadership(
      TopicPartition partition, NodeId leader, Consumer<ControllerEffect.AnswerAdmin> answer) {
    submit(new ControllerEvent.TransferLeadership(expect(answer), partition, leader));
  }

  void leave(NodeId node, long incarnation, Consumer<ControllerEffect.AnswerAdmin> answer) {
    submit(new ControllerEvent.ShutdownRequested(expect(answer), node, incarnation));
  }

  /** Whether it takes another request now. */
  boolean hasRoom() {
    return requests.size() < REQUESTS_MAX;
  }

  private long expect(Consumer<ControllerEffect.AnswerAdmin> answer) {
    long id = ++lastRequestId;
    requests.put(id, answer);
    return id;
  }

  private void submit(ControllerEvent event) {
    queue.add(event);
    if (!turnPlanned) {
      turnPlanned = true;
      parts.loop().execute(turn);
    }
  }

  private void turn() {
    turnPlanned = false;
    List<ControllerEffect> effects = new ArrayList<>();
    long nowMs = parts.clock().monotonicMs();
    for (ControllerEvent event = queue.poll(); event != null; event = queue.poll()) {
      core.handle(event, nowMs, effects);
    }
    effects.forEach(this::perform);
  }

  private void perform(ControllerEffect effect) {
    if (effect instanceof ControllerEffect.ReadAll) {
      submit(
          new ControllerEvent.ClusterRead(
              parts.view().live(), parts.view().topics(), parts.view().states()));
    } else if (effect instanceof ControllerEffect.ReadState read) {
      parts
          .coordination()
          .readState(
              read.partition(),
              state -> submit(new ControllerEvent.StateRead(read.partition(), state)));
    } else if (effect instanceof ControllerEffect.SendMetadata send) {
      send(send.node(), send.metadata());
    } else if (effect instanceof ControllerEffect.AnswerAdmin answer) {
      Consumer<ControllerEffect.AnswerAdmin> request = requests.remove(answer.requestId());
      if (request != null) {
        request.accept(answer);
      }
    } else if (effect instanceof ControllerEffect.Resign) {
      parts.coordination().standAgain();
    } else {
      write(effect);
    }
  }

  private void write(ControllerEffect effect) {
    Coordination coordination = parts.coordination();
    if (effect instanceof ControllerEffect.WriteState write) {
      coordination.changeState(
          epoch,
          write.partition(),
          write.state(),
          write.expectedVersion(),
          outcome -> written(write.writeId(), outcome));
    } else if (effect instanceof ControllerEffect.WriteTopic write) {
      coordination.createTopic(
          epoch, write.assignment(), write.states(), outcome -> written(write.writeId(), outcome));
    } else {
      throw new IllegalStateException("no such effect: " + effect);
    }
  }

  private void written(long writeId, WriteOutcome outcome) {
    submit(new ControllerEvent.WriteAnswered(writeId, outcome));
  }

  private void send(NodeId node, Metadata metadata) {
    Runnable noticed =
        () ->
            submit(
                new ControllerEvent.MetadataAcknowledged(
                    node,
                    metadata.incarnation(),
                    metadata.partition(),
                    metadata.current().version()));
    if (node.equals(self)) {
      // What this node is not ready for is not noticed, and sent again.
      boolean unused = parts.replicas().metadata(metadata, noticed);
      return;
    }
    parts
        .peers()
        .request(
            node,
            new ReplicaMessage.StateRequest(List.of(metadata)),
            // The core sends again when it is not told in time; what comes later is still noticed.
            10 * config.metadataRetryMs(),
            (reply, payload) -> {
              if (reply instanceof SessionMessage.Done) {
                noticed.run();
              }
            },
            () -> {});
  }
}
