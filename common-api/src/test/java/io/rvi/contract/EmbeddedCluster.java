package io.rvi.contract;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.Endpoint;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
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
import java.util.TreeMap;
import java.util.stream.Stream;

/** A cluster whose nodes run in this JVM. */
final class EmbeddedCluster implements ContractCluster {
  private final LogBackend backend;
  private final String name;
  private final Path root;
  private final Map<Service, String> services;
  private final Map<String, String> settings;
  private final Map<NodeId, Endpoint> endpoints = new TreeMap<>();
  private final Map<NodeId, LogNode> running = new TreeMap<>();
  private final List<LogClient> clients = new ArrayList<>();

  private EmbeddedCluster(
      LogBackend backend,
      String name,
      Path root,
      Map<Service, String> services,
      Map<String, String> settings) {
    this.backend = backend;
    this.name = name;
    this.root = root;
    this.services = services;
    this.settings = settings;
  }

  static EmbeddedCluster start(
      LogBackend backend,
      String name,
      Path root,
      Map<Service, String> services,
      Map<String, String> settings,
      int nodes)
      throws StartException {
    EmbeddedCluster cluster = new EmbeddedCluster(backend, name, root, services, settings);
    for (int id = 1; id <= nodes; id++) {
      cluster.endpoints.put(new NodeId(id), new Endpoint("127.0.0.1", FreePorts.next()));
    }
    try {
      for (NodeId node : cluster.nodes()) {
        cluster.start(node);
      }
      return cluster;
    } catch (StartException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  @Override
  public List<NodeId> nodes() {
    return List.copyOf(endpoints.keySet());
  }

  @Override
  public LogClient connect(String clientId, Map<String, String> overrides) throws StartException {
    LogClient client =
        backend.connect(new ClientSpec(name, clientId, endpoints, resolve(overrides)));
    clients.add(client);
    return client;
  }

  private Settings resolve(Map<String, String> overrides) {
    Map<String, String> given = new TreeMap<>(settings);
    given.putAll(overrides);
    return Settings.resolve(backend.settings(), given);
  }

  @Override
  public void kill(NodeId node) {
    remove(node).halt();
  }

  @Override
  public void stop(NodeId node) {
    remove(node).close();
  }

  private LogNode remove(NodeId node) {
    LogNode removed = running.remove(node);
    if (removed == null) {
      throw new IllegalStateException("node " + node + " does not run");
    }
    return removed;
  }

  @Override
  public void start(NodeId node) throws StartException {
    Endpoint endpoint = endpoints.get(node);
    if (endpoint == null || running.containsKey(node)) {
      throw new IllegalStateException("node " + node + " is unknown or runs already");
    }
    NodeSpec spec =
        new NodeSpec(name, node, endpoint, endpoints, dataDir(node), services, resolve(Map.of()));
    running.put(node, backend.startNode(spec));
  }

  @Override
  public NodeStatus status(NodeId node) {
    LogNode found = running.get(node);
    return found == null ? new NodeStatus(NodeStatus.State.STOPPED, "") : found.status();
  }

  @Override
  public Path dataDir(NodeId node) {
    return root.resolve(node.toString());
  }

  @Override
  public void close() {
    clients.forEach(LogClient::close);
    clients.clear();
    closeNodes();
    deleteRoot();
  }

  /** At once rather than one by one: a node may take a second to end. */
  private void closeNodes() {
    List<Thread> closing =
        running.values().stream()
            .map(node -> new Thread(node::close, "close-" + node.id()))
            .toList();
    running.clear();
    closing.forEach(Thread::start);
    for (Thread thread : closing) {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true; // Nothing of the cluster may outlive the case.
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void deleteRoot() {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + root + " after the cluster closed", e);
    }
  }
}
