package io.rvi.bench.lab.link;

import io.rvi.spi.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** Sends back what it gets, on each connection, and counts it. */
final class EchoServer implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final AtomicLong receivedBytes = new AtomicLong();
  private final Thread acceptor;

  EchoServer() throws IOException {
    acceptor = daemon(this::accept);
  }

  Endpoint endpoint() {
    return new Endpoint(listener.getInetAddress().getHostAddress(), listener.getLocalPort());
  }

  long receivedBytes() {
    return receivedBytes.get();
  }

  static Socket dial(Endpoint endpoint) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), 2_000);
    return socket;
  }

  static Endpoint freeEndpoint() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new Endpoint(socket.getInetAddress().getHostAddress(), socket.getLocalPort());
    }
  }

  private static Thread daemon(Runnable body) {
    Thread thread = new Thread(body, "echo");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        daemon(() -> echo(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void echo(Socket socket) {
    try (socket;
        InputStream in = socket.getInputStream()) {
      socket.setTcpNoDelay(true);
      byte[] buffer = new byte[64 << 10];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        receivedBytes.addAndGet(n);
        socket.getOutputStream().write(buffer, 0, n);
      }
    } catch (IOException closed) {
      // The dialer is gone.
    }
  }

  /** Returns when no connection is taken any more: an accept under way may still take one. */
  @Override
  public void close() throws IOException {
    listener.close();
    try {
      acceptor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
