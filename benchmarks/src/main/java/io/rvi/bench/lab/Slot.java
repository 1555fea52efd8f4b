package io.rvi.bench.lab;

import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The place of one server in a cluster, which outlives the server: it is filled by {@link #start},
 * emptied by {@link #stop} and {@link #kill}, and filled again.
 */
final class Slot {
  private final String name;
  private final Starter starter;
  private final Watcher watcher;

  /** The server, or null while it is down. A server that died by itself is still here. */
  private volatile @Nullable Server server;

  /**
   * An empty place.
   *
   * @param name the server's name
   * @param starter starts it
   * @param watcher hears of each change
   */
  Slot(String name, Starter starter, Watcher watcher) {
    this.name = name;
    this.starter = starter;
    this.watcher = watcher;
  }

  /** The server's name. */
  String name() {
    return name;
  }

  synchronized void start() throws StartException {
    Server current = server;
    if (current != null && current.alive()) {
      throw new IllegalStateException(name + " runs already");
    }
    server = starter.start();
    watcher.changed(true);
  }

  synchronized void stop() {
    running().stop();
    server = null;
    watcher.changed(false);
  }

  synchronized void kill() {
    running().kill();
    server = null;
    watcher.changed(false);
  }

  synchronized void pause() {
    running().pause();
  }

  synchronized void resume() {
    running().resume();
  }

  /** Whether a server is here and alive. */
  boolean alive() {
    Server current = server;
    return current != null && current.alive();
  }

  NodeStatus status() {
    Server current = server;
    return current == null
        ? new NodeStatus(NodeStatus.State.STOPPED, "stopped by the lab")
        : current.status();
  }

  OptionalLong pid() {
    Server current = server;
    return current == null ? OptionalLong.empty() : current.pid();
  }

  /** Kills what is here, if anything is. */
  synchronized void discard() {
    Server current = server;
    if (current != null) {
      current.kill();
      server = null;
    }
  }

  private Server running() {
    Server current = server;
    if (current == null) {
      throw new IllegalStateException(name + " is down");
    }
    return current;
  }

  /** Starts the slot's server. */
  interface Starter {
    Server start() throws StartException;
  }

  /** Hears of a server's start and end by the lab's hand. */
  interface Watcher {
    void changed(boolean up);
  }
}
