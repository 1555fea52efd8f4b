package io.rvi.isr.node;

import static io.rvi.isr.node.ReportedFaultsTest.append;
import static io.rvi.isr.node.ReportedFaultsTest.await;
import static io.rvi.isr.node.ReportedFaultsTest.isAcknowledged;
import static io.rvi.isr.node.ReportedFaultsTest.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Appended;
import io.rvi.api.Flush;
import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.isr.log.LogSettings;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.testkit.Eventually;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The disk of a leader hangs while its network and its session are fine: reported of many systems.
 */
@Timeout(150)
class DiskStallTest {
  /** Long enough that a busy machine does not expire sessions by itself. */
  private static final int SESSION_MS = 2_000;

  private static final Duration STALL_MAX = Duration.ofSeconds(1);

  /** Longer than any test: a disk that never counts as hung. */
  private static final Duration NEVER = Duration.ofMinutes(10);

  /** From the first append that hangs to its acknowledgement by another leader. */
  private static final long OUTAGE_S_MAX = 15;

  private static final String PATIENT = "30s";

  private final Map<NodeId, StallingDisk> disks = new ConcurrentHashMap<>();

  private static NodeSettings settings(Flush flush, Duration stallMax, LogSettings log) {
    return new NodeSettings(
        ReplicaConfig.withDefaults(2, flush, SESSION_MS),
        ControllerConfig.withDefaults(2),
        log,
        Duration.ofMillis(SESSION_MS),
        Duration.ofSeconds(10),
        Duration.ofSeconds(3),
        stallMax,
        1 << 20,
        Optional.empty());
  }

  private TestCluster cluster(Flush flush, Duration stallMax) throws StartException {
    return cluster(settings(flush, stallMax, LogSettings.DEFAULT));
  }

  private TestCluster cluster(NodeSettings settings) throws StartException {
    return new TestCluster(
        3, settings, node -> disks.computeIfAbsent(node, any -> new StallingDisk()));
  }

  private StallingDisk disk(NodeId node) {
    return Objects.requireNonNull(disks.get(node));
  }

  /** Lets hang what an append waits for: its write, or only the fsync where there is one. */
  private static void stall(StallingDisk disk, Flush flush) {
    if (flush == Flush.NONE) {
      disk.stall();
    } else {
      disk.stallFsyncs();
    }
  }

  private static CompletableFuture<Appended> begin(ReplicatedLog log, String payload) {
    return log.append(payload.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isLed(TestCluster cluster, UUID topic, NodeId butNotBy) {
    return cluster.running.keySet().stream()
        .filter(node -> !node.equals(butNotBy))
        .flatMap(node -> cluster.reports(node, topic).stream())
        .anyMatch(report -> report.leads());
  }

  private static boolean starts(TestCluster cluster, NodeId node) {
    try {
      cluster.start(node);
      return true;
    } catch (StartException e) {
      return false;
    }
  }

  @AfterEach
  void heal() {
    disks.values().forEach(StallingDisk::heal);
  }

  @ParameterizedTest
  @EnumSource
  void shouldLetAnotherLeadWhenTheDiskOfTheLeaderHangs(Flush flush) throws Exception {
    try (TestCluster cluster = cluster(flush, STALL_MAX);
        LogClient client = cluster.connect("client", PATIENT)) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      List<String> acknowledged = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        append(log, "before" + i);
        acknowledged.add("before" + i);
      }
      cluster.awaitInSync(topic, 0, 3);
      NodeId old = cluster.awaitLeader(topic, 0);

      // when
      stall(disk(old), flush);
      begin(log, "during").get(OUTAGE_S_MAX, TimeUnit.SECONDS);
      acknowledged.add("during");

      // then the old leader is out of service, and says why
      assertThat(isLed(cluster, topic, old)).isTrue();
      assertThat(disk(old).hanging()).isPositive();
      assertThat(cluster.status(old).state()).isEqualTo(NodeStatus.State.FAILED);
      assertThat(cluster.status(old).detail())
          .contains("the disk hangs", cluster.directory(old).toString(), "storage.stall.max");

      // and stays so when its disk answers again
      disk(old).heal();
      Eventually.until(() -> "nothing hangs", () -> disk(old).hanging() == 0);
      WireClient.Answer late = cluster.client.append(old, topic, 0, "late").join();
      assertThat(isAcknowledged(late)).isFalse();
      assertThat(cluster.reports(old, topic)).isEmpty();
      append(log, "after");
      acknowledged.add("after");
      assertThat(cluster.status(old).state()).isEqualTo(NodeStatus.State.FAILED);

      // until it is restarted
      cluster.stop(old);
      Eventually.until(() -> "it starts", () -> starts(cluster, old));
      cluster.awaitInSync(topic, 0, 3);
      assertThat(readAll(log)).isEqualTo(acknowledged);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotMindAStallThatIsShorterThanItMayBe(Flush flush) throws Exception {
    try (TestCluster cluster = cluster(flush, NEVER);
        LogClient client = cluster.connect("client", PATIENT)) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "before");
      cluster.awaitInSync(topic, 0, 3);
      NodeId leader = cluster.awaitLeader(topic, 0);
      long epoch = cluster.reports(leader, topic).get(0).epoch();

      // when
      stall(disk(leader), flush);
      CompletableFuture<Appended> during = begin(log, "during");
      Eventually.until(() -> "it hangs", () -> disk(leader).hanging() > 0);
      await(700);
      assertThat(during).isNotDone();
      disk(leader).heal();
      during.join();

      // then
      append(log, "after");
      assertThat(cluster.awaitLeader(topic, 0)).isEqualTo(leader);
      assertThat(cluster.reports(leader, topic).get(0).epoch()).isEqualTo(epoch);
      assertThat(cluster.status(leader)).isEqualTo(new NodeStatus(NodeStatus.State.RUNNING, ""));
      assertThat(readAll(log)).containsExactly("before", "during", "after");
    }
  }

  @Test
  void shouldNotMindASlowFlushThatNoAppendWaitsFor() throws Exception {
    LogSettings smallSegments = new LogSettings(1 << 10, 256);
    try (TestCluster cluster = cluster(settings(Flush.NONE, STALL_MAX, smallSegments));
        LogClient client = cluster.connect("client", PATIENT)) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      NodeId leader = cluster.awaitLeader(topic, 0);

      // when the flush of a full segment takes longer than an append may
      disk(leader).stallFsyncs();
      String large = "x".repeat(900);
      append(log, large);
      append(log, large);
      Eventually.until(() -> "it hangs", () -> disk(leader).hanging() > 0);
      await(2 * STALL_MAX.toMillis());

      // then
      append(log, "meanwhile");
      assertThat(cluster.status(leader).state()).isEqualTo(NodeStatus.State.RUNNING);
      assertThat(cluster.awaitLeader(topic, 0)).isEqualTo(leader);
      disk(leader).heal();
      assertThat(readAll(log)).containsExactly(large, large, "meanwhile");
    }
  }

  @ParameterizedTest
  @CsvSource({"NONE, true", "GROUP, true", "NONE, false", "GROUP, false"})
  void shouldStopSoonAndHoldItsDirectoryWhileItsDiskHangs(Flush flush, boolean isOrderly)
      throws Exception {
    try (TestCluster cluster = cluster(flush, STALL_MAX);
        LogClient client = cluster.connect("client", PATIENT)) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "before");
      cluster.awaitInSync(topic, 0, 3);
      NodeId old = cluster.awaitLeader(topic, 0);
      stall(disk(old), flush);
      begin(log, "during").get(OUTAGE_S_MAX, TimeUnit.SECONDS);
      assertThat(cluster.status(old).state()).isEqualTo(NodeStatus.State.FAILED);

      // when
      long beganNanos = System.nanoTime();
      if (isOrderly) {
        cluster.stop(old);
      } else {
        cluster.kill(old);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - beganNanos);

      // then nobody else may have what a late write may still change
      assertThat(took).isLessThan(Duration.ofSeconds(10));
      assertThat(disk(old).hanging()).isPositive();
      assertThatThrownBy(() -> cluster.start(old))
          .isInstanceOf(StartException.class)
          .hasMessageMatching(".*(in use by node [1-3] of|cannot listen at).*");
      disk(old).heal();
      Eventually.until(() -> "it starts", () -> starts(cluster, old));
      cluster.awaitInSync(topic, 0, 3);
      assertThat(readAll(log)).containsExactly("before", "during");
    }
  }

  /** Takes as long as a stop waits for a disk that may only be slow. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "GROUP"})
  @Tag("clusters")
  void shouldStopInBoundedTimeBeforeItsDiskCountsAsHung(Flush flush) throws Exception {
    try (TestCluster cluster = cluster(flush, NEVER);
        LogClient client = cluster.connect("client", "60s")) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "before");
      cluster.awaitInSync(topic, 0, 3);
      NodeId old = cluster.awaitLeader(topic, 0);
      stall(disk(old), flush);
      CompletableFuture<Appended> during = begin(log, "during");
      Eventually.until(() -> "it hangs", () -> disk(old).hanging() > 0);

      // when
      long beganNanos = System.nanoTime();
      cluster.stop(old);
      Duration took = Duration.ofNanos(System.nanoTime() - beganNanos);

      // then the others go on
      assertThat(took).isLessThan(Duration.ofSeconds(40));
      during.get(OUTAGE_S_MAX, TimeUnit.SECONDS);
      disk(old).heal();
      Eventually.until(() -> "it starts", () -> starts(cluster, old));
      cluster.awaitInSync(topic, 0, 3);
      assertThat(readAll(log)).containsExactly("before", "during");
    }
  }
}
