package io.rvi.bench.lab;

import io.rvi.spi.StartException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/** Short looks at a ZooKeeper ensemble from outside. */
final class ZooKeeperProbe implements AutoCloseable {
  private static final int SESSION_MS = 10_000;
  private static final int CLOSE_WAIT_MS = 2_000;

  private final String connect;
  private final ZooKeeper zooKeeper;

  private ZooKeeperProbe(String connect, ZooKeeper zooKeeper) {
    this.connect = connect;
    this.zooKeeper = zooKeeper;
  }

  /**
   * Connects, and returns when the ensemble serves.
   *
   * @param connect its connect string
   * @throws StartException when it does not within {@link Timings#READY_WAIT}
   */
  static ZooKeeperProbe connect(String connect) throws StartException {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper zooKeeper;
    try {
      zooKeeper =
          new ZooKeeper(
              connect,
              SESSION_MS,
              event -> {
                if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                  connected.countDown();
                }
              },
              new ZKClientConfig());
    } catch (IOException | IllegalArgumentException e) {
      throw new StartException(
          StartException.Kind.CONFIGURATION,
          "ZooKeeper connect string \"" + connect + "\" cannot be used: " + e.getMessage(),
          e);
    }
    ZooKeeperProbe probe = new ZooKeeperProbe(connect, zooKeeper);
    boolean serves = false;
    try {
      serves = connected.await(Timings.READY_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!serves) {
      probe.close();
      throw new StartException(
          StartException.Kind.SERVICE,
          "no ZooKeeper serves at "
              + connect
              + " (waited "
              + Timings.READY_WAIT.toSeconds()
              + " s); start it, or correct the connect string",
          null);
    }
    return probe;
  }

  /**
   * The children of a znode; none when it does not exist.
   *
   * @param path the znode
   */
  List<String> children(String path) {
    try {
      return zooKeeper.getChildren(path, false);
    } catch (KeeperException.NoNodeException none) {
      return List.of();
    } catch (KeeperException e) {
      throw new LabException("ZooKeeper at " + connect + ", " + path + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while asking ZooKeeper for " + path, e);
    }
  }

  @Override
  public void close() {
    try {
      zooKeeper.close(CLOSE_WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
