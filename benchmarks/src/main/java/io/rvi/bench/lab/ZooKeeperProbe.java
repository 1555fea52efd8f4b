package io.rvi.bench.lab;

import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.Stat;

/** A short look at a ZooKeeper ensemble from outside. */
final class ZooKeeperProbe implements AutoCloseable {
  private static final int SESSION_MS = 10_000;
  private static final int CLOSE_WAIT_MS = 2_000;

  /** Asked for a session only to learn whether there is a quorum. */
  private static final long CONNECT_WAIT_MS = 30_000;

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
   * @throws StartException when it does not within half a minute
   */
  static ZooKeeperProbe connect(String connect) throws StartException {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeperProbe probe = new ZooKeeperProbe(connect, open(connect, connected));
    boolean serves = false;
    try {
      serves = connected.await(CONNECT_WAIT_MS, TimeUnit.MILLISECONDS);
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
              + CONNECT_WAIT_MS / 1_000
              + " s); start it, or correct the connect string",
          null);
    }
    return probe;
  }

  private static ZooKeeper open(String connect, CountDownLatch connected) throws StartException {
    try {
      return new ZooKeeper(
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
  }

  /**
   * The children of a znode; none when it does not exist.
   *
   * @param path the znode
   */
  List<String> children(String path) {
    return ask(path, () -> zooKeeper.getChildren(path, false)).orElse(List.of());
  }

  /**
   * A znode's content as text; empty when it does not exist.
   *
   * @param path the znode
   */
  Optional<String> text(String path) {
    return ask(
        path, () -> new String(zooKeeper.getData(path, false, null), StandardCharsets.UTF_8));
  }

  /**
   * The session that owns an ephemeral znode; empty when it does not exist.
   *
   * @param path the znode
   */
  OptionalLong owner(String path) {
    Optional<Stat> stat =
        ask(
            path,
            () -> {
              Stat read = new Stat();
              zooKeeper.getData(path, false, read);
              return read;
            });
    return stat.isPresent()
        ? OptionalLong.of(stat.get().getEphemeralOwner())
        : OptionalLong.empty();
  }

  /**
   * Deletes a znode and all below it.
   *
   * @param path the znode
   */
  void deleteTree(String path) {
    ask(path, () -> ZKUtil.deleteRecursive(zooKeeper, path, 1));
  }

  private <T> Optional<T> ask(String path, Question<T> question) {
    try {
      return Optional.of(question.ask());
    } catch (KeeperException.NoNodeException none) {
      return Optional.empty();
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

  /** A question to ZooKeeper. */
  private interface Question<T> {
    T ask() throws KeeperException, InterruptedException;
  }
}
