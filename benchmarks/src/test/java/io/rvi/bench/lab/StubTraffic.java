package io.rvi.bench.lab;

import io.rvi.api.NodeId;
import java.io.IOException;
import java.util.List;

/** Makes stub nodes talk to each other and write, from a thread of its own. */
public final class StubTraffic implements AutoCloseable {
  private static final long EVERY_NS = 5_000_000;

  private final Cluster cluster;
  private volatile boolean closed;
  private volatile boolean paused;

  private StubTraffic(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Starts it, after each node has written once. */
  public static StubTraffic start(Cluster cluster) throws IOException {
    StubTraffic traffic = new StubTraffic(cluster);
    for (NodeId node : cluster.nodes()) {
      StubNode.ask(cluster.listenEndpoint(node), "sync some-bytes-to-harm");
    }
    for (NodeId node : cluster.nodes()) {
      Thread thread = new Thread(() -> traffic.run(node), "stub-traffic");
      thread.setDaemon(true);
      thread.start();
    }
    return traffic;
  }

  /** Goes silent. */
  public void pause() {
    paused = true;
  }

  /** Goes on. */
  public void resume() {
    paused = false;
  }

  private void run(NodeId node) {
    List<NodeId> nodes = cluster.nodes();
    for (int i = 0; !closed; i++) {
      try {
        Waits.pace(System.nanoTime() + EVERY_NS);
        if (!paused) {
          NodeId peer = nodes.get(i % nodes.size());
          StubNode.ask(cluster.listenEndpoint(node), "relay " + peer.value() + " x");
          StubNode.ask(cluster.listenEndpoint(node), "write x");
        }
      } catch (IOException hurt) {
        // Faults are what this is for.
      }
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
