package io.rvi.isr.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.log.LogSettings;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Metadata;
import io.rvi.isr.protocol.Nonce;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.wire.ClientMessage;
import io.rvi.isr.wire.ReplicaMessage;
import io.rvi.isr.wire.ReplicaReport;
import io.rvi.isr.wire.SessionMessage;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class IsrNodeTest {
  private static final int SESSION_MS = 660;

  private static NodeSettings settings(Flush flush) {
    ReplicaConfig replica = ReplicaConfig.withDefaults(1, flush, SESSION_MS);
    return new NodeSettings(
        replica,
        ControllerConfig.withDefaults(1),
        LogSettings.DEFAULT,
        Duration.ofMillis(SESSION_MS),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        1 << 20,
        Optional.empty());
  }

  private static List<String> append(
      TestCluster cluster, NodeId leader, UUID topic, int from, int count) {
    List<String> appended = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      String payload = "record-" + i;
      var answer = cluster.client.append(leader, topic, 0, payload).join();
      int offset = i;
      assertThat(answer.message())
          .isInstanceOfSatisfying(
              ClientMessage.ProduceReply.class,
              reply -> assertThat(reply.baseOffset()).isEqualTo(offset));
      appended.add(payload);
    }
    return appended;
  }

  @Test
  void shouldReplicateAndReadBack() throws StartException {
    for (Flush flush : Flush.values()) {
      try (TestCluster cluster = new TestCluster(3, settings(flush))) {
        // given
        UUID topic = cluster.client.createTopic("t", 1, 3);
        NodeId leader = cluster.awaitLeader(topic, 0);

        // when
        List<String> appended = append(cluster, leader, topic, 0, 100);

        // then
        assertThat(cluster.client.readAll(leader, topic, 0)).isEqualTo(appended);
        Eventually.until(
            () -> "each replica knows that all is committed",
            () ->
                cluster.running.keySet().stream()
                    .allMatch(
                        node ->
                            cluster.reports(node, topic).stream()
                                    .mapToLong(ReplicaReport::highWatermark)
                                    .sum()
                                == 100));
      }
    }
  }

  @Test
  void shouldFailOverAndTakeTheKilledLeaderBack() throws StartException {
    try (TestCluster cluster = new TestCluster(3, settings(Flush.NONE))) {
      UUID topic = cluster.client.createTopic("t", 1, 3);
      List<String> appended = new ArrayList<>();
      for (int round = 0; round < 5; round++) {
        // given
        NodeId leader = cluster.awaitLeader(topic, 0);
        cluster.awaitInSync(topic, 0, 3);
        appended.addAll(append(cluster, leader, topic, appended.size(), 20));

        // when
        cluster.kill(leader);
        NodeId next = cluster.awaitLeader(topic, 0);
        appended.addAll(append(cluster, next, topic, appended.size(), 20));
        cluster.start(leader);

        // then
        assertThat(cluster.client.readAll(next, topic, 0)).isEqualTo(appended);
      }
      cluster.awaitInSync(topic, 0, 3);
    }
  }

  @Test
  void shouldHandLeadershipOverWhenItStopsInOrder() throws StartException {
    try (TestCluster cluster = new TestCluster(3, settings(Flush.GROUP))) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      NodeId leader = cluster.awaitLeader(topic, 0);
      List<String> appended = new ArrayList<>(append(cluster, leader, topic, 0, 10));

      // when
      cluster.stop(leader);

      // then another leads at once, not when a session expires
      NodeId next = cluster.awaitLeader(topic, 0);
      assertThat(next).isNotEqualTo(leader);
      appended.addAll(append(cluster, next, topic, 10, 10));
      assertThat(cluster.client.readAll(next, topic, 0)).isEqualTo(appended);
    }
  }

  @Test
  void shouldKeepEverythingWhenAllAreKilledAndStartedAgain() throws StartException {
    try (TestCluster cluster = new TestCluster(3, settings(Flush.NONE))) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      List<String> appended =
          new ArrayList<>(append(cluster, cluster.awaitLeader(topic, 0), topic, 0, 50));

      // when
      List<NodeId> all = List.copyOf(cluster.running.keySet());
      all.forEach(cluster::kill);
      for (NodeId node : all) {
        cluster.start(node);
      }

      // then
      NodeId leader = cluster.awaitLeader(topic, 0);
      Eventually.until(
          () -> "all is committed again",
          () -> cluster.client.readAll(leader, topic, 0).size() == appended.size());
      assertThat(cluster.client.readAll(leader, topic, 0)).isEqualTo(appended);
      appended.addAll(append(cluster, leader, topic, 50, 10));
    }
  }

  @Test
  void shouldNotTakeMetadataForALifeItHasNotHeardOfAsNoticed() throws StartException {
    try (TestCluster cluster = new TestCluster(1, settings(Flush.NONE))) {
      // given metadata for the next life of a node, as its controller may see that one first
      NodeId node = new NodeId(1);
      UUID topic = cluster.client.createTopic("t", 1, 1);
      cluster.awaitLeader(topic, 0);
      Member early = new Member(node, new UUID(0, 1), Long.MAX_VALUE);
      PartitionState state =
          new PartitionState(topic, node, 9, List.of(early), List.of(), 9, new Nonce("test", 1));
      Metadata metadata =
          new Metadata(
              new TopicPartition("t", 0),
              9,
              early.incarnation(),
              List.of(node),
              List.of(early),
              new VersionedState(state, 9));

      // when
      WireClient.Answer answer =
          cluster.client.ask(node, new ReplicaMessage.StateRequest(List.of(metadata)), null).join();

      // then the controller has to send it again
      assertThat(answer.message()).isInstanceOf(SessionMessage.Failure.class);
    }
  }

  @Test
  void shouldRefuseAPortInUseAndADirectoryInUse() throws StartException {
    try (TestCluster cluster = new TestCluster(1, settings(Flush.NONE))) {
      NodeId node = new NodeId(1);

      // when, then
      assertThatThrownBy(() -> cluster.start(node))
          .isInstanceOf(StartException.class)
          .hasMessageContaining(String.valueOf(cluster.endpoints.get(node)));
      assertThat(cluster.status(node).state()).isEqualTo(NodeStatus.State.RUNNING);
    }
  }
}
