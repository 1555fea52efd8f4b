package io.rvi.isr.node;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.rvi.api.NodeId;
import io.rvi.isr.coordination.CoordinationSpec;
import io.rvi.isr.log.Disk;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.log.RealDisk;
import io.rvi.isr.log.WatchedDisk;
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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node: opens its storage, joins the cluster, serves, and stops. {@code STARTING -> RUNNING ->
 * STOPPED}, and {@code FAILED} from the moment a replica halts or the disk hangs until the node is
 * closed.
 */
public final class IsrNode implements LogNode {
  private static final Logger LOG = LoggerFactory.getLogger(IsrNode.class);

  /** Two for fsyncs of different logs at a time, one for side files. */
  private static final int DISK_THREADS = 3;

  /** Larger than any fetch answer or produce request that the settings allow. */
  private static final int FRAME_BYTES_MAX = 64 << 20;

  /** How long closing the logs may take; a disk may never answer. */
  private static final long STOP_MS_MAX = 10_000;

  /** How long a stop waits for a disk that is known to hang, in case it has just come back. */
  private static final long HUNG_STOP_MS_MAX = 1_000;

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
  private final ThreadPoolExecutor pool;
  private final WatchedDisk disk;
  private final DiskWatch watch;
  private @Nullable NodeStorage storage;
  private @Nullable Membership membership;
  private @Nullable ScheduledFuture<?> ticks;
  private volatile NodeStatus status = new NodeStatus(NodeStatus.State.RUNNING, "");

  private IsrNode(NodeSpec spec, NodeSettings settings, Disk beneath) {
    this.spec = spec;
    this.settings = settings;
    this.desk = new RequestDesk(settings.recordBytesMax(), view);
    this.transport = Transport.start("isr-" + spec.id(), 1, FRAME_BYTES_MAX);
    this.loop = transport.eventLoop();
    this.pool =
        new ThreadPoolExecutor(
            DISK_THREADS,
            DISK_THREADS,
            0,
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            work -> thread("disk", work));
    this.disk = new WatchedDisk(beneath);
    this.watch =
        new DiskWatch(
            spec.id(), disk, settings.stallMax(), settings.replica().flush(), this::diskHangs);
  }

  private Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, "isr-" + spec.id() + "-" + name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts a node; returns when it serves.
   *
   * @param spec who it is
   * @param settings how it behaves
   * @throws StartException naming what is at fault; nothing of the node is left then
   */
  public static IsrNode start(NodeSpec spec, NodeSettings settings) throws StartException {
    return start(spec, settings, new RealDisk());
  }

  /** As {@link #start(NodeSpec, NodeSettings)}, on a disk of the caller's. */
  static IsrNode start(NodeSpec spec, NodeSettings settings, Disk disk) throws StartException {
    String zooKeeper = spec.services().get(Service.ZOOKEEPER);
    if (zooKeeper == null) {
      throw new StartException(
          StartException.Kind.CONFIGURATION,
          "node " + spec.id() + " needs a ZooKeeper: give its connect string",
          null);
    }
    IsrNode node = new IsrNode(spec, settings, disk);
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
      NodeStorage opened =
          onLoop(OPEN_MS_MAX, () -> NodeStorage.open(disk, spec, settings, loop, pool));
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
      watch.start();
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
    if (noteFailed(reason)) {
      LOG.error("node {} is out of service: {}", spec.id(), reason);
      Membership leaving = membership;
      if (leaving != null) {
        // It waits, so never on the loop; and whoever is on the disk's threads may never return.
        thread("leave", leaving::end).start();
      }
    }
  }

  private synchronized boolean noteFailed(String reason) {
    if (status.state() != NodeStatus.State.RUNNING) {
      return false;
    }
    status = new NodeStatus(NodeStatus.State.FAILED, reason);
    return true;
  }

  /**
   * The disk does not answer: the node leaves the cluster for good. On the watch's thread, and
   * without the loop and the disk's threads, which may be blocked for ever.
   *
   * <p>What returns from the disk later fails as a write does (R16). What the turn that it was in,
   * and those planned before, still say may be said at any time, also under another leader: an
   * append is acknowledged, and a read confirmed, by all that may lead next, before either is an
   * effect; and a fetch is answered in its epoch (R1, R3).
   */
  private void diskHangs(String reason) {
    disk.fail(reason);
    boolean first = noteFailed(reason);
    transport.beginClose();
    Membership leaving = membership;
    if (leaving != null) {
      leaving.end();
    }
    if (first) {
      // Last, as the log of this process may lie on that disk.
      LOG.error("node {} is out of service until it is restarted: {}", spec.id(), reason);
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
    watch.close(STOP_MS_MAX);
    boolean failed = status.state() == NodeStatus.State.FAILED;
    try {
      Membership leaving = membership;
      if (leaving != null) {
        if (!failed) {
          leaving.handOver();
        }
        leaving.end();
        if (!disk.isFailed()) {
          closeLogs(leaving);
        }
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
            storage().closeClean();
            return true;
          });
    } catch (LogFailure e) {
      LOG.error("node {} could not stop cleanly: {}", spec.id(), e.getMessage());
    }
  }

  @Override
  public void halt() {
    if (!stopped.compareAndSet(false, true)) {
      return;
    }
    watch.close(STOP_MS_MAX);
    try {
      transport.beginClose();
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
    transport.beginClose();
    // Not interrupted: that would close the file that a thread is busy with, which waits for it.
    pool.getQueue().clear();
    pool.shutdown();
    Thread last = thread("release", this::letGo);
    last.start();
    long msMax = disk.isFailed() ? HUNG_STOP_MS_MAX : STOP_MS_MAX;
    if (!hasEnded(last, msMax)) {
      LOG.warn(
          "node {} has stopped, but {} stays in use until its disk answers",
          spec.id(),
          spec.dataDir());
    }
    synchronized (this) {
      status = new NodeStatus(NodeStatus.State.STOPPED, "");
    }
  }

  /**
   * Lets go of the files when nobody works on them any more. Who opens the directory next must not
   * meet a write of this node that hung and lands late; hence its lock is held until then.
   */
  private void letGo() {
    transport.awaitEnd();
    try {
      while (!pool.awaitTermination(STOP_MS_MAX, TimeUnit.MILLISECONDS)) {
        LOG.debug("node {} waits for its disk", spec.id());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody knows this thread", e);
    }
    Membership left = membership;
    if (left != null) {
      left.replicas().abandon();
    }
    if (storage != null) {
      storage.abandon();
    }
  }

  private static boolean hasEnded(Thread thread, long msMax) {
    try {
      thread.join(msMax);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
