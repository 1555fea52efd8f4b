package io.rvi.isr.node;

import io.rvi.isr.log.LogFailure;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.ReplicaEvent;
import io.rvi.isr.protocol.ReplicaStatus;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.wire.ReplicaReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replicas of this node. */
final class Replicas {
  private static final Logger LOG = LoggerFactory.getLogger(Replicas.class);

  private final NodeStorage storage;
  private final ReplicaSurroundings around;
  private final Map<ReplicaKey, HostedReplica> hosted = new HashMap<>();
  private @Nullable Member self;
  private boolean connected;

  Replicas(NodeStorage storage, ReplicaSurroundings around) {
    this.storage = storage;
    this.around = around;
  }

  /** This node has a new life; the first one brings the replicas of the directory to life too. */
  void registered(Member registered) throws LogFailure {
    self = registered;
    hosted.values().forEach(replica -> replica.submit(new ReplicaEvent.Registered(registered)));
    for (Map.Entry<ReplicaName, OpenedLog> entry : storage.found().entrySet()) {
      host(entry.getKey(), entry.getValue(), registered);
    }
    storage.found().clear();
  }

  /** This node as the cluster knows it, or null before it was registered. */
  @Nullable Member self() {
    return self;
  }

  /** The session with ZooKeeper came up or went down. */
  void session(boolean isConnected) {
    connected = isConnected;
    hosted.values().forEach(replica -> replica.submit(new ReplicaEvent.SessionChanged(connected)));
  }

  /** The replica of a partition, or null when none is here. */
  @Nullable HostedReplica find(UUID topicId, int partition) {
    return hosted.get(new ReplicaKey(topicId, partition));
  }

  /**
   * Takes the controller's news, and makes the replica that they are about if it is to be here.
   *
   * @param handled run when they are handled and acted upon
   * @return false when they are for a life that this node has not heard of yet, as the controller
   *     may see a registration before the node itself does: then they must be sent again
   */
  boolean metadata(Metadata metadata, Runnable handled) {
    Member me = self;
    if (me == null || metadata.incarnation() > me.incarnation()) {
      return false;
    }
    if (metadata.incarnation() < me.incarnation()) {
      // For an earlier life: noticed, and of no consequence.
      handled.run();
      return true;
    }
    UUID topicId = metadata.current().state().topicId();
    ReplicaName name = new ReplicaName(metadata.partition(), topicId);
    HostedReplica replica = hosted.get(name.key());
    if (replica == null && metadata.replicas().contains(me.node())) {
      replica = create(name, me);
    }
    if (replica == null) {
      handled.run();
    } else {
      replica.metadata(metadata, handled);
    }
    return true;
  }

  private @Nullable HostedReplica create(ReplicaName name, Member me) {
    try {
      HostedReplica created = host(name, storage.create(name), me);
      created.submit(new ReplicaEvent.SessionChanged(connected));
      // The controller's news may be old: what this node knows itself may already say otherwise.
      VersionedState seen = around.view().state(name.partition());
      if (seen != null) {
        created.submit(new ReplicaEvent.StateSeen(seen));
      }
      return created;
    } catch (LogFailure e) {
      around.failed().accept(String.valueOf(e.getMessage()));
      return null;
    }
  }

  private HostedReplica host(ReplicaName name, OpenedLog opened, Member me) throws LogFailure {
    HostedReplica replica =
        new HostedReplica(
            me, name.partition(), name.topicId(), opened, around, epoch -> remove(name, epoch));
    hosted.put(name.key(), replica);
    return replica;
  }

  /**
   * A state of a partition is known to this node: tells its replica, which may have been
   * reassigned.
   *
   * @param partition which
   * @param state as read; may be stale
   */
  void stateSeen(TopicPartition partition, VersionedState state) {
    HostedReplica replica = find(state.state().topicId(), partition.partition());
    if (replica != null && state.state().placement() != null) {
      replica.submit(new ReplicaEvent.StateSeen(state));
    }
  }

  private void remove(ReplicaName name, long epoch) {
    HostedReplica replica = hosted.remove(name.key());
    if (replica == null) {
      return;
    }
    replica.end();
    try {
      replica.log().close(); // Nothing is written under its name any more.
      storage.remove(name, epoch);
      LOG.info("replica {} was reassigned to other nodes and is deleted", name);
    } catch (LogFailure e) {
      around.failed().accept(String.valueOf(e.getMessage()));
    }
  }

  /** What the replicas of a topic say of themselves. */
  List<ReplicaReport> reports(UUID topicId) {
    List<ReplicaReport> reports = new ArrayList<>();
    hosted.forEach(
        (key, replica) -> {
          if (key.topicId().equals(topicId)) {
            reports.add(report(key.partition(), replica.status()));
          }
        });
    return reports;
  }

  private static ReplicaReport report(int partition, ReplicaStatus status) {
    boolean leads = status.role() == ReplicaStatus.Role.LEADER;
    return new ReplicaReport(
        partition,
        leads,
        status.leaderEpoch(),
        status.highWatermark(),
        status.logEnd(),
        leads ? status.inSync().stream().map(member -> member.node().value()).toList() : List.of());
  }

  void tick() {
    hosted.values().forEach(replica -> replica.submit(new ReplicaEvent.Tick()));
  }

  /** The node is about to stop in order. */
  void shutdownStarted() {
    hosted.values().forEach(replica -> replica.submit(new ReplicaEvent.ShutdownStarted()));
  }

  /** Closes all logs in order. */
  void close() throws LogFailure {
    hosted.values().forEach(HostedReplica::end);
    LogFailure first = null;
    for (HostedReplica replica : hosted.values()) {
      try {
        replica.log().close();
      } catch (LogFailure e) {
        first = first == null ? e : first;
      }
    }
    hosted.clear();
    if (first != null) {
      throw first;
    }
  }

  /** Lets go of all logs as a killed process would. */
  void abandon() {
    hosted.values().forEach(HostedReplica::end);
    hosted.values().forEach(replica -> replica.log().abandon());
    hosted.clear();
  }
}
