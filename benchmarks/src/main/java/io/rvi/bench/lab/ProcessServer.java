package io.rvi.bench.lab;

import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server that is a child process of this one. */
final class ProcessServer implements Server {
  /** More lines than a server may owe at a time: one answer, and the last word before it. */
  private static final int LINES_MAX = 16;

  /** Enough of a dead server's log to see why it died, few enough for one message. */
  private static final int LAST_LOG_LINES = 4;

  private static final long POLL_MS = 20;

  private final String name;
  private final Process process;
  private final Path log;
  private final Path pidFile;
  private final Consumer<ProcessServer> onEnd;
  private final BlockingQueue<ServerLine> lines = new ArrayBlockingQueue<>(LINES_MAX);
  private volatile boolean paused;

  ProcessServer(String name, Process process, Path log, Path pidFile, Consumer<ProcessServer> onEnd)
      throws IOException {
    this.name = name;
    this.process = process;
    this.log = log;
    this.pidFile = pidFile;
    this.onEnd = onEnd;
    Thread reader = new Thread(this::readLines, "lab-" + name + "-output");
    reader.setDaemon(true);
    reader.start();
    Files.writeString(pidFile, RunDirectory.ProcessRecord.of(process.toHandle()).toText());
  }

  private void readLines() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        accept(line);
      }
    } catch (IOException processEnded) {
      // The pipe of a process that is gone; whoever waits for a line sees that it is.
    }
  }

  private void accept(String line) {
    try {
      ServerLine parsed = ServerLine.parse(line);
      if (!lines.offer(parsed)) {
        throw new IllegalArgumentException("more lines than were asked for: " + line);
      }
    } catch (IllegalArgumentException e) {
      System.getLogger(ProcessServer.class.getName())
          .log(System.Logger.Level.WARNING, "{0}: {1}", name, e.getMessage());
    }
  }

  /**
   * Waits until the server says that it serves.
   *
   * @throws StartException what the server says instead, or how it ended
   */
  void awaitReady() throws StartException {
    ServerLine line = nextLine(Timings.READY_WAIT);
    if (line == null) {
      String why =
          process.isAlive()
              ? "was not ready after " + Timings.READY_WAIT.toSeconds() + " s"
              : "ended with exit code " + process.exitValue() + " before it was ready";
      throw new StartException(
          StartException.Kind.MACHINE, "process of " + name + " " + why + lastWords(), null);
    }
    if (!line.event().equals(ServerLine.READY)) {
      throw line.toException(name);
    }
  }

  private @Nullable ServerLine nextLine(Duration wait) {
    long deadline = System.nanoTime() + wait.toNanos();
    try {
      while (deadline - System.nanoTime() > 0) {
        boolean alive = process.isAlive();
        ServerLine line = lines.poll(POLL_MS, TimeUnit.MILLISECONDS);
        if (line != null || !alive) {
          return line;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private String lastWords() {
    try {
      List<String> all = Files.readAllLines(log, StandardCharsets.UTF_8);
      List<String> last = all.subList(Math.max(0, all.size() - LAST_LOG_LINES), all.size());
      return last.isEmpty()
          ? "; its log is empty"
          : "; the end of its log: " + String.join(" | ", last);
    } catch (IOException e) {
      return "; its log " + log + " cannot be read: " + e;
    }
  }

  @Override
  public boolean alive() {
    return process.isAlive();
  }

  @Override
  public synchronized NodeStatus status() {
    if (!process.isAlive()) {
      return new NodeStatus(
          NodeStatus.State.FAILED,
          "its process ended by itself with exit code " + process.exitValue() + lastWords());
    }
    if (paused) {
      return new NodeStatus(NodeStatus.State.RUNNING, "paused by the lab");
    }
    lines.clear();
    try {
      OutputStream input = process.getOutputStream();
      input.write((ServerLine.ASK_STATUS + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      return new NodeStatus(NodeStatus.State.FAILED, "its process is ending: " + e.getMessage());
    }
    ServerLine line = nextLine(Timings.STATUS_WAIT);
    return line == null
        ? new NodeStatus(
            NodeStatus.State.FAILED,
            "its process did not answer within " + Timings.STATUS_WAIT.toMillis() + " ms")
        : line.toStatus();
  }

  @Override
  public void stop() {
    try {
      process.getOutputStream().close();
    } catch (IOException alreadyGone) {
      // Its end of the pipe is closed, so it is ending; the wait below sees it.
    }
    if (!ended(Timings.STOP_WAIT)) {
      kill();
      throw new LabException(
          name + " did not stop within " + Timings.STOP_WAIT.toSeconds() + " s and was killed");
    }
    finish();
  }

  /** Sends SIGKILL and does not wait. */
  void signalKill() {
    process.destroyForcibly();
  }

  @Override
  public void kill() {
    signalKill();
    if (!ended(Timings.KILL_WAIT)) {
      throw new LabException(
          "process " + process.pid() + " of " + name + " is still there after SIGKILL");
    }
    finish();
  }

  private void finish() {
    try {
      Files.deleteIfExists(pidFile);
    } catch (IOException e) {
      throw new LabException("cannot delete " + pidFile + ": " + e, e);
    } finally {
      onEnd.accept(this);
    }
  }

  private boolean ended(Duration wait) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + wait.toNanos();
    try {
      while (true) {
        try {
          return process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          // A clean-up goes on; the interrupt is handed back below.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public synchronized void pause() {
    Posix.signal(process.pid(), Posix.Signal.STOP);
    paused = true;
    long deadline = System.nanoTime() + Timings.KILL_WAIT.toNanos();
    while (!Posix.isStopped(process.pid())) {
      if (deadline - System.nanoTime() < 0 || !process.isAlive()) {
        throw new LabException("process " + process.pid() + " of " + name + " does not freeze");
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public synchronized void resume() {
    Posix.signal(process.pid(), Posix.Signal.CONT);
    paused = false;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }
}
