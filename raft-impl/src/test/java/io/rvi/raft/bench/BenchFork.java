package io.rvi.raft.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One fork of one variant: three node processes and a client process, all fresh. */
final class BenchFork {
  private static final int NODES = 3;

  /**
   * What a fork measured.
   *
   * @param p50Us median latency
   * @param p99Us 99th percentile of latency
   * @param perSecond appends per second
   * @param cpuUs processor time of all processes for each append, client included
   */
  record Result(double p50Us, double p99Us, double perSecond, double cpuUs) {}

  private final Variant variant;
  private final int warmUpS;
  private final int measureS;
  private final List<Process> processes = new ArrayList<>();

  BenchFork(Variant variant, int warmUpS, int measureS) {
    this.variant = variant;
    this.warmUpS = warmUpS;
    this.measureS = measureS;
  }

  Result run() throws IOException {
    Path root = Files.createTempDirectory("raft-bench-");
    try {
      String ports = String.join(",", freePorts());
      for (int id = 1; id <= NODES; id++) {
        Path dir = Files.createDirectory(root.resolve("n" + id));
        Process node = start("node", variant.encode(), ports, dir.toString(), Integer.toString(id));
        expect(node.inputReader(StandardCharsets.UTF_8), "ready");
      }
      Process client = start("client", variant.encode(), ports, "" + warmUpS, "" + measureS);
      BufferedReader out = client.inputReader(StandardCharsets.UTF_8);
      expect(out, "warm");
      Duration before = cpu();
      String[] words = expect(out, "result").split(" ", -1);
      double cpuUs = cpu().minus(before).toNanos() / 1e3 / Integer.parseInt(words[4]);
      return new Result(
          Double.parseDouble(words[1]),
          Double.parseDouble(words[2]),
          Double.parseDouble(words[3]),
          cpuUs);
    } finally {
      processes.forEach(Process::destroyForcibly);
      for (Process process : processes) {
        process.onExit().join();
      }
      try (Stream<Path> tree = Files.walk(root)) {
        for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private Duration cpu() {
    return processes.stream()
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path")));
    command.add(BenchProcess.class.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(new File("/dev/null")))
            .start();
    processes.add(process);
    return process;
  }

  private static String expect(BufferedReader out, String word) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(word)) {
        return line;
      }
    }
    throw new IOException("a process ended before it said \"" + word + "\"");
  }

  private static List<String> freePorts() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      List<String> addresses = new ArrayList<>();
      for (int i = 0; i < NODES; i++) {
        ServerSocket socket = new ServerSocket(0);
        sockets.add(socket);
        addresses.add("127.0.0.1:" + socket.getLocalPort());
      }
      return addresses;
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }
}
