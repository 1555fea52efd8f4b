package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.raft.config.RatisProperties;
import io.rvi.raft.machine.CatalogMachine;
import io.rvi.raft.machine.PartitionMachine;
import io.rvi.raft.machine.ReplicaHost;
import io.rvi.raft.transport.NodeServices;
import io.rvi.raft.transport.OpenedGate;
import io.rvi.raft.wire.Names;
import io.rvi.raft.wire.Topic;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.SettingException;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.statemachine.StateMachine;
import org.apache.ratis.util.ExitUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server: a Ratis server with the catalog's group and a group for each of its partitions. */
public final class RaftNode implements LogNode {
  private static final Logger LOG = LoggerFactory.getLogger(RaftNode.class);

  private static final NodeStatus RUNNING = new NodeStatus(NodeStatus.State.RUNNING, "");

  /** Threads that read logs. Two, since a cold read waits for the disk. */
  private static final int READERS = 2;

  /** Reads waiting for a thread; a client sends a refused one again. */
  private static final int READS_QUEUED_MAX = 4_096;

  /** Group changes waiting; one for each partition that the catalog names. */
  private static final int CHANGES_QUEUED_MAX = 65_536;

  /** How long an orderly stop waits for what is still to be written; less than its caller does. */
  private static final Duration WRITE_MAX = Duration.ofSeconds(5);

  /** How long a recurring task may take to end once it is interrupted. */
  private static final Duration TASK_MAX = Duration.ofSeconds(5);

  /** How long groups may take to close. */
  private static final Duration CLOSE_MAX = Duration.ofSeconds(30);

  private final NodeSpec spec;
  private final NodeDirectory directory;
  private final RaftServer server;
  private final GroupCarrier carrier;
  private final HandOver handOver;
  private final GroupWatch watch;
  private final ExecutorService readers;
  private final ExecutorService changes;
  private final CatalogCalls catalog;
  private final OpenedGate gate = new OpenedGate();
  private final CatalogKeeper catalogKeeper;
  private final ReplicaKeeper replicaKeeper;
  private final VoterKeeper voterKeeper;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile NodeStatus status = RUNNING;

  private RaftNode(NodeSpec spec, NodeDirectory directory, GroupRegistry registry)
      throws IOException {
    this.spec = spec;
    this.directory = directory;
    this.readers = pool(READERS, READS_QUEUED_MAX, "reader");
    this.changes = pool(1, CHANGES_QUEUED_MAX, "changes");
    RaftProperties properties =
        RatisProperties.server(spec.settings(), spec.peers().size(), spec.listen());
    // Ratis opens every group directory that it finds while it is built, with the peer addresses
    // stored there. It is shown an empty directory then, and the groups are opened one by one with
    // this node's own view of its peers.
    RatisProperties.storage(properties, directory.none());
    this.server =
        RaftServer.newBuilder()
            .setServerId(Names.peer(spec.id()))
            .setProperties(properties)
            .setParameters(parameters())
            .setStateMachineRegistry(this::machine)
            .build();
    RatisProperties.storage(properties, directory.groups());
    this.carrier = new GroupCarrier(spec, directory, registry, server);
    this.handOver = new HandOver(server);
    this.watch = new GroupWatch(spec, carrier::open, handOver::all, carrier::noteNewestSegment);
    this.catalog = new CatalogCalls(spec, server);
    this.catalogKeeper =
        new CatalogKeeper(spec, registry, carrier, reason -> failUnlessStopping(reason));
    this.replicaKeeper =
        new ReplicaKeeper(spec, registry, carrier, catalog, reason -> failUnlessStopping(reason));
    this.voterKeeper = new VoterKeeper(spec, server, carrier, replicaKeeper, catalog);
  }

  /**
   * Starts a node.
   *
   * @param spec who it is
   * @throws StartException naming what is at fault; nothing is left running then
   */
  public static RaftNode start(NodeSpec spec) throws StartException {
    ExitUtils.disableSystemExit(); // Ratis ends the process when it can't bind its port.
    NodeDirectory directory = NodeDirectory.open(spec.dataDir(), spec.cluster(), spec.id());
    RaftNode node;
    try {
      node = new RaftNode(spec, directory, GroupRegistry.read(directory.registry()));
    } catch (SettingException e) {
      directory.close();
      throw new StartException(
          StartException.Kind.CONFIGURATION, String.valueOf(e.getMessage()), e);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw new StartException(
          StartException.Kind.MACHINE, "node " + spec.id() + " can't start: " + e, e);
    } catch (StartException e) {
      directory.close();
      throw e;
    }
    try {
      node.serve();
      return node;
    } catch (StartException e) {
      node.stop(false);
      throw e;
    }
  }

  private void serve() throws StartException {
    try {
      server.start();
    } catch (IOException | RuntimeException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "node "
              + spec.id()
              + " can't listen at "
              + spec.listen()
              + ": is the port in use? Free it or choose another listen address",
          e);
    }
    carrier.introduceAll();
    carrier.openAll();
    gate.open();
    catalogKeeper.start();
    watch.start();
    replicaKeeper.start();
    voterKeeper.start();
  }

  private Parameters parameters() {
    Parameters parameters = new Parameters();
    GrpcConfigKeys.Server.setServicesCustomizer(parameters, new NodeServices(gate));
    return parameters;
  }

  private StateMachine machine(RaftGroupId group) {
    ReplicaHost host = new Host();
    return group.equals(Names.catalog(spec.cluster()))
        ? new CatalogMachine(host, spec.peers().keySet())
        : new PartitionMachine(host);
  }

  @Override
  public NodeId id() {
    return spec.id();
  }

  @Override
  public NodeStatus status() {
    if (status.state() == NodeStatus.State.RUNNING && !stopping.get()) {
      List<String> ended =
          carrier.ended().stream().filter(replicaKeeper::mustRun).map(GroupEntry::name).toList();
      if (!ended.isEmpty() && !stopping.get()) {
        fail("groups " + ended + " have ended by themselves; see the log, and restart the node");
      }
    }
    return status;
  }

  @Override
  public void close() {
    stop(true);
  }

  @Override
  public void halt() {
    stop(false);
  }

  private void stop(boolean orderly) {
    if (!stopping.compareAndSet(false, true)) {
      return;
    }
    changes.shutdownNow();
    voterKeeper.close();
    replicaKeeper.close();
    catalogKeeper.close();
    catalog.close();
    watch.close();
    if (orderly) {
      handOver.all(carrier.led());
      WrittenLogs.await(carrier.open(), WRITE_MAX);
      closeServer();
    } else {
      CutOff.run(server, spec.listen(), this::closeServer);
    }
    readers.shutdownNow();
    directory.close();
    status = new NodeStatus(NodeStatus.State.STOPPED, "");
  }

  private void closeServer() {
    new GroupCloser(spec.id().toString(), CLOSE_MAX).closeAll(carrier.open());
    try {
      server.close();
    } catch (IOException e) {
      LOG.warn("{}: closing: {}", spec.id(), e.toString());
    }
  }

  private void fail(String detail) {
    LOG.error("{}: {}", spec.id(), detail);
    synchronized (this) {
      if (status.state() == NodeStatus.State.RUNNING) {
        status = new NodeStatus(NodeStatus.State.FAILED, detail);
      }
    }
  }

  private ExecutorService pool(int threads, int queued, String role) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(queued),
            task -> {
              Thread thread = new Thread(task, "raft-" + spec.id() + "-" + role);
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** A thread for one of a node's recurring tasks. */
  static ScheduledThreadPoolExecutor timer(NodeId node, String role) {
    return new ScheduledThreadPoolExecutor(
        1,
        task -> {
          Thread thread = new Thread(task, "raft-" + node + "-" + role);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Ends such a thread, and waits until it is done with what it does, as that is interrupted. */
  static void end(ScheduledThreadPoolExecutor timer, String name) {
    end(timer, name, TASK_MAX);
  }

  /** The same, with another time after which it is left alone. */
  static void end(ScheduledThreadPoolExecutor timer, String name, Duration waitMax) {
    timer.shutdownNow();
    try {
      if (!timer.awaitTermination(waitMax.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("the thread {} has not ended", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void change(Runnable task) {
    try {
      changes.execute(task);
    } catch (RejectedExecutionException e) {
      if (!stopping.get()) {
        fail("too many group changes are waiting; restart the node");
      }
    }
  }

  private void failUnlessStopping(String reason) {
    if (!stopping.get()) {
      fail(reason);
    }
  }

  private void abandon(RaftGroupId group, Throwable cause) {
    fail(
        "can't write the log of group "
            + group.getUuid()
            + " in "
            + directory.groups()
            + ": "
            + RootCause.of(cause)
            + "; put that right, and restart the node");
    LOG.warn("{}: what failed in group {}: {}", spec.id(), group.getUuid(), cause.toString());
    try {
      server.getDivision(group).close(); // A leader whose log failed would keep its leadership.
    } catch (IOException e) {
      LOG.warn("{}: closing group {}: {}", spec.id(), group, e.toString());
    }
  }

  /** This node as its state machines see it. */
  private final class Host implements ReplicaHost {
    @Override
    public Executor readers() {
      return readers;
    }

    @Override
    public void topicChanged(Topic topic) {
      replicaKeeper.changed(topic);
    }

    @Override
    public void logFailed(RaftGroupId group, Throwable cause) {
      change(() -> abandon(group, cause));
    }
  }
}
