package io.rvi.isr.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.zookeeper.server.DataNode;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.jspecify.annotations.Nullable;

/** One real ZooKeeper server in this JVM, on a loopback port that it keeps when it restarts. */
public final class LocalZooKeeper implements AutoCloseable {
  private static final int CONNECTIONS_MAX = 1_000;

  private final Path root;
  private final int tickMs;
  private int port;
  private @Nullable ZooKeeperServer server;
  private @Nullable ServerCnxnFactory factory;

  private LocalZooKeeper(Path root, int tickMs) {
    this.root = root;
    this.tickMs = tickMs;
  }

  /** Starts a server with no data; it grants session timeouts of 2 to 20 ticks. */
  public static LocalZooKeeper start(int tickMs) {
    try {
      LocalZooKeeper zooKeeper =
          new LocalZooKeeper(Files.createTempDirectory("rvi-zookeeper-"), tickMs);
      zooKeeper.restart();
      return zooKeeper;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it is. */
  public String connectString() {
    return "127.0.0.1:" + port;
  }

  /** Its port. */
  public int port() {
    return port;
  }

  /** Stops serving; data and port are kept. */
  public void stop() {
    if (factory != null) {
      factory.shutdown();
      factory = null;
      server = null;
    }
  }

  /** Serves again on the same data and port. */
  public void restart() {
    try {
      ZooKeeperServer created = new ZooKeeperServer(root.toFile(), root.toFile(), tickMs);
      NIOServerCnxnFactory listening = new NIOServerCnxnFactory();
      listening.configure(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECTIONS_MAX);
      listening.startup(created);
      port = listening.getLocalPort();
      server = created;
      factory = listening;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Expires a session, as its timeout would. */
  public void expire(long sessionId) {
    if (server == null) {
      throw new IllegalStateException("ZooKeeper is stopped");
    }
    server.closeSession(sessionId);
  }

  /** The session that owns an ephemeral znode; 0 when there is no such znode. */
  public long ownerOf(String path) {
    if (server == null) {
      throw new IllegalStateException("ZooKeeper is stopped");
    }
    DataNode found = server.getZKDatabase().getNode(path);
    return found == null ? 0 : found.stat.getEphemeralOwner();
  }

  /** How many watches clients have set. */
  public int watches() {
    return data().getWatchCount();
  }

  /** How many znodes ZooKeeper removes by itself once their last child is gone. */
  public int containers() {
    return data().getContainers().size();
  }

  /** The names of a znode's children. */
  public Set<String> childrenOf(String path) {
    DataNode found = data().getNode(path);
    return found == null ? Set.of() : Set.copyOf(found.getChildren());
  }

  private DataTree data() {
    if (server == null) {
      throw new IllegalStateException("ZooKeeper is stopped");
    }
    return server.getZKDatabase().getDataTree();
  }

  @Override
  public void close() {
    stop();
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
