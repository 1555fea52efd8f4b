package io.rvi.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
  @TempDir Path base;

  @Test
  void shouldClearProcessesAndDirectoriesOfAKilledHarness() throws Exception {
    // given a harness with ZooKeeper, a running node and a frozen one
    HarnessProcess.Started harness = HarnessProcess.start(base, Volumes.DIRECTORIES);
    assertThat(harness.children()).hasSize(3);

    // when it is killed
    harness.process().destroyForcibly().waitFor();

    // then what can still act ends by itself, and the next lab clears the rest
    Waits.until("one frozen node left", () -> living(harness.children()).size() == 1);
    assertThat(remains()).hasSize(1);
    Lab.open(base).close();
    assertThat(living(harness.children())).isEmpty();
    assertThat(remains()).isEmpty();
  }

  @Test
  void shouldLeaveNothingAfterAnInterrupt() throws Exception {
    HarnessProcess.Started harness = HarnessProcess.start(base, Volumes.DIRECTORIES);

    // SIGTERM takes the way of SIGINT: the JVM runs its shutdown hooks.
    harness.process().destroy();
    harness.process().waitFor();

    assertThat(living(harness.children())).isEmpty();
    assertThat(remains()).isEmpty();
  }

  @Test
  void shouldNotTouchARunThatLives() throws Exception {
    try (Lab first = Lab.open(base)) {
      Cluster cluster = first.start(ClusterSpec.of("stub", 1, Topology.PROCESSES));

      Lab.open(base).close();

      assertThat(cluster.status(cluster.nodes().get(0)).detail()).isEqualTo("stub");
    }
    assertThat(remains()).isEmpty();
  }

  @Test
  void shouldClearARunWhoseOwnerWasNeverRecorded() throws Exception {
    // A process number beyond the kernel's limit: nobody's.
    Files.createDirectory(base.resolve("run-99999999-1"));
    Path foreign = Files.createDirectory(base.resolve("something-else"));

    Lab.open(base).close();

    assertThat(remains()).containsExactly(foreign);
  }

  private static List<Long> living(List<Long> pids) {
    return pids.stream()
        .filter(pid -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent())
        .toList();
  }

  private List<Path> remains() throws IOException {
    try (Stream<Path> files = Files.list(base)) {
      return files.toList();
    }
  }
}
