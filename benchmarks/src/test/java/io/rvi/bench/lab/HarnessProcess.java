package io.rvi.bench.lab;

import io.rvi.api.NodeId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A harness in a process of its own, for tests of how one dies: it starts a cluster of two nodes,
 * freezes the second, prints the process numbers of its children and waits for its end.
 */
final class HarnessProcess {
  private HarnessProcess() {}

  /**
   * The harness itself.
   *
   * @param arguments its base directory, and the {@link Volumes} to use
   */
  public static void main(String[] arguments) throws Exception {
    Lab lab = Lab.open(Path.of(arguments[0]));
    Cluster cluster =
        lab.start(
            ClusterSpec.of("stub", 2, Topology.PROCESSES)
                .withVolumes(Volumes.valueOf(arguments[1])));
    cluster.pause(new NodeId(2));
    ProcessHandle.current().children().forEach(child -> System.out.println(child.pid()));
    System.out.println("up");
    // The end of its input is the end of the test that started it, or of this process: then the
    // shutdown hook and this thread both close the lab.
    while (System.in.read() >= 0) {
      // Nothing to do with what comes.
    }
    lab.close();
  }

  /** Starts one and waits until it is up. */
  static Started start(Path base, Volumes volumes) throws IOException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                "-Dlogback.configurationFile=io/rvi/bench/lab/server-logback.xml",
                HarnessProcess.class.getName(),
                base.toString(),
                volumes.name())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    List<Long> children = new ArrayList<>();
    for (String line = lines.readLine(); !"up".equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("the harness ended before it was up");
      }
      children.add(Long.valueOf(line));
    }
    return new Started(process, children);
  }

  /** A harness that is up. */
  record Started(Process process, List<Long> children) {}
}
