package io.rvi.raft.node;

import io.rvi.spi.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a server as a kill would have it: its port closes first of all, so that nothing is
 * acknowledged any more, and only then its groups.
 *
 * <p>When a port closes, Ratis waits up to 3 s a peer for the streams to it, and those end only
 * with the groups that feed them. So the two run side by side, and what then still waits is
 * interrupted.
 */
final class CutOff {
  private static final Logger LOG = LoggerFactory.getLogger(CutOff.class);
  private static final Duration WAIT_MAX = Duration.ofSeconds(5);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  private CutOff() {}

  /**
   * Returns when port and server are closed.
   *
   * @param server what ends
   * @param listen its port
   * @param closeServer closes the rest of it
   */
  static void run(RaftServer server, Endpoint listen, Runnable closeServer) {
    Thread portCloser = new Thread(() -> closePort(server), "raft-" + server.getId() + "-cut-off");
    portCloser.setDaemon(true);
    portCloser.start();
    awaitRefusal(listen);
    closeServer.run();
    portCloser.interrupt();
    try {
      portCloser.join(WAIT_MAX.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closePort(RaftServer server) {
    try {
      server.getServerRpc().close();
    } catch (IOException e) {
      LOG.warn("{}: closing its port: {}", server.getId(), e.toString());
    }
  }

  private static void awaitRefusal(Endpoint listen) {
    long startNanos = System.nanoTime();
    while (admits(listen) && System.nanoTime() - startNanos < WAIT_MAX.toNanos()) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }

  private static boolean admits(Endpoint listen) {
    try (Socket probe = new Socket()) {
      probe.connect(
          new InetSocketAddress(listen.host(), listen.port()),
          Math.toIntExact(WAIT_MAX.toMillis()));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
