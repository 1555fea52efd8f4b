package io.rvi.isr.coordination;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a session with the ensemble alive through Curator, which replaces the handle when a session
 * has expired and retries for ever. Curator retries no request: requests go to the handle ({@link
 * Session}), because who sends a request again must know in which session the first one went.
 *
 * <p>Nodes dial the connect string and nothing else: Curator's ensemble tracker, which would
 * replace it by the addresses that the servers announce, is off.
 */
final class Connection {
  private static final int CLOSE_WAIT_MS = 2_000;

  private final CuratorFramework curator;
  private final Handover handover;
  private final Listener listener;
  private volatile @Nullable AbandonableZooKeeper handle;
  private volatile boolean abandoned;

  /** What is told, on the loop and in order. */
  interface Listener {
    /** Connected; the session is another than before when its id is. */
    void connected(Session session);

    /** The connection broke; the session may still live. */
    void suspended();

    /** The session expired, or must be taken to have expired. */
    void lost();
  }

  Connection(String connectString, int sessionTimeoutMs, Handover handover, Listener listener) {
    this.handover = handover;
    this.listener = listener;
    this.curator =
        CuratorFrameworkFactory.builder()
            .connectString(connectString)
            .sessionTimeoutMs(sessionTimeoutMs)
            .connectionTimeoutMs(sessionTimeoutMs)
            .retryPolicy(new RetryNTimes(0, 0))
            .ensembleTracker(false)
            .dontUseContainerParents()
            .waitForShutdownTimeoutMs(CLOSE_WAIT_MS)
            .maxCloseWaitMs(CLOSE_WAIT_MS)
            .zookeeperFactory(new HandleFactory())
            .build();
  }

  void start() {
    curator.getConnectionStateListenable().addListener((client, state) -> changed(state));
    curator.start();
  }

  /** Ends the session in order, which removes its ephemeral znodes; waits seconds at the most. */
  void close() {
    AbandonableZooKeeper current = handle;
    if (current != null && !current.getState().isConnected()) {
      // Nobody hears a goodbye; waiting for one would only delay the stop.
      current.abandon();
    }
    curator.close();
  }

  /** Ends as a killed process would: the session is left to expire. */
  void abandon() {
    abandoned = true;
    AbandonableZooKeeper current = handle;
    if (current != null) {
      current.abandon();
    }
    curator.close();
  }

  private void changed(ConnectionState state) {
    switch (state) {
      case CONNECTED, RECONNECTED -> handover.run(this::connected);
      case SUSPENDED -> handover.run(listener::suspended);
      case LOST -> handover.run(listener::lost);
      case READ_ONLY -> throw new IllegalStateException("no read-only session was asked for");
    }
  }

  private void connected() {
    ZooKeeper current = handle;
    if (current == null || !current.getState().isConnected()) {
      // It broke again since; the next change of state tells.
      return;
    }
    listener.connected(new Session(current, current.getSessionId(), current.getSessionTimeout()));
  }

  /** Makes the handles, and keeps the newest. */
  private final class HandleFactory implements ZookeeperFactory {
    @Override
    public ZooKeeper newZooKeeper(
        String connectString, int sessionTimeoutMs, Watcher watcher, boolean canBeReadOnly)
        throws Exception {
      if (abandoned) {
        throw new IllegalStateException("abandoned: no further session");
      }
      AbandonableZooKeeper created =
          new AbandonableZooKeeper(connectString, sessionTimeoutMs, watcher);
      handle = created;
      return created;
    }
  }
}
