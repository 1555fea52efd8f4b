package io.rvi.bench.cli;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.rvi.api.Flush;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.BundleWriter;
import io.rvi.bench.result.Environment;
import io.rvi.spi.Endpoint;
import io.rvi.spi.LogBackend;
import io.rvi.spi.Service;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Looks at what a run needs of a machine; starts nothing and leaves nothing. */
final class Checkup {
  /** How bad. */
  enum Grade {
    /** Good. */
    FINE,
    /** A run works; its figures suffer. */
    POOR,
    /** A run would fail. */
    UNFIT
  }

  /** One thing that was looked at. */
  record Result(String check, Grade grade, String text) {}

  /** A JVM takes this much beside its heap, roughly: code, threads, buffers. */
  private static final long BESIDE_HEAP_BYTES = 200L << 20;

  /** Sockets, segments and libraries of one node; a low limit shows as odd failures later. */
  private static final long OPEN_FILES_MIN = 1_024;

  private static final int CONNECT_WAIT_MS = 2_000;

  private final RunConfig config;
  private final List<LogBackend> backends;

  Checkup(RunConfig config, List<LogBackend> backends) {
    this.config = config;
    this.backends = backends;
  }

  List<Result> results() {
    List<Result> results = new ArrayList<>();
    results.add(processors());
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      results.add(memory(system));
      results.add(load(system));
      if (system instanceof UnixOperatingSystemMXBean unix) {
        results.add(openFiles(unix));
      }
    }
    results.add(output());
    results.add(disk());
    results.add(loopback());
    results.add(zooKeeper());
    return results;
  }

  private int servers() {
    int nodes = config.grid().replicas().stream().mapToInt(Integer::intValue).max().orElse(1);
    return nodes + 1; // and one ZooKeeper server
  }

  private Result processors() {
    int processors = Runtime.getRuntime().availableProcessors();
    String text = processors + " for " + servers() + " server processes and the client";
    return new Result("processors", processors < 2 ? Grade.POOR : Grade.FINE, text);
  }

  private Result memory(OperatingSystemMXBean system) {
    long processes = config.topology() == Topology.PROCESSES ? servers() : 1;
    long needed = processes * (config.nodeHeapBytes() + BESIDE_HEAP_BYTES);
    long total = system.getTotalMemorySize();
    String text =
        (total >> 20) + " MiB in all, about " + (needed >> 20) + " MiB needed at the largest cell";
    return new Result(
        "memory",
        total < needed ? Grade.UNFIT : Grade.FINE,
        total < needed ? text + "; lower nodeHeap or replicas" : text);
  }

  private static Result load(OperatingSystemMXBean system) {
    double load = system.getSystemLoadAverage();
    boolean isBusy = load > system.getAvailableProcessors() / 2.0;
    String text = String.format(Locale.ROOT, "load average %.2f", load);
    return new Result(
        "quiet", isBusy ? Grade.POOR : Grade.FINE, isBusy ? text + "; wait for calm" : text);
  }

  private static Result openFiles(UnixOperatingSystemMXBean unix) {
    long limit = unix.getMaxFileDescriptorCount();
    boolean isLow = limit < OPEN_FILES_MIN;
    return new Result(
        "open files",
        isLow ? Grade.POOR : Grade.FINE,
        limit + " allowed" + (isLow ? "; raise it with ulimit -n" : ""));
  }

  private Result output() {
    try {
      BundleWriter.checkPlace(config.output());
      return new Result("output", Grade.FINE, config.output() + " is writable");
    } catch (BundleException e) {
      String text = String.valueOf(e.getMessage()).replaceFirst("^output directory ", "");
      return new Result("output", Grade.UNFIT, text);
    }
  }

  private Result disk() {
    try {
      Path place = BundleWriter.nearestExisting(config.work());
      boolean isInMemory = Environment.isInMemory(place);
      boolean flushes = config.grid().flushes().stream().anyMatch(flush -> flush != Flush.NONE);
      String type = Files.getFileStore(place).type();
      return new Result(
          "disk",
          isInMemory && flushes ? Grade.POOR : Grade.FINE,
          config.work()
              + " is on "
              + type
              + (isInMemory ? ", in memory: fsync costs nothing" : ""));
    } catch (IOException e) {
      return new Result("disk", Grade.UNFIT, config.work() + ": " + e.getMessage());
    }
  }

  private static Result loopback() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new Result(
          "loopback", Grade.FINE, "ports can be bound, such as " + socket.getLocalPort());
    } catch (IOException e) {
      return new Result("loopback", Grade.UNFIT, "no port can be bound: " + e.getMessage());
    }
  }

  private Result zooKeeper() {
    boolean isNeeded =
        backends.stream()
            .filter(backend -> config.grid().backends().contains(backend.name()))
            .anyMatch(backend -> backend.services().contains(Service.ZOOKEEPER));
    if (!isNeeded) {
      return new Result("zookeeper", Grade.FINE, "no backend of this run needs it");
    }
    return config.ownsZooKeeper()
        ? new Result("zookeeper", Grade.FINE, "the run starts its own")
        : reach();
  }

  private Result reach() {
    String failure = "";
    for (String text : config.zookeeper().split(",", -1)) {
      Endpoint endpoint = Endpoint.parse(text.strip());
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), CONNECT_WAIT_MS);
        return new Result("zookeeper", Grade.FINE, endpoint + " answers");
      } catch (IOException e) {
        failure = e.getMessage();
      }
    }
    return new Result(
        "zookeeper",
        Grade.UNFIT,
        config.zookeeper()
            + " does not answer ("
            + failure
            + "); start it, or drop the key zookeeper so that the run starts its own");
  }
}
