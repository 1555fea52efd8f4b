package io.rvi.isr.node;

import io.netty.channel.EventLoop;
import io.rvi.isr.coordination.Coordination;
import io.rvi.isr.coordination.CoordinationSpec;
import io.rvi.isr.protocol.ControllerEffect;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.wire.ReplicaMessage;
import io.rvi.isr.wire.SessionMessage;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StartException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node's part in its cluster: all that exists between joining and leaving it. */
final class Membership {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

  /** An orderly stop waits so long for others to take over; then it stops all the same. */
  private static final long HAND_OVER_MS_MAX = 3_000;

  private static final long HAND_OVER_RETRY_MS = 50;

  private final NodeSpec spec;
  private final EventLoop loop;
  private final ClusterView view;
  private final Peers peers;
  private final Coordination coordination;
  private final Replicas replicas;
  private final ControllerOffice office;

  /** Builds all parts; called on the node's loop, after its storage was opened. */
  Membership(
      NodeSpec spec, NodeSettings settings, CoordinationSpec coordinationSpec, IsrNode node) {
    this.spec = spec;
    this.loop = node.loop();
    this.view = node.view();
    this.peers = new Peers(spec, node.transport(), loop, node.desk());
    ClusterNews news = new ClusterNews(spec.id(), coordinationSpec.storageId(), view, node::failed);
    this.coordination = new Coordination(coordinationSpec, loop, news);
    this.replicas =
        new Replicas(
            node.storage(),
            new ReplicaSurroundings(
                loop, Clock.SYSTEM, peers, coordination, view, settings, node::failed));
    this.office =
        new ControllerOffice(
            spec.id(),
            settings.controller(),
            new ControllerOffice.Parts(loop, Clock.SYSTEM, coordination, view, peers, replicas));
    news.tell(replicas, office);
    AdminDesk admin =
        new AdminDesk(office, view, spec.peers().keySet(), settings.replica().minInsyncReplicas());
    node.desk().open(new RequestDesk.Staff(replicas, admin, coordination));
  }

  Replicas replicas() {
    return replicas;
  }

  /**
   * Registers in the cluster; waits.
   *
   * @return the cluster's id
   */
  UUID join() throws StartException {
    try {
      return coordination.start().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StartException reason) {
        throw reason;
      }
      throw e;
    }
  }

  /** Time has passed. */
  void tick() {
    peers.dial();
    replicas.tick();
    office.tick();
  }

  /** Lets others take over what this node leads; waits, with a bound. */
  void handOver() {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    loop.execute(
        () -> {
          replicas.shutdownStarted();
          askToLeave(done);
        });
    try {
      done.get(HAND_OVER_MS_MAX, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn("node {} stops although nobody took over from it in time", spec.id());
      done.complete(false);
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      done.complete(false);
    }
  }

  private void askToLeave(CompletableFuture<Boolean> done) {
    Member self = replicas.self();
    int controller = view.controllerId();
    if (done.isDone() || self == null) {
      done.complete(false);
    } else if (office.inOffice()) {
      office.leave(spec.id(), self.incarnation(), answer -> left(answer, done));
    } else if (controller == 0 || controller == spec.id().value()) {
      askLater(done);
    } else {
      peers.request(
          new io.rvi.api.NodeId(controller),
          new ReplicaMessage.LeaveRequest(spec.id().value(), self.incarnation()),
          HAND_OVER_MS_MAX,
          (reply, payload) -> {
            if (reply instanceof SessionMessage.Done) {
              done.complete(true);
            } else {
              askLater(done);
            }
          },
          () -> askLater(done));
    }
  }

  private void left(ControllerEffect.AnswerAdmin answer, CompletableFuture<Boolean> done) {
    if (answer.result() == ControllerEffect.AdminResult.NOT_CONTROLLER) {
      askLater(done);
    } else {
      done.complete(true);
    }
  }

  private void askLater(CompletableFuture<Boolean> done) {
    if (!done.isDone()) {
      var unused = loop.schedule(() -> askToLeave(done), HAND_OVER_RETRY_MS, TimeUnit.MILLISECONDS);
    }
  }

  /** Ends the session with ZooKeeper in order; waits, so never on the loop. */
  void end() {
    coordination.close();
  }

  /** Leaves the session to expire, as a killed process would. */
  void abandon() {
    coordination.abandon();
  }
}
