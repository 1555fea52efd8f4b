package io.rvi.bench.load.floor;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A blocking TCP connection on the loopback address, without Nagle's delay. */
final class FloorSocket implements AutoCloseable {
  private final SocketChannel channel;

  private FloorSocket(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    this.channel = channel;
  }

  /** Says on standard output where it listens, and takes the first connection. */
  static FloorSocket acceptOne() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open().bind(loopback(0))) {
      int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
      System.out.println(FloorMain.READY + port);
      return new FloorSocket(server.accept());
    }
  }

  /** Connects to a port. */
  static FloorSocket connect(int port) throws IOException {
    return new FloorSocket(SocketChannel.open(loopback(port)));
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Writes what remains of a buffer. */
  void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Fills what remains of a buffer. */
  void fill(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException("the other end of the floor has gone");
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
