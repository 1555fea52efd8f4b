package io.rvi.isr.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.api.TopicDescription.ReplicaState;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.wire.ReplicaReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What nodes say of a partition when nothing happens to it any more. */
class DescribeTest {
  private static final String TOPIC = "t";
  private static final int RECORDS = 20;

  /** What must be the same everywhere. */
  private record Seen(long epoch, long highWatermark, long logEnd) {}

  @Test
  void shouldShowTheSameOnAllNodesAtRest() throws Exception {
    try (TestCluster cluster = new TestCluster(3, ReportedFaultsTest.settings(2));
        LogClient client = cluster.connect("client", "30s")) {
      // given a partition whose leader was killed under load, and came back
      UUID topicId = cluster.client.createTopic(TOPIC, 1, 3);
      ReplicatedLog log = client.open(TOPIC, 0);
      append(log, "before");
      TopicDescription.Partition before = described(client);
      NodeId killed = before.leader().orElseThrow();
      cluster.kill(killed);
      append(log, "without");
      cluster.start(killed);
      append(log, "after");

      // when all of it has come to rest
      long end = 3L * RECORDS;
      List<Seen> rested = new ArrayList<>();
      Eventually.until(
          () -> "one view: " + views(cluster, topicId),
          () -> {
            List<Seen> views = views(cluster, topicId);
            rested.clear();
            rested.addAll(views);
            return views.size() == 3
                && views.stream().distinct().count() == 1
                && described(client).inSync().equals(cluster.running.keySet());
          });

      // then that view is right, and clients are told the same
      Seen last = rested.get(0);
      assertThat(last.epoch()).isGreaterThan(before.epoch());
      assertThat(last.highWatermark()).isEqualTo(end);
      assertThat(last.logEnd()).isEqualTo(end);
      TopicDescription.Partition rest = described(client);
      assertThat(rest.epoch()).isEqualTo(last.epoch());
      assertThat(rest.inSync()).isEqualTo(cluster.running.keySet());
      assertThat(rest.highWatermark()).isEqualTo(end);
      assertThat(rest.replicaStates())
          .extracting(ReplicaState::node)
          .containsExactlyInAnyOrderElementsOf(cluster.running.keySet());
      assertThat(rest.replicaStates())
          .allSatisfy(
              state -> {
                assertThat(state.epoch()).isEqualTo(last.epoch());
                assertThat(state.highWatermark()).isEqualTo(end);
                assertThat(state.logEnd()).isEqualTo(end);
              });
    }
  }

  private static void append(ReplicatedLog log, String name) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      all.add(log.append((name + i).getBytes(StandardCharsets.UTF_8)));
    }
    all.forEach(CompletableFuture::join);
  }

  private static TopicDescription.Partition described(LogClient client) {
    return client.describe(TOPIC).join().partitions().get(0);
  }

  /** What each node says, in the order of their ids; a node that says nothing is left out. */
  private static List<Seen> views(TestCluster cluster, UUID topicId) {
    return cluster.running.keySet().stream()
        .flatMap(node -> cluster.reports(node, topicId).stream())
        .map(DescribeTest::seen)
        .toList();
  }

  private static Seen seen(ReplicaReport report) {
    return new Seen(report.epoch(), report.highWatermark(), report.logEnd());
  }
}
