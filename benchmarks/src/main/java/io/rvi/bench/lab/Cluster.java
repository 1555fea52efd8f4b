package io.rvi.bench.lab;

import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Endpoint;
import io.rvi.spi.LogBackend;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.Service;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A running cluster of one backend: its nodes, the services they need and the clients that were
 * connected through it.
 *
 * <p>Safe for use by several threads; operations on one node exclude each other. An operation on a
 * node that is in no state for it (a kill of a node that is down) is a programmer's error and
 * throws {@link IllegalStateException} naming the node.
 */
public final class Cluster implements AutoCloseable {
  private final ClusterSpec spec;
  private final LogBackend backend;
  private final Settings settings;
  private final Path directory;
  private final String name;
  private final PortPool ports;
  private final Launcher launcher;
  private final Consumer<Cluster> onClose;

  /** Filled by {@link #startAll} before anyone else sees the cluster. */
  private final SortedMap<NodeId, Slot> nodes = new TreeMap<>();

  private final List<Slot> zooKeepers = new ArrayList<>();
  private final Map<NodeId, Endpoint> endpoints = new TreeMap<>();
  private final Map<Service, String> services = new TreeMap<>();
  private final List<LogClient> clients = new ArrayList<>();
  private @Nullable LogClient observer;
  private boolean closed;

  Cluster(
      ClusterSpec spec,
      LogBackend backend,
      Settings settings,
      Path directory,
      PortPool ports,
      Consumer<Cluster> onClose) {
    this.spec = spec;
    this.backend = backend;
    this.settings = settings;
    this.directory = directory;
    this.name = backend.name() + "-" + Objects.requireNonNull(directory.getParent()).getFileName();
    this.ports = ports;
    this.launcher =
        spec.topology() == Topology.EMBEDDED
            ? new EmbeddedLauncher()
            : new ProcessLauncher(directory, spec.jvm());
    this.onClose = onClose;
  }

  void startAll() throws StartException {
    createDirectory(directory);
    if (backend.services().contains(Service.ZOOKEEPER)) {
      startZooKeeper();
    }
    for (int i = 1; i <= spec.nodes(); i++) {
      endpoints.put(new NodeId(i), ports.take());
    }
    for (NodeId id : endpoints.keySet()) {
      NodeSpec node =
          new NodeSpec(
              name,
              id,
              Objects.requireNonNull(endpoints.get(id)),
              endpoints,
              directory.resolve(id.toString()).resolve("data"),
              services,
              settings);
      createDirectory(node.dataDir());
      nodes.put(id, new Slot(id.toString(), () -> launcher.node(backend, node)));
    }
    Starting.all(List.copyOf(nodes.values()));
  }

  private void startZooKeeper() throws StartException {
    if (spec.services().external().isPresent()) {
      String connect = spec.services().external().get();
      ZooKeeperProbe.connect(connect).close();
      services.put(Service.ZOOKEEPER, connect);
      return;
    }
    List<ZooKeeperSpec> ensemble =
        ZooKeeperSpec.ensemble(
            spec.services().zooKeeperServers(), spec.services().tickMs(), directory, ports);
    for (ZooKeeperSpec server : ensemble) {
      createDirectory(server.dataDir());
      Slot slot = new Slot(server.name(), () -> launcher.zooKeeper(server));
      zooKeepers.add(slot);
    }
    Starting.all(zooKeepers);
    String connect =
        ensemble.stream()
            .map(server -> server.client().toString())
            .collect(Collectors.joining(","));
    ZooKeeperProbe.connect(connect).close();
    services.put(Service.ZOOKEEPER, connect);
  }

  private static void createDirectory(Path path) throws StartException {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "cannot create directory " + path + " (" + e + "); make room or choose another place",
          e);
    }
  }

  /** What it was started from. */
  public ClusterSpec spec() {
    return spec;
  }

  /** Its name, unique among the clusters of this host. */
  public String name() {
    return name;
  }

  /** Its nodes, running or not, in the order of their ids. */
  public List<NodeId> nodes() {
    return List.copyOf(nodes.keySet());
  }

  /**
   * Connects a client. The cluster closes it when it closes itself; closing it before is fine.
   *
   * @param clientId letters, digits and hyphens; unique in this cluster
   * @param overrides settings of this client alone, text by key, over those of the cluster
   * @throws StartException when the client itself cannot be made
   * @throws io.rvi.spi.SettingException naming a bad override
   */
  public LogClient connect(String clientId, Map<String, String> overrides) throws StartException {
    Map<String, String> given = new TreeMap<>(settings.given());
    given.putAll(overrides);
    Settings resolved = Settings.resolve(backend.settings(), given);
    LogClient client = backend.connect(new ClientSpec(name, clientId, endpoints, resolved));
    synchronized (this) {
      if (!closed) {
        clients.add(client);
        return client;
      }
    }
    client.close();
    throw new IllegalStateException("cluster " + name + " is closed");
  }

  /**
   * A client that reaches every node directly, past all links, for looking at the cluster without
   * suffering its faults. Shared; the cluster closes it.
   *
   * @throws StartException when it cannot be made
   */
  public LogClient observer() throws StartException {
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("cluster " + name + " is closed");
      }
      if (observer == null) {
        Settings patient = settings.with(CommonSettings.REQUEST_DEADLINE, Timings.OBSERVER_WAIT);
        observer = backend.connect(new ClientSpec(name, "observer", endpoints, patient));
      }
      return observer;
    }
  }

  /**
   * The leader of a partition as the cluster reports it now.
   *
   * @param topic the topic
   * @param partition 0 or more
   * @return empty when there is none, or none was found within seconds
   */
  public Optional<NodeId> leader(String topic, int partition) {
    try {
      TopicDescription description =
          observer()
              .describe(topic)
              .get(2 * Timings.OBSERVER_WAIT.toMillis(), TimeUnit.MILLISECONDS);
      return description.partitions().stream()
          .filter(described -> described.partition() == partition)
          .findFirst()
          .flatMap(TopicDescription.Partition::leader);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LogException) {
        return Optional.empty();
      }
      throw new LabException("describing topic " + topic + " failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new LabException("describing topic " + topic + " did not end by its deadline", e);
    } catch (StartException e) {
      throw new LabException("no observer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while describing topic " + topic, e);
    }
  }

  /**
   * How a node is; a node that does not answer within seconds is reported as failed.
   *
   * @param node which
   */
  public NodeStatus status(NodeId node) {
    return slot(node).status();
  }

  /**
   * Starts a node that is down, on the data it left.
   *
   * @param node which
   * @throws StartException naming what is at fault; the node stays down
   */
  public void start(NodeId node) throws StartException {
    slot(node).start();
  }

  /**
   * Stops a node abruptly: SIGKILL where it has a process, else the backend's {@code halt}.
   *
   * @param node which
   */
  public void kill(NodeId node) {
    slot(node).kill();
  }

  /**
   * Stops a node in order and waits for it.
   *
   * @param node which
   */
  public void stop(NodeId node) {
    slot(node).stop();
  }

  /**
   * Freezes a node (SIGSTOP): its sockets stay open, and nothing answers.
   *
   * @param node which
   * @throws LabException in topology {@link Topology#EMBEDDED}
   */
  public void pause(NodeId node) {
    slot(node).pause();
  }

  /**
   * Thaws a node (SIGCONT).
   *
   * @param node which
   */
  public void resume(NodeId node) {
    slot(node).resume();
  }

  /**
   * A node's data directory. Its files are the node's own while it runs.
   *
   * @param node which
   */
  public Path dataDir(NodeId node) {
    slot(node);
    return directory.resolve(node.toString()).resolve("data");
  }

  /**
   * What a node's process printed so far, over all its lives. In topology {@link Topology#EMBEDDED}
   * there is no such file.
   *
   * @param node which
   */
  public Path logFile(NodeId node) {
    slot(node);
    return directory.resolve(node + ".log");
  }

  /**
   * The JVM flags of the nodes that matter to figures; none in topology {@link Topology#EMBEDDED}.
   */
  public List<String> jvmFlags() {
    return spec.topology() == Topology.EMBEDDED ? List.of() : ProcessLauncher.flags(spec.jvm());
  }

  /**
   * Where a node listens, past all links.
   *
   * @param node which
   */
  Endpoint listenEndpoint(NodeId node) {
    slot(node);
    return Objects.requireNonNull(endpoints.get(node));
  }

  /**
   * The process of a node that runs in one of its own.
   *
   * @param node which
   */
  public OptionalLong pid(NodeId node) {
    return slot(node).pid();
  }

  private Slot slot(NodeId node) {
    Slot slot = nodes.get(node);
    if (slot == null) {
      throw new IllegalArgumentException("cluster " + name + " has no node " + node);
    }
    return slot;
  }

  /**
   * Closes clients, kills every server and deletes all data. A second close does nothing.
   *
   * @throws LabException when something could not be cleared away, after all else was
   */
  @Override
  public void close() {
    List<LogClient> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = new ArrayList<>(clients);
      if (observer != null) {
        open.add(observer);
      }
    }
    Closing closing = new Closing();
    open.forEach(client -> closing.attempt(client::close));
    closing.attempt(launcher::close);
    nodes.values().forEach(node -> closing.attempt(node::discard));
    zooKeepers.forEach(server -> closing.attempt(server::discard));
    closing.attempt(() -> RunDirectory.deleteTree(directory));
    onClose.accept(this);
    closing.finish("cluster " + name);
  }
}
