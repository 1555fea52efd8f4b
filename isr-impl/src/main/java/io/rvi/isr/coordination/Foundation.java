package io.rvi.isr.coordination;

import io.rvi.spi.StartException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Lays the cluster's persistent znodes, once in its life, and finds out which cluster this is. All
 * steps may be repeated, by several nodes at once.
 */
final class Foundation {
  private static final byte[] NOTHING = {};

  private final Paths paths;
  private final String connectString;
  private final @Nullable UUID expected;
  private final Handover handover;
  private final Listener listener;

  /** What is told, on the loop; nothing, when the connection breaks: then it is begun again. */
  interface Listener {
    /** The znodes are there. */
    void founded(UUID clusterId);

    /** This is not the cluster that this node's directory belongs to. */
    void foreign(StartException reason);
  }

  /**
   * Creates the step.
   *
   * @param expected the cluster id that the node's directory holds, or null for a new directory
   */
  Foundation(
      Paths paths,
      String connectString,
      @Nullable UUID expected,
      Handover handover,
      Listener listener) {
    this.paths = paths;
    this.connectString = connectString;
    this.expected = expected;
    this.handover = handover;
    this.listener = listener;
  }

  /** Begins, or begins again after a reconnect. */
  void begin(Session by) {
    if (expected == null) {
      lay(by);
    } else {
      identify(by);
    }
  }

  /** One connection carries requests out in order, so only the last answer matters. */
  private void lay(Session by) {
    for (String parent : paths.parents()) {
      create(by, parent, NOTHING);
    }
    create(by, paths.clusterId(), UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8));
    identify(by);
  }

  /** Its outcome shows in the read that follows: an id is there, or the connection broke. */
  private void create(Session by, String path, byte[] content) {
    by.handle()
        .create(
            path,
            content,
            Paths.OPEN,
            CreateMode.PERSISTENT,
            (int code, String at, Object context, String name) -> {},
            null);
  }

  private void identify(Session by) {
    by.handle()
        .getData(
            paths.clusterId(),
            false,
            (code, at, context, data, stat) -> handover.run(() -> identified(Code.get(code), data)),
            null);
  }

  private void identified(Code code, byte @Nullable [] data) {
    if (code == Code.OK && data != null) {
      UUID found = UUID.fromString(new String(data, StandardCharsets.UTF_8));
      if (expected == null || expected.equals(found)) {
        listener.founded(found);
      } else {
        foreign("holds cluster " + found);
      }
    } else if (code == Code.NONODE) {
      foreign(expected == null ? "lets nothing be created" : "holds no cluster");
    }
  }

  private void foreign(String found) {
    listener.foreign(
        new StartException(
            StartException.Kind.STORAGE,
            "ZooKeeper at "
                + connectString
                + " "
                + found
                + " under "
                + paths.root()
                + ", but the data directory belongs to cluster "
                + expected
                + ": use that cluster's ZooKeeper, or an empty directory",
            null));
  }
}
