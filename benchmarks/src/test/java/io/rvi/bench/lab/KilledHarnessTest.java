package io.rvi.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.campaign.FaultCampaign;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A campaign of faults whose harness ends half-way: nodes, mounts and networks exist, load runs.
 * What it leaves is gone at the latest when the next one starts.
 */
@Tag("clusters")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledHarnessTest {
  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d{4,5})|\"port\":(\\d+)");

  @TempDir Path directory;

  private @Nullable Process harness;

  @AfterEach
  void endHarness() throws Exception {
    Process started = harness;
    if (started != null) {
      started.destroyForcibly().waitFor();
      // Also where a test failed: mounts would keep its directory from being deleted.
      Lab.open(labs()).close();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Wiring.class,
      names = {"PROXIED", "NAMESPACES"})
  void shouldLeaveNothingOnceTheNextHasStartedAfterASigkill(Wiring wiring) throws Exception {
    // given
    Remains remains = halfWay(wiring);

    // when
    remains.harness().destroyForcibly().waitFor();
    Lab.open(labs()).close();

    // then
    remains.requireNone();
  }

  @ParameterizedTest
  @EnumSource(
      value = Wiring.class,
      names = {"PROXIED", "NAMESPACES"})
  void shouldLeaveNothingAfterASigterm(Wiring wiring) throws Exception {
    // given
    Remains remains = halfWay(wiring);

    // when
    remains.harness().destroy();
    remains.harness().waitFor();

    // then also the trials that the campaign still went on to left nothing
    remains.requireNone();
  }

  private Path labs() {
    return directory.resolve("labs");
  }

  private Remains halfWay(Wiring wiring) throws Exception {
    Waits.assume(wiring == Wiring.NAMESPACES ? Namespaces.unavailable() : Optional.empty());
    Process started =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                FaultCampaign.class.getName(),
                "isr",
                "1",
                "5",
                "15",
                directory.toString(),
                wiring.name())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("harness.log").toFile())
            .start();
    harness = started;
    Path history = directory.resolve("isr-1.history");
    // It is opened once every node serves, right before the load starts.
    Waits.until("all nodes up", () -> started.isAlive() && Files.exists(history));
    Path run = onlyRun();
    List<Long> processes = started.descendants().map(ProcessHandle::pid).toList();
    List<Path> mounts = Mounts.under(run);
    assertThat(processes).as("nodes and ZooKeeper").hasSizeGreaterThanOrEqualTo(3);
    if (LoopVolume.unavailable(directory).isEmpty()) {
      assertThat(mounts).hasSize(3);
    }
    if (wiring == Wiring.NAMESPACES) {
      assertThat(NetworkNames.ofRun(run)).hasSizeGreaterThanOrEqualTo(9);
    }
    // Ports inside a namespace go with it.
    List<Integer> ports = wiring == Wiring.PROXIED ? ports(run) : List.of();
    assertThat(ports.isEmpty()).isEqualTo(wiring != Wiring.PROXIED);
    return new Remains(started, run, processes, ports);
  }

  private Path onlyRun() throws IOException {
    try (Stream<Path> runs = Files.list(labs().toRealPath())) {
      List<Path> all = runs.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  private static List<Integer> ports(Path run) throws IOException {
    List<Integer> ports = new ArrayList<>();
    try (Stream<Path> files = Files.walk(run, 2)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        Matcher matcher = PORT.matcher(Files.readString(file));
        while (matcher.find()) {
          ports.add(
              Integer.valueOf(matcher.group(1) == null ? matcher.group(2) : matcher.group(1)));
        }
      }
    }
    return ports;
  }

  /** What a harness had. */
  private record Remains(Process harness, Path run, List<Long> processes, List<Integer> ports) {
    void requireNone() throws IOException {
      assertThat(processes)
          .noneMatch(pid -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent());
      assertThat(Mounts.under(run)).isEmpty();
      assertThat(NetworkNames.ofRun(run)).isEmpty();
      // Who made it takes it away, unless it was killed.
      assertThat(run.getParent())
          .satisfiesAnyOf(
              base -> assertThat(base).doesNotExist(), base -> assertThat(base).isEmptyDirectory());
      for (int port : ports) {
        try (ServerSocket socket = new ServerSocket()) {
          socket.setReuseAddress(true);
          socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
      }
    }
  }
}
