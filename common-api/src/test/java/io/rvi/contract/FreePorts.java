package io.rvi.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Picks loopback ports that nobody listens at. Below the range from which systems take the ports of
 * outgoing connections, so that a node finds its port free again after a restart.
 */
final class FreePorts {
  private static final int FIRST = 12_000;
  private static final int COUNT = 20_000;
  private static final int ATTEMPTS_MAX = 1_000;

  private final Random random = new Random();
  private final Set<Integer> taken = new HashSet<>();

  /** A port that was free a moment ago and that this object has not given out before. */
  int next() {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int port = FIRST + random.nextInt(COUNT);
      if (isFree(port) && taken.add(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free loopback port after " + ATTEMPTS_MAX + " attempts");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false; // Somebody listens there: what was asked.
    }
  }
}
