package io.rvi.isr.coordination;

import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.protocol.WriteOutcome;
import io.rvi.spi.StartException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's part in the cluster: its session, its registration, its candidacy, its view of the
 * cluster's state, and its writes to it. See the package for the rules.
 *
 * <p>Made and used on the node's event loop, but for {@link #close} and {@link #abandon}, which
 * wait and must be called elsewhere.
 */
public final class Coordination {
  private static final Logger LOG = LoggerFactory.getLogger(Coordination.class);

  /** A try to get the id of a node that was killed ends when that one's session has expired. */
  private static final int ID_RETRY_MS = 50;

  private final CoordinationSpec spec;
  private final ScheduledExecutorService loop;
  private final CoordinationListener listener;
  private final Paths paths;
  private final Handover handover;
  private final Connection connection;
  private final ZNodeMirror mirror;
  private final Registration registration;
  private final Candidacy candidacy;
  private final StateWrites writes;
  private final Foundation foundation;
  private final CompletableFuture<UUID> started = new CompletableFuture<>();

  private volatile @Nullable Session session;
  private @Nullable UUID clusterId;
  private @Nullable ScheduledFuture<?> fence;
  private String obstacle;
  private boolean registered;
  private boolean synced;

  /**
   * Prepares; {@link #start} connects.
   *
   * @param spec who takes part in what
   * @param loop the node's event loop
   * @param listener told of everything, on the loop
   */
  public Coordination(
      CoordinationSpec spec, ScheduledExecutorService loop, CoordinationListener listener) {
    this.spec = spec;
    this.loop = loop;
    this.listener = listener;
    this.paths = new Paths(spec.cluster());
    this.handover = new Handover(loop);
    this.obstacle =
        "ZooKeeper at "
            + spec.connectString()
            + " does not answer: start it, or correct its address";
    int timeoutMs = Math.toIntExact(spec.sessionTimeout().toMillis());
    this.connection =
        new Connection(spec.connectString(), timeoutMs, handover, new ConnectionEvents());
    this.mirror = new ZNodeMirror(paths.root(), handover, new MirrorEvents());
    this.registration =
        new Registration(
            paths,
            spec.node(),
            spec.storageId().toString(),
            spec.cleanStop(),
            handover,
            new RegistrationEvents());
    this.candidacy =
        new Candidacy(paths, spec.node(), mirror, registration::isDead, handover, listener);
    this.writes = new StateWrites(paths, handover);
    this.foundation =
        new Foundation(
            paths, spec.connectString(), spec.clusterId(), handover, new FoundationEvents());
  }

  /**
   * Connects and registers.
   *
   * @return completes on the loop with the cluster's id when this node is registered and has been
   *     told all; or exceptionally, within the start timeout, with a {@link StartException}
   */
  public CompletableFuture<UUID> start() {
    ScheduledFuture<?> unused = after(spec.startTimeout().toMillis(), this::startTimedOut);
    connection.start();
    return started;
  }

  /**
   * A leader changes the in-sync set of a partition.
   *
   * @param partition which
   * @param desired the state to store
   * @param expectedVersion the version it replaces, 0 or more
   * @param outcome told once, on the loop, in this call or later; not before there is a connection
   */
  public void changeInSyncSet(
      TopicPartition partition,
      PartitionState desired,
      int expectedVersion,
      Consumer<WriteOutcome> outcome) {
    writes.asLeader(partition, desired, expectedVersion, outcome);
  }

  /**
   * A controller changes the state of a partition, which fails once another is controller.
   *
   * @param controllerEpoch the controller's epoch
   * @param partition which
   * @param desired the state to store
   * @param expectedVersion the version it replaces, 0 or more
   * @param outcome as in {@link #changeInSyncSet}
   */
  public void changeState(
      long controllerEpoch,
      TopicPartition partition,
      PartitionState desired,
      int expectedVersion,
      Consumer<WriteOutcome> outcome) {
    writes.asController(
        controllerEpoch, partition, desired, expectedVersion, fenced(controllerEpoch, outcome));
  }

  /**
   * A controller creates a topic and its partitions at once.
   *
   * @param controllerEpoch the controller's epoch
   * @param topic the topic
   * @param states the first state of each partition
   * @param outcome as in {@link #changeInSyncSet}; rejected when a topic of this name exists
   */
  public void createTopic(
      long controllerEpoch,
      TopicAssignment topic,
      List<PartitionState> states,
      Consumer<WriteOutcome> outcome) {
    writes.create(controllerEpoch, topic, states, fenced(controllerEpoch, outcome));
  }

  /**
   * Reads a partition's state as it is now or later.
   *
   * @param partition which
   * @param current told once, when it could be read
   */
  public void readState(TopicPartition partition, Consumer<VersionedState> current) {
    writes.read(partition, current);
  }

  /**
   * Asks whether a partition's state is still the stored one, in order with all writes.
   *
   * @param partition which
   * @param version the state's version, 0 or more
   * @param outcome told once: committed if it was, after this call; rejected if it was not
   */
  public void confirmState(TopicPartition partition, int version, Consumer<WriteOutcome> outcome) {
    writes.confirm(partition, version, outcome);
  }

  /** Gives the office of controller up, if this node holds it, and stands again. */
  public void standAgain() {
    candidacy.standAgain();
  }

  /**
   * Runs work when this node has been told all that had happened in the cluster by now.
   *
   * @param inStep the work
   * @param cutOff run instead when the connection is broken or breaks meanwhile
   */
  public void whenInStep(Runnable inStep, Runnable cutOff) {
    if (synced) {
      mirror.whenInStep(inStep, cutOff);
    } else {
      cutOff.run();
    }
  }

  /**
   * Ends the session in order: the registration is gone when this returns, if ZooKeeper could be
   * reached. Waits seconds at the most; nothing is told any more.
   */
  public void close() {
    handover.close();
    connection.close();
  }

  /** Ends as a killed process would: the session expires by itself. Nothing is told any more. */
  public void abandon() {
    handover.close();
    connection.abandon();
  }

  /** The id of the present or latest session, 0 before the first; for tests. */
  long sessionId() {
    Session by = session;
    return by == null ? 0 : by.id();
  }

  private Consumer<WriteOutcome> fenced(long controllerEpoch, Consumer<WriteOutcome> outcome) {
    return result -> {
      outcome.accept(result);
      if (result instanceof WriteOutcome.ControllerMoved) {
        candidacy.fenced(controllerEpoch);
      }
    };
  }

  /** Runs the work on the loop, unless this has ended by then. */
  private ScheduledFuture<?> after(long delayMs, Runnable work) {
    return loop.schedule(() -> handover.run(work), delayMs, TimeUnit.MILLISECONDS);
  }

  private void startTimedOut() {
    if (!started.isDone()) {
      fail(new StartException(StartException.Kind.SERVICE, obstacle, null));
    }
  }

  private void fail(StartException reason) {
    if (!started.completeExceptionally(reason) && !started.isCompletedExceptionally()) {
      listener.refused(Objects.requireNonNullElse(reason.getMessage(), "refused"));
    }
  }

  private void begin(Session connected) {
    synced = false;
    mirror.connected(connected);
    candidacy.connected(connected);
    registration.connected(connected);
    writes.connected(connected);
  }

  private void mayHaveStarted() {
    UUID id = clusterId;
    if (registered && synced && id != null) {
      started.complete(id);
      candidacy.look();
    }
  }

  private void tellNodes() {
    listener.liveNodes(
        mirror.under(paths.nodes() + "/").stream().map(StateText::liveNode).toList());
  }

  private void disarmFence() {
    if (fence != null) {
      fence.cancel(false);
      fence = null;
    }
  }

  /** The session's connection. */
  private final class ConnectionEvents implements Connection.Listener {
    @Override
    public void connected(Session connected) {
      disarmFence();
      long askedMs = spec.sessionTimeout().toMillis();
      if (connected.timeoutMs() > askedMs) {
        fail(connected.tooLong(spec));
        return;
      }
      if (connected.timeoutMs() < askedMs) {
        LOG.warn(
            "ZooKeeper at {} grants a session timeout of {} ms where {} ms was asked",
            spec.connectString(),
            connected.timeoutMs(),
            askedMs);
      }
      boolean resumed = sessionId() == connected.id();
      session = connected;
      if (clusterId == null) {
        foundation.begin(connected);
      } else {
        begin(connected);
      }
      if (resumed) {
        listener.resumed();
      }
    }

    @Override
    public void suspended() {
      mirror.disconnected();
      registration.disconnected();
      writes.disconnected();
      Session by = session;
      if (by != null && fence == null) {
        // The server has last heard of us up to two thirds of the timeout ago: half of the rest.
        fence = after(by.timeoutMs() / 6, this::fence);
      }
    }

    private void fence() {
      if (fence == null) {
        return;
      }
      fence = null;
      listener.suspended();
    }

    @Override
    public void lost() {
      disarmFence();
      mirror.disconnected();
      registration.disconnected();
      writes.disconnected();
      registered = false;
      candidacy.lost();
      listener.lost();
    }
  }

  /** The cluster's foundation. */
  private final class FoundationEvents implements Foundation.Listener {
    @Override
    public void founded(UUID found) {
      clusterId = found;
      Session by = session;
      if (by != null) {
        begin(by);
      }
    }

    @Override
    public void foreign(StartException reason) {
      fail(reason);
    }
  }

  /** The cluster's znodes. */
  private final class MirrorEvents implements ZNodeMirror.Listener {
    @Override
    public void changed(String path, @Nullable ZNode before, @Nullable ZNode after) {
      if (path.equals(paths.controller())) {
        listener.controller(Candidacy.nodeOf(after));
      } else if (path.startsWith(paths.nodes() + "/")) {
        if (synced) {
          tellNodes();
        }
      } else if (after != null && paths.isTopic(path)) {
        listener.topic(StateText.topic(paths.topicOf(path), after));
      } else if (after != null && paths.isPartition(path)) {
        listener.partition(paths.partitionOf(path), StateText.state(after));
      }
      if (synced && path.equals(paths.node(spec.node()))) {
        registration.changed(after);
      }
      if (synced && registered && path.startsWith(paths.controller())) {
        candidacy.look();
      }
    }

    @Override
    public void synced() {
      synced = true;
      tellNodes();
      listener.synced();
      registration.changed(mirror.get(paths.node(spec.node())));
      mayHaveStarted();
    }
  }

  /** This node's registration. */
  private final class RegistrationEvents implements Registration.Listener {
    @Override
    public void registered(long incarnation) {
      registered = true;
      listener.registered(incarnation);
      mayHaveStarted();
    }

    @Override
    public void inTheWay(String message) {
      obstacle = message;
      if (started.isDone()) {
        fail(new StartException(StartException.Kind.CONFIGURATION, message, null));
      } else {
        ScheduledFuture<?> unused = after(ID_RETRY_MS, () -> registration.changed(null));
      }
    }
  }
}
