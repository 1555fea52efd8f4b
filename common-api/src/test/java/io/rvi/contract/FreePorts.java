package io.rvi.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Random;

/**
 * Gives out loopback ports that nobody listens at. Below the range from which systems take the
 * ports of outgoing connections, so that a node finds its port free again after a restart.
 *
 * <p>Each JVM has a block of its own, held by listening at the first port of it, so that tests in
 * another JVM never take the port of a node that is down for a moment. Within a block ports go
 * round.
 */
final class FreePorts {
  private static final int FIRST = 10_500;
  private static final int BLOCK_PORTS = 500;
  private static final int BLOCKS = 42;

  private static final ServerSocket LOCK = lockBlock();

  private static int last = LOCK.getLocalPort();

  private FreePorts() {}

  /** A port that was free a moment ago and that was not given out for some hundred calls. */
  static synchronized int next() {
    for (int attempt = 1; attempt < BLOCK_PORTS; attempt++) {
      last = last + 1 < LOCK.getLocalPort() + BLOCK_PORTS ? last + 1 : LOCK.getLocalPort() + 1;
      try (ServerSocket socket = listen(last)) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Somebody listens there: the next one.
      }
    }
    throw new IllegalStateException("no free loopback port near " + LOCK.getLocalPort());
  }

  private static ServerSocket lockBlock() {
    int start = new Random().nextInt(BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      try {
        return listen(FIRST + (start + i) % BLOCKS * BLOCK_PORTS);
      } catch (IOException e) {
        // Another JVM's block, or a port of somebody else: the next one.
      }
    }
    throw new IllegalStateException("no free block of loopback ports from " + FIRST);
  }

  private static ServerSocket listen(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
