package io.rvi.bench.lab;

import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.util.OptionalLong;

/** Starts servers inside this JVM. */
final class EmbeddedLauncher implements Launcher {
  @Override
  public Server node(LogBackend backend, NodeSpec spec) throws StartException {
    return new EmbeddedNode(backend.startNode(spec));
  }

  @Override
  public Server zooKeeper(ZooKeeperSpec spec) throws StartException {
    return new EmbeddedService(ZooKeeperHost.start(spec));
  }

  /** Nothing runs beyond the servers themselves. */
  @Override
  public void close() {}

  private static LabException noProcess(String verb) {
    return new LabException(
        "cannot " + verb + " a server that runs in this JVM; use topology processes");
  }

  /** A node in this JVM. */
  private static final class EmbeddedNode implements Server {
    private final LogNode node;

    EmbeddedNode(LogNode node) {
      this.node = node;
    }

    @Override
    public boolean alive() {
      return node.status().state() != NodeStatus.State.STOPPED;
    }

    @Override
    public NodeStatus status() {
      return node.status();
    }

    @Override
    public void stop() {
      node.close();
    }

    @Override
    public void kill() {
      node.halt();
    }

    @Override
    public void pause() {
      throw noProcess("pause");
    }

    @Override
    public void resume() {}

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }
  }

  /** A ZooKeeper server in this JVM; a kill is a stop that saves nothing more than one. */
  private static final class EmbeddedService implements Server {
    private final ZooKeeperHost zooKeeper;

    EmbeddedService(ZooKeeperHost zooKeeper) {
      this.zooKeeper = zooKeeper;
    }

    @Override
    public boolean alive() {
      return zooKeeper.isRunning();
    }

    @Override
    public NodeStatus status() {
      return new NodeStatus(
          alive() ? NodeStatus.State.RUNNING : NodeStatus.State.STOPPED, "in this JVM");
    }

    @Override
    public void stop() {
      zooKeeper.close();
    }

    @Override
    public void kill() {
      zooKeeper.close();
    }

    @Override
    public void pause() {
      throw noProcess("pause");
    }

    @Override
    public void resume() {}

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }
  }
}
