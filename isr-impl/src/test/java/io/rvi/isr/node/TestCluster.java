package io.rvi.isr.node;

import io.rvi.api.NodeId;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.testkit.LocalZooKeeper;
import io.rvi.isr.wire.ReplicaReport;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.Service;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
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

  TestCluster(int nodes, NodeSettings settings) throws StartException {
    this.settings = settings;
    this.zooKeeper = LocalZooKeeper.start(TICK_MS);
    try {
      this.root = Files.createTempDirectory("rvi-nodes-");
      for (int id = 1; id <= nodes; id++) {
        try (ServerSocket free = new ServerSocket(0)) {
          endpoints.put(new NodeId(id), new Endpoint("127.0.0.1", free.getLocalPort()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (NodeId node : endpoints.keySet()) {
      start(node);
    }
    this.client = new WireClient(name, endpoints);
  }

  NodeSpec spec(NodeId node) {
    return new NodeSpec(
        name,
        node,
        Objects.requireNonNull(endpoints.get(node)),
        endpoints,
        root.resolve(node.toString()),
        Map.of(Service.ZOOKEEPER, zooKeeper.connectString()),
        Settings.defaults());
  }

  void start(NodeId node) throws StartException {
    running.put(node, IsrNode.start(spec(node), settings));
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
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
