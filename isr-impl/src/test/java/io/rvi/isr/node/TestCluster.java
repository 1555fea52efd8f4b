package io.rvi.isr.node;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.isr.IsrBackend;
import io.rvi.isr.log.Disk;
import io.rvi.isr.log.RealDisk;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.testkit.LocalZooKeeper;
import io.rvi.isr.testkit.Ports;
import io.rvi.isr.testkit.Relay;
import io.rvi.isr.wire.ReplicaReport;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.Endpoint;
import io.rvi.spi.LogBackend;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.Service;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** A cluster of nodes in this JVM with a client that speaks to them by messages. */
final class TestCluster implements AutoCloseable {
  static final int TICK_MS = 100;

  final LocalZooKeeper zooKeeper;
  final Map<NodeId, Endpoint> endpoints = new TreeMap<>();
  final Map<NodeId, IsrNode> running = new TreeMap<>();
  final WireClient client;
  private final String name = "c-" + UUID.randomUUID().toString().substring(0, 8);
  private final Path root;
  private final NodeSettings settings;
  private final Function<NodeId, Disk> disks;
  private final Map<NodeId, Relay> zooKeeperLinks = new TreeMap<>();
  private final Map<NodeId, Map<NodeId, Relay>> peerLinks = new TreeMap<>();

  TestCluster(int nodes, NodeSettings settings) throws StartException {
    this(nodes, settings, node -> new RealDisk());
  }

  TestCluster(int nodes, NodeSettings settings, Function<NodeId, Disk> disks)
      throws StartException {
    this.settings = settings;
    this.disks = disks;
    this.zooKeeper = LocalZooKeeper.start(TICK_MS);
    try {
      this.root = Files.createTempDirectory("rvi-nodes-");
      for (int id = 1; id <= nodes; id++) {
        endpoints.put(new NodeId(id), new Endpoint("127.0.0.1", Ports.free()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (NodeId node : endpoints.keySet()) {
      zooKeeperLinks.put(node, Relay.to(zooKeeper.port()));
      Map<NodeId, Relay> toPeers = new TreeMap<>();
      endpoints.forEach((peer, endpoint) -> toPeers.put(peer, Relay.to(endpoint.port())));
      peerLinks.put(node, toPeers);
    }
    for (NodeId node : endpoints.keySet()) {
      start(node);
    }
    this.client = new WireClient(name, endpoints);
  }

  NodeSpec spec(NodeId node) {
    Map<NodeId, Endpoint> peers = new TreeMap<>();
    endpoints.forEach(
        (peer, endpoint) ->
            peers.put(
                peer,
                peer.equals(node)
                    ? endpoint
                    : new Endpoint("127.0.0.1", linkBetween(node, peer).port())));
    return new NodeSpec(
        name,
        node,
        Objects.requireNonNull(endpoints.get(node)),
        peers,
        directory(node),
        Map.of(Service.ZOOKEEPER, zooKeeperLink(node).address()),
        Settings.defaults());
  }

  /** A node's data directory. */
  Path directory(NodeId node) {
    return root.resolve(node.toString());
  }

  /** The link over which a node reaches ZooKeeper. */
  Relay zooKeeperLink(NodeId node) {
    return Objects.requireNonNull(zooKeeperLinks.get(node));
  }

  /** The link over which one node dials another. */
  Relay linkBetween(NodeId from, NodeId to) {
    return Objects.requireNonNull(Objects.requireNonNull(peerLinks.get(from)).get(to));
  }

  /** Cuts a node off from the other nodes, both ways. */
  void isolate(NodeId node) {
    linksOf(node).forEach(Relay::cut);
  }

  /** Undoes {@link #isolate}. */
  void heal(NodeId node) {
    linksOf(node).forEach(Relay::heal);
  }

  private List<Relay> linksOf(NodeId node) {
    List<Relay> links = new ArrayList<>();
    for (NodeId peer : endpoints.keySet()) {
      links.add(linkBetween(node, peer));
      links.add(linkBetween(peer, node));
    }
    return links;
  }

  /** Lets a node's session expire at once; the node learns of it by itself. */
  void expireSession(NodeId node) {
    zooKeeper.expire(zooKeeper.ownerOf("/rvi/" + name + "/nodes/" + node.value()));
  }

  /** Lets the session of whoever is controller expire at once. */
  void expireController() {
    zooKeeper.expire(zooKeeper.ownerOf("/rvi/" + name + "/controller"));
  }

  /** A client of the product, with this deadline. */
  LogClient connect(String clientId, String deadline) throws StartException {
    LogBackend backend = new IsrBackend();
    Settings given = Settings.resolve(backend.settings(), Map.of("request.deadline", deadline));
    return backend.connect(new ClientSpec(name, clientId, endpoints, given));
  }

  void start(NodeId node) throws StartException {
    running.put(node, IsrNode.start(spec(node), settings, disks.apply(node)));
  }

  NodeStatus status(NodeId node) {
    return Objects.requireNonNull(running.get(node)).status();
  }

  void kill(NodeId node) {
    Objects.requireNonNull(running.remove(node)).halt();
  }

  void stop(NodeId node) {
    Objects.requireNonNull(running.remove(node)).close();
  }

  /** Waits until one running node leads the partition, and returns it. */
  NodeId awaitLeader(UUID topicId, int partition) {
    List<NodeId> found = new ArrayList<>();
    Eventually.until(
        () -> "a leader of partition " + partition,
        () -> {
          found.clear();
          for (NodeId node : running.keySet()) {
            if (reports(node, topicId).stream()
                .anyMatch(report -> report.partition() == partition && report.leads())) {
              found.add(node);
            }
          }
          return found.size() == 1;
        });
    return found.get(0);
  }

  /** Waits until the partition's leader counts so many replicas in sync. */
  void awaitInSync(UUID topicId, int partition, int count) {
    Eventually.until(
        () -> count + " in sync",
        () ->
            running.keySet().stream()
                .flatMap(node -> reports(node, topicId).stream())
                .anyMatch(
                    report ->
                        report.partition() == partition
                            && report.leads()
                            && report.inSync().size() == count));
  }

  List<ReplicaReport> reports(NodeId node, UUID topicId) {
    return client.describe(node, topicId);
  }

  @Override
  public void close() {
    client.close();
    List.copyOf(running.keySet()).forEach(this::stop);
    zooKeeper.close();
    zooKeeperLinks.values().forEach(Relay::close);
    peerLinks.values().forEach(links -> links.values().forEach(Relay::close));
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
