package io.rvi.bench.lab;

import io.rvi.spi.LogBackend;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Starts each server as a JVM of its own, on the class path of this one.
 *
 * <p>Its directory holds, per server, the spec ({@code n1.json}), everything the process printed
 * ({@code n1.log}, over all its lives), the log of the collector ({@code n1.gc.log}, of the last)
 * and the process's record ({@code n1.pid}) while it lives.
 */
final class ProcessLauncher implements Launcher {
  /** ZooKeeper holds a few kilobytes of state here. */
  private static final JvmSpec ZOOKEEPER_JVM =
      new JvmSpec(96, List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));

  /** The end of the name of a file that records a living process. */
  static final String PID_SUFFIX = ".pid";

  /** The end of the name of a file with the collections and safepoints of a server's JVM. */
  static final String GC_LOG_SUFFIX = ".gc.log";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path directory;
  private final JvmSpec jvm;
  private final @Nullable Path classArchive;
  private final Function<String, List<String>> entering;
  private final Set<ProcessServer> living = new HashSet<>();
  private boolean closed;

  /**
   * A launcher.
   *
   * @param directory of the cluster
   * @param jvm how node JVMs are started
   * @param classArchive what JVMs take their classes from; null where each loads its own
   * @param entering what the command line of a server begins with, by its name; may be nothing
   */
  ProcessLauncher(
      Path directory,
      JvmSpec jvm,
      @Nullable Path classArchive,
      Function<String, List<String>> entering) {
    this.entering = entering;
    this.directory = directory;
    this.jvm = jvm;
    this.classArchive = classArchive;
  }

  @Override
  public Server node(LogBackend backend, NodeSpec spec) throws StartException {
    String name = spec.id().toString();
    return launch(name, jvm, "node", JSON.writeValueAsString(NodeFile.of(backend, spec)));
  }

  @Override
  public Server zooKeeper(ZooKeeperSpec spec) throws StartException {
    String json = JSON.writeValueAsString(ZooKeeperFile.of(spec));
    return launch(spec.name(), ZOOKEEPER_JVM, "zookeeper", json);
  }

  /**
   * The flags of node JVMs that matter to figures, for the record.
   *
   * @param jvm what was asked for
   */
  static List<String> flags(JvmSpec jvm) {
    List<String> flags = new ArrayList<>();
    flags.add("-Xms" + jvm.heapMiB() + "m");
    flags.add("-Xmx" + jvm.heapMiB() + "m");
    flags.addAll(jvm.flags());
    return flags;
  }

  private Server launch(String name, JvmSpec flags, String command, String spec)
      throws StartException {
    ProcessServer server;
    synchronized (this) {
      if (closed) {
        throw new StartException(
            StartException.Kind.SERVICE, name + ": the cluster is being closed", null);
      }
      server = spawn(name, commandLine(name, flags, command), spec);
      living.add(server);
    }
    try {
      server.awaitReady();
      return server;
    } catch (StartException | RuntimeException e) {
      server.kill();
      throw e;
    }
  }

  private ProcessServer spawn(String name, List<String> commandLine, String spec)
      throws StartException {
    Path log = directory.resolve(name + ".log");
    try {
      // Also where this cluster has no directory yet: ZooKeeper is the first to come.
      Files.createDirectories(directory.resolve("tmp"));
      Files.writeString(directory.resolve(name + ".json"), spec);
      Process process =
          new ProcessBuilder(commandLine)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new ProcessServer(
          name, process, log, directory.resolve(name + PID_SUFFIX), this::forget);
    } catch (IOException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "cannot start a process for " + name + " in " + directory + ": " + e.getMessage(),
          e);
    }
  }

  private List<String> commandLine(String name, JvmSpec flags, String command) {
    List<String> line = new ArrayList<>(entering.apply(name));
    line.add(ProcessHandle.current().info().command().orElse("java"));
    line.addAll(flags(flags));
    if (classArchive != null) {
      line.add("-XX:SharedArchiveFile=" + classArchive);
    }
    // The statistics file would stay in the host's temporary directory after a kill, and is mapped
    // memory whose writes can stall the JVM on a busy disk.
    line.add("-XX:-UsePerfData");
    line.add("-XX:+ExitOnOutOfMemoryError");
    line.add("-XX:ErrorFile=" + directory.resolve(name + ".crash"));
    line.add("-Xlog:disable");
    line.add("-Xlog:all=warning:stderr");
    line.add(
        "-Xlog:gc*,safepoint:file=" + directory.resolve(name + GC_LOG_SUFFIX) + ":uptime,tags");
    // Native libraries are unpacked there; so they go when the cluster goes.
    line.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
    line.add("-Dlogback.configurationFile=io/rvi/bench/lab/server-logback.xml");
    line.add("-cp");
    line.add(ManagementFactory.getRuntimeMXBean().getClassPath());
    line.add(ServerProcess.class.getName());
    line.add(command);
    line.add(directory.resolve(name + ".json").toString());
    return line;
  }

  private synchronized void forget(ProcessServer server) {
    living.remove(server);
  }

  @Override
  public void close() {
    List<ProcessServer> servers;
    synchronized (this) {
      closed = true;
      servers = List.copyOf(living);
    }
    Closing closing = new Closing();
    servers.forEach(server -> closing.attempt(server::signalKill));
    servers.forEach(server -> closing.attempt(server::kill));
    closing.finish("processes in " + directory);
  }
}
