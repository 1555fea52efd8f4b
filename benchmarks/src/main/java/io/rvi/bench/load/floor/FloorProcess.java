package io.rvi.bench.load.floor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The process of one node of a floor. */
final class FloorProcess implements AutoCloseable {
  /** From start to the ready line; a JVM on a loaded host takes a while. */
  private static final long READY_MAX_S = 30;

  /** For a killed process to be gone. */
  private static final long KILL_MAX_S = 10;

  /** The collector and heap of a node that allocates nothing once it runs. */
  private static final List<String> JVM_FLAGS = List.of("-XX:+UseSerialGC", "-Xmx32m");

  private final Process process;

  private FloorProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a node.
   *
   * @param arguments of {@link FloorMain}
   */
  static FloorProcess launch(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(javaCommand());
    command.addAll(JVM_FLAGS);
    command.add("-cp");
    command.add(classPath().toString());
    command.add(FloorMain.class.getName());
    command.addAll(arguments);
    return new FloorProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private static String javaCommand() throws IOException {
    return ProcessHandle.current()
        .info()
        .command()
        .orElseThrow(() -> new IOException("the system does not tell where this JVM's java is"));
  }

  private static Path classPath() throws IOException {
    try {
      return Path.of(FloorMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("cannot tell where the floor's classes are", e);
    }
  }

  /** Waits until the node listens. */
  int awaitPort() throws IOException {
    CompletableFuture<@Nullable String> line = new CompletableFuture<>();
    Thread reader = new Thread(() -> line.complete(firstLine()), "floor-ready");
    reader.setDaemon(true);
    reader.start();
    try {
      String said = line.get(READY_MAX_S, TimeUnit.SECONDS);
      if (said == null || !said.startsWith(FloorMain.READY)) {
        throw new IOException("a node of the floor did not start: " + said);
      }
      return Integer.parseInt(said.substring(FloorMain.READY.length()));
    } catch (TimeoutException | ExecutionException e) {
      throw new IOException("a node of the floor did not start in " + READY_MAX_S + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the floor started");
    }
  }

  private @Nullable String firstLine() {
    // Left open: the process's output belongs to the process.
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    try {
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the process and waits until it is gone. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(KILL_MAX_S, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "process " + process.pid() + " of the floor survives a kill; end it by hand");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
