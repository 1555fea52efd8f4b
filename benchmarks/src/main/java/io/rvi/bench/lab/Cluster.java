package io.rvi.bench.lab;

import io.rvi.api.LogClient;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
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
  /** A backend that has this setting is told by it that unflushed bytes may have been lost. */
  private static final String BOOT_TOKEN = "storage.boot.token";

  private final ClusterSpec spec;
  private final LogBackend backend;
  private final Settings settings;
  private final Path directory;
  private final String name;
  private final Launcher launcher;
  private final Consumer<Cluster> onClose;
  private final NodeDirectories directories;
  private final ClientRoster clients;
  private final Wires wires;

  // Filled by startAll before anyone else sees the cluster.
  private final Map<NodeId, Slot> nodes = new ConcurrentSkipListMap<>();
  private final Map<NodeId, Endpoint> endpoints = new ConcurrentSkipListMap<>();
  private volatile @Nullable ZooKeeperEnsemble zooKeeper;

  private boolean closed;

  Cluster(
      ClusterSpec spec,
      LogBackend backend,
      Settings settings,
      Path directory,
      @Nullable Path classArchive,
      PortPool ports,
      Consumer<Cluster> onClose) {
    this.spec = spec;
    this.backend = backend;
    this.settings = settings;
    this.directory = directory;
    String run = String.valueOf(Objects.requireNonNull(directory.getParent()).getFileName());
    this.name =
        backend.name()
            + run.substring(RunDirectory.PREFIX.length() - 1)
            + "-"
            + directory.getFileName();
    this.directories = new NodeDirectories(directory, spec.volumes());
    this.clients = new ClientRoster(name);
    this.onClose = onClose;
    this.wires = new Wires(spec, directory, ports);
    this.launcher =
        spec.topology() == Topology.EMBEDDED
            ? new EmbeddedLauncher()
            : new ProcessLauncher(directory, spec.jvm(), classArchive, wires::entering);
  }

  void startAll() throws StartException {
    wires.requirePossible();
    Links links = wires.links();
    Addresses addresses = wires.addresses();
    if (backend.services().contains(Service.ZOOKEEPER)) {
      ZooKeeperEnsemble ensemble =
          ZooKeeperEnsemble.create(name, spec.services(), directory, addresses, launcher, links);
      zooKeeper = ensemble;
      for (Path path : ensemble.dataDirs()) {
        directories.create(path);
      }
      ensemble.start();
    }
    for (int i = 1; i <= spec.nodes(); i++) {
      NodeId id = new NodeId(i);
      endpoints.put(id, addresses.take(Party.node(id)));
    }
    for (NodeId id : endpoints.keySet()) {
      directories.create(id);
      NodeSpec node = nodeSpec(id);
      nodes.put(
          id,
          new Slot(
              id.toString(),
              () -> launcher.node(backend, node),
              up -> wires.changed(Party.node(id), up)));
    }
    Starting.all(List.copyOf(nodes.values()));
  }

  private NodeSpec nodeSpec(NodeId id) throws StartException {
    ZooKeeperEnsemble ensemble = zooKeeper;
    Map<Service, String> services =
        ensemble == null
            ? Map.of()
            : Map.of(Service.ZOOKEEPER, ensemble.connect(Party.node(id), wires.links()));
    return new NodeSpec(
        name,
        id,
        Objects.requireNonNull(endpoints.get(id)),
        wires.view(Party.node(id), endpoints),
        directories.dataDir(id),
        services,
        settingsOf(id));
  }

  /** On a volume of its own a node is told when that lost power: the kernel's boot id stays. */
  private Settings settingsOf(NodeId id) {
    Optional<LoopVolume> volume = directories.volume(id);
    boolean hasKey = backend.settings().stream().anyMatch(known -> known.key().equals(BOOT_TOKEN));
    if (volume.isEmpty() || !hasKey) {
      return settings;
    }
    Map<String, String> given = settings.given();
    given.putIfAbsent(BOOT_TOKEN, volume.get().bootToken().toString());
    return Settings.resolve(backend.settings(), given);
  }

  /** The backend that its nodes and clients are of. */
  public LogBackend backend() {
    return backend;
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
    Map<NodeId, Endpoint> view = wires.view(Party.client(clientId), endpoints);
    return clients.add(backend.connect(new ClientSpec(name, clientId, view, resolved)));
  }

  /**
   * A client that reaches every node directly, past all links, for looking at the cluster without
   * suffering its faults. Shared; the cluster closes it.
   *
   * @throws StartException when it cannot be made
   */
  public LogClient observer() throws StartException {
    return clients.observer(
        () -> {
          Settings own = settings.with(CommonSettings.REQUEST_DEADLINE, Timings.OBSERVER_WAIT);
          return backend.connect(new ClientSpec(name, "observer", endpoints, own));
        });
  }

  /**
   * A topic as the cluster reports it now, past all links.
   *
   * @param topic the topic
   * @return empty when the cluster did not say within seconds
   */
  public Optional<TopicDescription> describe(String topic) {
    try {
      return ClientRoster.describe(observer(), topic);
    } catch (StartException e) {
      throw new LabException("no observer: " + e.getMessage(), e);
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
    return describe(topic).stream()
        .flatMap(description -> description.partitions().stream())
        .filter(described -> described.partition() == partition)
        .findFirst()
        .flatMap(TopicDescription.Partition::leader);
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
   * Whether the process of a node is frozen, as the kernel tells.
   *
   * @param node which
   */
  public boolean isPaused(NodeId node) {
    OptionalLong pid = slot(node).pid();
    return pid.isPresent() && Posix.isStopped(pid.getAsLong());
  }

  /**
   * A node's data directory. Its files are the node's own while it runs.
   *
   * @param node which
   */
  public Path dataDir(NodeId node) {
    slot(node);
    return directories.dataDir(node);
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

  /** The links, when the cluster is wired {@link Wiring#PROXIED}. */
  public Optional<Links> links() {
    return Optional.ofNullable(wires.links());
  }

  /** What can be cut between the parties, unless the cluster is wired {@link Wiring#DIRECT}. */
  public Optional<Connections> connections() {
    return wires.connections();
  }

  /**
   * The volume of a node, when the cluster lies on {@link Volumes#LOOP_MOUNTS}.
   *
   * @param node which
   */
  public Optional<LoopVolume> volume(NodeId node) {
    slot(node);
    return directories.volume(node);
  }

  /** The ZooKeeper servers, when the backend needs them. */
  public Optional<ZooKeeperEnsemble> zooKeeper() {
    return Optional.ofNullable(zooKeeper);
  }

  /**
   * The place of a node.
   *
   * @param node which
   */
  Slot slot(NodeId node) {
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
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    Closing closing = new Closing();
    closing.attempt(clients::close);
    closing.attempt(launcher::close);
    nodes.values().forEach(node -> closing.attempt(node::discard));
    ZooKeeperEnsemble ensemble = zooKeeper;
    if (ensemble != null) {
      closing.attempt(ensemble::discard);
    }
    closing.attempt(wires::close);
    closing.attempt(directories::close);
    onClose.accept(this);
    closing.finish("cluster " + name);
  }
}
