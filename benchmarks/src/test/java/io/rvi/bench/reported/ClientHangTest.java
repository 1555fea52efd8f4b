package io.rvi.bench.reported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Appended;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.Waits;
import io.rvi.spi.CommonSettings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of clusters that go away, and records that are too large. */
@Tag("clusters")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ClientHangTest {
  private static final int LOOPS = 10;
  private static final int IN_FLIGHT = 1_000;
  private static final long WATCHED_NS = TimeUnit.SECONDS.toNanos(5);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  void shouldEndEveryAppendWhenTheWholeClusterClosesUnderIt(String backend) throws Exception {
    try (Lab lab = Lab.open(directory)) {
      for (int loop = 0; loop < LOOPS; loop++) {
        // given
        Cluster cluster = lab.start(ClusterSpec.of(backend, 3, Topology.EMBEDDED));
        ReplicatedLog log = openTopic(cluster.connect("client", Map.of()), 3);
        List<CompletableFuture<Appended>> appends = new ArrayList<>();
        for (int i = 0; i < IN_FLIGHT; i++) {
          appends.add(log.append(new byte[100]));
        }

        // when
        cluster.close();
        cluster.close();

        // then each has ended, well or with a typed outcome
        for (CompletableFuture<Appended> append : appends) {
          assertThat(append).isDone();
          append.exceptionally(
              outcome -> {
                assertThat(outcome).isInstanceOf(LogException.class);
                return null;
              });
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  void shouldNotKeepAProcessorBusyWhileThereIsNoLeader(String backend) throws Exception {
    // given processes, so that what this JVM uses is the client's
    try (Lab lab = Lab.open(directory);
        Cluster cluster = lab.start(ClusterSpec.of(backend, 3, Topology.PROCESSES))) {
      ReplicatedLog log = openTopic(cluster.connect("client", Map.of()), 3);
      assertThat(log.append(new byte[1]).get(60, TimeUnit.SECONDS).offset()).isZero();
      cluster.nodes().forEach(cluster::kill);

      // when
      CompletableFuture<Appended> append = log.append(new byte[1]);
      long before = processorNanos();
      Waits.pace(System.nanoTime() + WATCHED_NS);
      long used = processorNanos() - before;

      // then
      assertThat(used).as("ns of processor in 5 s").isLessThan(WATCHED_NS / 5);
      assertThatThrownBy(() -> append.get(120, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(LogException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  void shouldTakeTheNextRecordAfterOneOfAnySize(String backend) throws Exception {
    try (Lab lab = Lab.open(directory);
        Cluster cluster = lab.start(ClusterSpec.of(backend, 3, Topology.EMBEDDED))) {
      ReplicatedLog log = openTopic(cluster.connect("client", Map.of()), 3);
      int most =
          CommonSettings.RECORD_BYTES_MAX.parse(CommonSettings.RECORD_BYTES_MAX.defaultText());
      long next = 0;
      for (int size : new int[] {most - 1, most, most + 1, 4 << 20, (4 << 20) + 1, 64 << 20}) {
        if (size <= most) {
          assertThat(log.append(new byte[size]).get(60, TimeUnit.SECONDS).offset())
              .isEqualTo(next++);
        } else {
          assertThatThrownBy(() -> log.append(new byte[size]).get(60, TimeUnit.SECONDS))
              .as("%d bytes", size)
              .hasStackTraceContaining(Integer.toString(most))
              .hasStackTraceContaining(Integer.toString(size));
        }
        assertThat(log.append(new byte[100]).get(60, TimeUnit.SECONDS).offset()).isEqualTo(next++);
      }
    }
  }

  private static ReplicatedLog openTopic(LogClient client, int replicas) throws Exception {
    client.createTopic("t", 1, replicas).get(60, TimeUnit.SECONDS);
    return client.open("t", 0);
  }

  private static long processorNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
