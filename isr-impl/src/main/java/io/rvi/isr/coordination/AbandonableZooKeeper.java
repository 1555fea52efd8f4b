package io.rvi.isr.coordination;

import java.io.IOException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/** A ZooKeeper handle that can also end as that of a killed process does. */
@SuppressWarnings("try") // Its close() may be interrupted, by inheritance; Curator calls it.
final class AbandonableZooKeeper extends ZooKeeper {
  AbandonableZooKeeper(String connectString, int sessionTimeoutMs, Watcher watcher)
      throws IOException {
    super(connectString, sessionTimeoutMs, watcher);
  }

  /**
   * Closes the socket and ends the threads, but not the session: it expires at the server, and its
   * ephemeral znodes stay until then.
   */
  void abandon() {
    cnxn.disconnect();
  }
}
