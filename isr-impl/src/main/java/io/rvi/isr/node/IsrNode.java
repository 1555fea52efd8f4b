package io.rvi.isr.node;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.rvi.api.NodeId;
import io.rvi.isr.coordination.CoordinationSpec;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.wire.Transport;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.Service;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node: opens its storage, joins the cluster, serves, and stops. {@code STARTING -> RUNNING ->
 * STOPPED}, and {@code FAILED} from the moment a replica halts until the node is closed.
 */
public final class IsrNode implements LogNode {
  private static final Logger LOG = LoggerFactory.getLogger(IsrNode.class);

  /** Two for fsyncs of different logs at a time, one for side files. */
  private static final int DISK_THREADS = 3;

  /** Larger than any fetch answer or produce request that the settings allow. */
  private static final int FRAME_BYTES_MAX = 64 << 20;

  /** How long closing the logs may take; a disk may never answer. */
  private static final long STOP_MS_MAX = 10_000;

  /**
   * How long opening the logs may take: a killed node's newest segments are read, on a slow disk.
   */
  private static final long OPEN_MS_MAX = 300_000;

  private final NodeSpec spec;
  private final NodeSettings settings;
  private final ClusterView view = new ClusterView();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final RequestDesk desk;
  private final Transport transport;
  private final EventLoop loop;
  private final ExecutorService pool;
  private @Nullable NodeStorage storage;
  private @Nullable Membership membership;
  private @Nullable ScheduledFuture<?> ticks;
  private volatile NodeStatus status = new NodeStatus(NodeStatus.State.RUNNING, "");

  private IsrNode(NodeSpec spec, NodeSettings settings) {
    this.spec = spec;
    this.settings = settings;
    this.desk = new RequestDesk(settings.recordBytesMax(), view);
    this.transport = Transport.start("isr-" + spec.id(), 1, FRAME_BYTES_MAX);
    this.loop = transport.eventLoop();
    this.pool =
        Executors.newFixedThreadPool(
            DISK_THREADS,
            work -> {
              Thread thread = new Thread(work, "isr-" + spec.id() + "-disk");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts a node; returns when it serves.
   *
   * @param spec who it is
   * @param settings how it behaves
   * @throws StartException naming what is at fault; nothing of the node is left then
   */
  public static IsrNode start(NodeSpec spec, NodeSettings settings) throws StartException {
    String zooKeeper = spec.services().get(Service.ZOOKEEPER);
    if (zooKeeper == null) {
      throw new StartException(
          StartException.Kind.CONFIGURATION,
          "node " + spec.id() + " needs a ZooKeeper: give its connect string",
          null);
    }
    IsrNode node = new IsrNode(spec, settings);
    try {
      node.begin(zooKeeper);
      return node;
    } catch (StartException | RuntimeException e) {
      node.halt();
      throw e;
    }
  }

  private void begin(String zooKeeper) throws StartException {
    try {
      // The port first: it is cheap to find taken, and peers may dial as soon as we are known.
      transport.listen(spec.listen(), spec.cluster(), spec.id().value(), desk);
      NodeStorage opened = onLoop(OPEN_MS_MAX, () -> NodeStorage.open(spec, settings, loop, pool));
      storage = opened;
      Membership joining =
          onLoop(
              STOP_MS_MAX,
              () -> new Membership(spec, settings, coordinationSpec(zooKeeper, opened), this));
      membership = joining;
      UUID clusterId = joining.join();
      onLoop(
          STOP_MS_MAX,
          () -> {
            opened.bind(clusterId);
            return clusterId;
          });
      ticks =
          loop.scheduleAtFixedRate(
              joining::tick,
              settings.replica().tickMs(),
              settings.replica().tickMs(),
              TimeUnit.MILLISECONDS);
    } catch (LogFailure e) {
      throw startFailure(e);
    } catch (IOException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "node " + spec.id() + " " + e.getMessage() + "; free the port or choose another",
          e);
    }
  }

  private CoordinationSpec coordinationSpec(String zooKeeper, NodeStorage opened)
      throws LogFailure {
    return new CoordinationSpec(
        zooKeeper,
        spec.cluster(),
        opened.clusterId(),
        spec.id(),
        opened.storageId(),
        opened.cleanStop(),
        settings.sessionTimeout(),
        settings.startTimeout());
  }

  private static StartException startFailure(LogFailure failure) {
    StartException.Kind kind =
        failure.kind() == LogFailure.Kind.DISK
            ? StartException.Kind.MACHINE
            : StartException.Kind.STORAGE;
    return new StartException(kind, String.valueOf(failure.getMessage()), failure);
  }

  /** Runs work on the loop, and waits for it: for start and stop only. */
  private <T> T onLoop(long msMax, Callable<T> work) throws LogFailure {
    try {
      return loop.submit(work).get(msMax, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LogFailure failure) {
        throw failure;
      }
      throw new CompletionException(e.getCause());
    } catch (TimeoutException e) {
      throw new LogFailure(
          LogFailure.Kind.DISK, "the disk under " + spec.dataDir() + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
  }

  /** A replica halted, or the node may not take part any more: it leaves the cluster. */
  void failed(String reason) {
    if (status.state() == NodeStatus.State.RUNNING) {
      LOG.error("node {} is out of service: {}", spec.id(), reason);
      status = new NodeStatus(NodeStatus.State.FAILED, reason);
      Membership leaving = membership;
      if (leaving != null) {
        pool.execute(leaving::end);
      }
    }
  }

  Transport transport() {
    return transport;
  }

  EventLoop loop() {
    return loop;
  }

  ClusterView view() {
    return view;
  }

  RequestDesk desk() {
    return desk;
  }

  NodeStorage storage() {
    NodeStorage opened = storage;
    if (opened == null) {
      throw new IllegalStateException("the storage is not open");
    }
    return opened;
  }

  @Override
  public NodeId id() {
    return spec.id();
  }

  @Override
  public NodeStatus status() {
    return status;
  }

  @Override
  public void close() {
    if (!stopped.compareAndSet(false, true)) {
      return;
    }
    boolean failed = status.state() == NodeStatus.State.FAILED;
    try {
      Membership leaving = membership;
      if (leaving != null) {
        if (!failed) {
          leaving.handOver();
        }
        leaving.end();
        closeLogs(leaving);
      }
    } finally {
      release();
    }
  }

  private void closeLogs(Membership leaving) {
    try {
      onLoop(
          STOP_MS_MAX,
          () -> {
            desk.stop();
            leaving.replicas().close();
            return true;
          });
      storage().closeClean();
    } catch (LogFailure e) {
      LOG.error("node {} could not stop cleanly: {}", spec.id(), e.getMessage());
    }
  }

  @Override
  public void halt() {
    if (!stopped.compareAndSet(false, true)) {
      return;
    }
    try {
      transport.close();
      Membership leaving = membership;
      if (leaving != null) {
        leaving.abandon();
      }
    } finally {
      release();
    }
  }

  /** Frees what is left: threads, sockets, files and the directory's lock. */
  private void release() {
    if (ticks != null) {
      ticks.cancel(false);
    }
    transport.close();
    pool.shutdownNow();
    if (storage != null) {
      storage.abandon();
    }
    status = new NodeStatus(NodeStatus.State.STOPPED, "");
  }
}
