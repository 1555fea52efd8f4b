package io.rvi.bench.lab;

import io.rvi.api.NodeId;
import io.rvi.spi.Endpoint;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * A node that answers each line with one line: {@code echo X} with X, {@code relay N X} with what
 * node N answers to {@code echo X}, {@code write X} with {@code ok} once X is in its file, {@code
 * sync X} with {@code ok} once it is on disk too, {@code file} with what its file holds, {@code
 * services} with its connect string.
 */
final class StubNode implements LogNode {
  private static final int ANSWER_WAIT_MS = 2_000;

  private final NodeSpec spec;
  private final ServerSocket listener;
  private final Path file;

  private StubNode(NodeSpec spec, ServerSocket listener) {
    this.spec = spec;
    this.listener = listener;
    this.file = spec.dataDir().resolve("file");
  }

  static StubNode start(NodeSpec spec) throws IOException {
    ServerSocket listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(spec.listen().host(), spec.listen().port()));
    StubNode node = new StubNode(spec, listener);
    daemon(node::accept);
    return node;
  }

  private static void daemon(Runnable body) {
    Thread thread = new Thread(body, "stub");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        daemon(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The node stopped.
    }
  }

  private void serve(Socket socket) {
    try (socket;
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      socket.setTcpNoDelay(true);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        send(socket.getOutputStream(), answer(line));
      }
    } catch (IOException closed) {
      // The other side is gone.
    }
  }

  private String answer(String line) {
    String[] words = line.split(" ", 3);
    try {
      return switch (words[0]) {
        case "echo" -> words[1];
        case "relay" -> ask(peer(Integer.parseInt(words[1])), "echo " + words[2]);
        case "write" -> append(words[1], false);
        case "sync" -> append(words[1], true);
        case "file" -> Files.exists(file) ? Files.readString(file) : "";
        case "services" -> Objects.requireNonNull(spec.services().get(Service.ZOOKEEPER));
        default -> "unknown " + line;
      };
    } catch (IOException e) {
      return "failed " + e.getMessage();
    }
  }

  private Endpoint peer(int id) {
    return Objects.requireNonNull(spec.peers().get(new NodeId(id)));
  }

  private String append(String text, boolean sync) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      if (sync) {
        channel.force(true);
      }
    }
    return "ok";
  }

  private static void send(OutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Asks one line on a connection of its own. */
  static String ask(Endpoint endpoint, String line) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), ANSWER_WAIT_MS);
      socket.setSoTimeout(ANSWER_WAIT_MS);
      socket.setTcpNoDelay(true);
      send(socket.getOutputStream(), line);
      String answer =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (answer == null) {
        throw new IOException("connection closed");
      }
      return answer;
    }
  }

  @Override
  public NodeId id() {
    return spec.id();
  }

  @Override
  public NodeStatus status() {
    return new NodeStatus(
        listener.isClosed() ? NodeStatus.State.STOPPED : NodeStatus.State.RUNNING, "stub");
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void halt() {
    close();
  }
}
