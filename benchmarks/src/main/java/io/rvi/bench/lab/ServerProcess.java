package io.rvi.bench.lab;

import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.SettingException;
import io.rvi.spi.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One server as a process of its own: a node of a backend, or a ZooKeeper server.
 *
 * <p>It reads its spec from a JSON file and prints one JSON line when it serves, or one that says
 * why it does not ({@code {"event":"ready",...}} or {@code {"event":"error","kind":...,
 * "text":...}}). It then answers each line {@code status} of its standard input with one line, and
 * stops in order when that input ends: so it never outlives the process that started it, however
 * that one died.
 */
public final class ServerProcess {
  /** Exit code after an orderly end. */
  public static final int EXIT_FINE = 0;

  /** Exit code after an internal error. */
  public static final int EXIT_INTERNAL = 1;

  /** Exit code for a command line that is none. */
  public static final int EXIT_USAGE = 2;

  /** Exit code for a spec that cannot be used. */
  public static final int EXIT_CONFIGURATION = 3;

  /** Exit code for a machine or service that does not allow the start. */
  public static final int EXIT_MACHINE = 6;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final InputStream in;
  private final PrintStream out;

  /**
   * A server process on the given streams.
   *
   * @param in ends when the server is to stop
   * @param out where lines for the starter go, and nothing else
   */
  public ServerProcess(InputStream in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Entry point of the processes that the lab starts: {@code node FILE} or {@code zookeeper FILE}.
   *
   * @param arguments as said
   */
  public static void main(String[] arguments) {
    PrintStream lines = System.out;
    // Whatever a library prints belongs in the log, not between the lines of the protocol.
    System.setOut(System.err);
    int exit;
    try {
      exit = new ServerProcess(System.in, lines).run(arguments);
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      exit = EXIT_INTERNAL;
    }
    // Also when a library's thread would keep the JVM alive.
    System.exit(exit);
  }

  private int run(String[] arguments) {
    if (arguments.length == 2 && arguments[0].equals("node")) {
      return runNode(Path.of(arguments[1]));
    }
    if (arguments.length == 2 && arguments[0].equals("zookeeper")) {
      return runZooKeeper(Path.of(arguments[1]));
    }
    System.err.println("usage: node FILE | zookeeper FILE");
    return EXIT_USAGE;
  }

  /**
   * Runs a node until the input ends.
   *
   * @param specFile its spec
   * @return the exit code
   */
  public int runNode(Path specFile) {
    return run(
        () -> {
          NodeFile file = read(specFile, NodeFile.class);
          LogBackend backend = Lab.backend(file.backend());
          LogNode node = backend.startNode(file.toSpec(backend));
          return new Running(node::status, node);
        });
  }

  /**
   * Runs a ZooKeeper server until the input ends.
   *
   * @param specFile its spec
   * @return the exit code
   */
  public int runZooKeeper(Path specFile) {
    return run(
        () -> {
          ZooKeeperHost host = ZooKeeperHost.start(read(specFile, ZooKeeperFile.class).toSpec());
          NodeStatus fine = new NodeStatus(NodeStatus.State.RUNNING, "serves at " + host.client());
          return new Running(() -> fine, host);
        });
  }

  private static <T> T read(Path file, Class<T> type) throws StartException {
    try {
      return JSON.readValue(Files.readString(file), type);
    } catch (IOException | JacksonException e) {
      throw new StartException(
          StartException.Kind.CONFIGURATION,
          "cannot read the server's spec " + file + ": " + firstLine(e),
          e);
    }
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
  }

  private int run(Starter starter) {
    Running server;
    try {
      server = starter.start();
    } catch (StartException e) {
      print(ServerLine.error(e.kind(), firstLine(e)));
      boolean configuration = e.kind() == StartException.Kind.CONFIGURATION;
      return configuration ? EXIT_CONFIGURATION : EXIT_MACHINE;
    } catch (SettingException | IllegalArgumentException e) {
      print(ServerLine.error(StartException.Kind.CONFIGURATION, firstLine(e)));
      return EXIT_CONFIGURATION;
    }
    print(ServerLine.ready());
    answerUntilInputEnds(server.status());
    return close(server.closeable());
  }

  private void answerUntilInputEnds(Supplier<NodeStatus> status) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(ServerLine.ASK_STATUS)) {
          print(ServerLine.status(status.get()));
        }
      }
    } catch (IOException e) {
      System.err.println("standard input failed, which is taken for its end: " + e);
    }
  }

  /** Closes within bounds: a server that hangs while it stops must not stay. */
  private static int close(AutoCloseable closeable) {
    Thread watchdog =
        new Thread(
            () -> {
              try {
                Thread.sleep(Timings.STOP_WAIT.toMillis());
              } catch (InterruptedException closedInTime) {
                return;
              }
              System.err.println("did not stop within " + Timings.STOP_WAIT + "; halting");
              Runtime.getRuntime().halt(EXIT_INTERNAL);
            },
            "stop-watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
    try {
      closeable.close();
      return EXIT_FINE;
    } catch (Exception e) {
      System.err.println("stopping failed: " + e);
      return EXIT_INTERNAL;
    } finally {
      watchdog.interrupt();
    }
  }

  private void print(ServerLine line) {
    out.println(line.toJson());
    out.flush();
  }

  /** A server that serves. */
  private record Running(Supplier<NodeStatus> status, AutoCloseable closeable) {}

  /** Starts a server. */
  private interface Starter {
    Running start() throws StartException;
  }
}
