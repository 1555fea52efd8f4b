package io.rvi.bench.lab;

import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Loopback ports for servers that bind them later, possibly again and again.
 *
 * <p>Ports come in blocks. The first port of a block is held open as its lock for as long as the
 * pool lives, so two runs on one host never share a block, and a node that is down finds its port
 * free when it returns; the kernel drops the lock when this process dies. Blocks lie outside the
 * host's ephemeral range, where an outgoing connection of anyone could take a port at any time.
 */
final class PortPool implements AutoCloseable {
  /** Small enough that a block rarely meets a port in use, large enough for a cluster. */
  private static final int BLOCK_PORTS = 32;

  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 65_535;
  private static final int ATTEMPTS_MAX = 500;
  private static final int RANGE_TEXT_BYTES_MAX = 64;
  private static final Path EPHEMERAL_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private final RandomGenerator random;
  private final List<ServerSocket> locks = new ArrayList<>();
  private int next;
  private int end;

  PortPool(RandomGenerator random) {
    this.random = random;
  }

  /**
   * A loopback address whose port nobody listens at.
   *
   * @throws StartException when no free block is found
   */
  synchronized Endpoint take() throws StartException {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (next >= end) {
        takeBlock();
      }
      int port = next++;
      if (next <= end && isFree(port)) {
        return new Endpoint(InetAddress.getLoopbackAddress().getHostAddress(), port);
      }
    }
    throw exhausted();
  }

  private void takeBlock() throws StartException {
    int[] ephemeral = ephemeralRange();
    int blocks = (HIGHEST - LOWEST) / BLOCK_PORTS;
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int first = LOWEST + random.nextInt(blocks) * BLOCK_PORTS;
      boolean outside = first + BLOCK_PORTS <= ephemeral[0] || first > ephemeral[1];
      if (outside && lock(first)) {
        next = first + 1;
        end = first + BLOCK_PORTS;
        return;
      }
    }
    throw exhausted();
  }

  private static StartException exhausted() {
    return new StartException(
        StartException.Kind.MACHINE,
        "no free loopback port found after "
            + ATTEMPTS_MAX
            + " tries outside the ephemeral range ("
            + EPHEMERAL_RANGE
            + "); stop what holds them, or narrow that range",
        null);
  }

  private boolean lock(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      locks.add(socket);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private static int[] ephemeralRange() throws StartException {
    if (!Files.exists(EPHEMERAL_RANGE)) {
      // Not Linux: the range that IANA recommends and macOS uses.
      return new int[] {49_152, 65_535};
    }
    // In one read: the kernel answers only the first, and Files.readString begins with one byte.
    byte[] text = new byte[RANGE_TEXT_BYTES_MAX];
    try (InputStream in = Files.newInputStream(EPHEMERAL_RANGE)) {
      int length = Math.max(0, in.read(text));
      String[] bounds =
          new String(text, 0, length, StandardCharsets.US_ASCII).strip().split("\\s+", -1);
      return new int[] {Integer.parseInt(bounds[0]), Integer.parseInt(bounds[1])};
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "cannot read the ephemeral port range from " + EPHEMERAL_RANGE + ": " + e,
          e);
    }
  }

  /** Gives all blocks back. */
  @Override
  public synchronized void close() {
    for (ServerSocket lock : locks) {
      try {
        lock.close();
      } catch (IOException e) {
        throw new LabException("cannot release port lock " + lock, e);
      }
    }
    locks.clear();
    next = end;
  }
}
