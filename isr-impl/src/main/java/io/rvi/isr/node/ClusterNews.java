package io.rvi.isr.node;

import io.rvi.api.NodeId;
import io.rvi.isr.coordination.CoordinationListener;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes what the node learns of its cluster on to whom it concerns. */
final class ClusterNews implements CoordinationListener {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterNews.class);

  private final NodeId self;
  private final UUID storageId;
  private final ClusterView view;
  private final Consumer<String> failed;
  private @Nullable Replicas replicas;
  private @Nullable ControllerOffice office;

  ClusterNews(NodeId self, UUID storageId, ClusterView view, Consumer<String> failed) {
    this.self = self;
    this.storageId = storageId;
    this.view = view;
    this.failed = failed;
  }

  /** Who is told; before anything is. */
  void tell(Replicas toldReplicas, ControllerOffice toldOffice) {
    replicas = toldReplicas;
    office = toldOffice;
  }

  @Override
  public void registered(long incarnation) {
    LOG.info("node {} is registered, incarnation {}", self, incarnation);
    if (replicas == null) {
      return;
    }
    try {
      replicas.registered(new Member(self, storageId, incarnation));
      replicas.session(true);
      view.states().forEach(replicas::stateSeen);
    } catch (LogFailure e) {
      failed.accept(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void suspended() {
    session(false);
  }

  @Override
  public void resumed() {
    session(true);
  }

  @Override
  public void lost() {
    LOG.warn("node {} lost its session with ZooKeeper, and registers again when it can", self);
    session(false);
  }

  private void session(boolean connected) {
    if (replicas != null) {
      replicas.session(connected);
    }
  }

  @Override
  public void liveNodes(List<LiveNode> nodes) {
    view.live(nodes.stream().map(LiveNode::member).toList());
    if (office != null) {
      office.liveNodesChanged();
    }
  }

  @Override
  public void controller(@Nullable NodeId node) {
    view.controller(node);
  }

  @Override
  public void topic(TopicAssignment topic) {
    view.topic(topic);
  }

  @Override
  public void partition(TopicPartition partition, VersionedState state) {
    view.state(partition, state);
    if (replicas != null) {
      replicas.stateSeen(partition, state);
    }
    if (office != null) {
      office.stateChanged(partition, state);
    }
  }

  @Override
  public void synced() {}

  @Override
  public void won(long controllerEpoch) {
    LOG.info("node {} is controller, epoch {}", self, controllerEpoch);
    if (office != null) {
      office.won(controllerEpoch);
    }
  }

  @Override
  public void resigned(long controllerEpoch) {
    if (office != null) {
      office.resigned();
    }
  }

  @Override
  public void refused(String message) {
    failed.accept(message);
  }
}
