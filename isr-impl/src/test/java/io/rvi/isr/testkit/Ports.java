package io.rvi.isr.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds loopback ports for servers that bind later: below the range from which the kernel takes the
 * ports of outgoing connections, so that none of those takes it meanwhile.
 */
public final class Ports {
  private static final int FIRST = 10_000;
  private static final int LAST = 19_000;

  private Ports() {}

  /** A port that nobody listens at now. */
  public static int free() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      try (ServerSocket probe = new ServerSocket()) {
        probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (BindException e) {
        // Taken by another process: the loop tries a different one.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
