package io.rvi.isr.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Appended;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.Flush;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.LogRecord;
import io.rvi.api.NodeId;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.UnknownOutcomeException;
import io.rvi.isr.log.LogSettings;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.testkit.Ports;
import io.rvi.isr.wire.ClientMessage;
import io.rvi.spi.Endpoint;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that people reported of systems of this kind, against real nodes and a real ZooKeeper. */
class ReportedFaultsTest {
  /** Long enough that a busy machine does not expire sessions by itself; ZooKeeper's most here. */
  private static final int SESSION_MS = 2_000;

  private static final String PATIENT = "30s";

  static NodeSettings settings(int minInsync) {
    return new NodeSettings(
        ReplicaConfig.withDefaults(minInsync, Flush.NONE, SESSION_MS),
        ControllerConfig.withDefaults(minInsync),
        LogSettings.DEFAULT,
        Duration.ofMillis(SESSION_MS),
        Duration.ofSeconds(10),
        Duration.ofSeconds(3),
        1 << 20,
        Optional.empty());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Appended append(ReplicatedLog log, String payload) {
    return log.append(bytes(payload)).join();
  }

  private static List<String> readAll(ReplicatedLog log) {
    List<String> all = new ArrayList<>();
    long end = log.highWatermark(Consistency.LINEARIZABLE).join();
    while (all.size() < end) {
      for (LogRecord record :
          log.read(all.size(), 1 << 20, Consistency.LINEARIZABLE).join().records()) {
        all.add(new String(record.payload(), StandardCharsets.UTF_8));
      }
    }
    return all;
  }

  private static boolean isAcknowledged(WireClient.Answer answer) {
    return answer.message() instanceof ClientMessage.ProduceReply;
  }

  private static NodeId another(TestCluster cluster, NodeId than) {
    return cluster.running.keySet().stream()
        .filter(node -> !node.equals(than))
        .findFirst()
        .orElseThrow();
  }

  private static void await(long ms) {
    long begin = System.nanoTime();
    Eventually.until(() -> ms + " ms", () -> System.nanoTime() - begin > ms * 1_000_000);
  }

  @Test
  void shouldNotAcknowledgeAtALeaderThatIsCutOffFromZooKeeperOnceAnotherLeads() throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(1));
        LogClient client = cluster.connect("client", PATIENT)) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "before");
      NodeId old = cluster.awaitLeader(topic, 0);

      // when the leader alone loses ZooKeeper, and its links to clients and followers stay up
      cluster.zooKeeperLink(old).cut();
      Eventually.until(
          () -> "another leader",
          () ->
              cluster.running.keySet().stream()
                  .filter(node -> !node.equals(old))
                  .flatMap(node -> cluster.reports(node, topic).stream())
                  .anyMatch(report -> report.leads()));
      append(log, "under the new leader");
      WireClient.Answer atOld = cluster.client.append(old, topic, 0, "zombie").join();

      // then the old one acknowledges nothing, and follows when it is back
      assertThat(isAcknowledged(atOld)).isFalse();
      cluster.zooKeeperLink(old).heal();
      cluster.awaitInSync(topic, 0, 3);
      append(log, "after");
      assertThat(readAll(log)).containsExactly("before", "under the new leader", "after");
    }
  }

  @Test
  void shouldRefuseAReplacementUnderTheIdOfALiveNode() throws Exception {
    try (TestCluster cluster = new TestCluster(1, settings(1))) {
      // given
      NodeId taken = new NodeId(1);
      NodeSpec spec = cluster.spec(taken);
      Endpoint elsewhere = new Endpoint("127.0.0.1", Ports.free());
      NodeSpec impostor =
          new NodeSpec(
              spec.cluster(),
              taken,
              elsewhere,
              spec.peers(),
              cluster.directory(new NodeId(9)),
              spec.services(),
              spec.settings());

      // when, then
      assertThatThrownBy(() -> IsrNode.start(impostor, settings(1)))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("node id n1 is in use");
      assertThat(cluster.status(taken).detail()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 1_900, 2_100, 4_000})
  void shouldHaveOneLeaderAfterZooKeeperWasDown(int downMs) throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(1));
        LogClient client = cluster.connect("client", PATIENT)) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "before");

      // when
      cluster.zooKeeper.stop();
      await(downMs);
      cluster.zooKeeper.restart();

      // then
      append(log, "after");
      cluster.awaitLeader(topic, 0);
      cluster.awaitInSync(topic, 0, 3);
      assertThat(readAll(log)).containsExactly("before", "after");
    }
  }

  @Test
  void shouldComeBackAloneWhenItsSessionExpired() throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(1));
        LogClient client = cluster.connect("client", PATIENT)) {
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      for (int round = 0; round < 4; round++) {
        // given
        NodeId leader = cluster.awaitLeader(topic, 0);
        NodeId follower = another(cluster, leader);
        append(log, "a" + round);

        // when: at once, so that its old registration is barely gone; or by a long outage
        if (round % 2 == 0) {
          cluster.expireSession(follower);
        } else {
          cluster.zooKeeperLink(follower).cut();
          await(2 * SESSION_MS);
          cluster.zooKeeperLink(follower).heal();
        }

        // then
        append(log, "b" + round);
        cluster.awaitInSync(topic, 0, 3);
      }
      NodeId leader = cluster.awaitLeader(topic, 0);
      cluster.kill(leader);
      append(log, "last");
      assertThat(readAll(log)).hasSize(9).endsWith("last");
    }
  }

  @Test
  void shouldRewriteTheInSyncSetAfterALongZooKeeperOutage() throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(1));
        LogClient client = cluster.connect("client", PATIENT)) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "before");

      // when all are cut off for several session timeouts, and then a follower dies
      cluster.running.keySet().forEach(node -> cluster.zooKeeperLink(node).cut());
      await(3 * SESSION_MS);
      cluster.running.keySet().forEach(node -> cluster.zooKeeperLink(node).heal());
      NodeId leader = cluster.awaitLeader(topic, 0);
      cluster.kill(another(cluster, leader));

      // then appends go on without any restart
      append(log, "after");
      cluster.awaitInSync(topic, 0, 2);
      assertThat(readAll(log)).containsExactly("before", "after");
    }
  }

  @Test
  void shouldTellRefusedFromUnknownWhenTooFewAreInSync() throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(2));
        LogClient client = cluster.connect("client", "4s")) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "before");
      NodeId leader = cluster.awaitLeader(topic, 0);

      // when the followers are cut off after the leader has a record that they have not
      cluster.isolate(leader);
      LogException first = failure(log.append(bytes("written")));
      LogException second = failure(log.append(bytes("refused")));

      // then
      assertThat(first).isInstanceOf(UnknownOutcomeException.class);
      assertThat(second)
          .isInstanceOfAny(NotCommittedException.class, UnknownOutcomeException.class);
      WireClient.Answer atLeader = cluster.client.append(leader, topic, 0, "direct").join();
      assertThat(isAcknowledged(atLeader)).isFalse();
      cluster.heal(leader);
      cluster.awaitInSync(topic, 0, 3);
      append(log, "after");
      assertThat(readAll(log)).doesNotHaveDuplicates().contains("before", "after");
    }
  }

  private static LogException failure(CompletableFuture<Appended> append) {
    try {
      throw new AssertionError("acknowledged: " + append.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof LogException reason) {
        return reason;
      }
      throw e;
    }
  }

  @Test
  void shouldReadNothingBetweenHighWatermarkAndLogEnd() throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(2));
        LogClient client = cluster.connect("client", "4s")) {
      // given a record that is at the leader alone
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "committed");
      NodeId leader = cluster.awaitLeader(topic, 0);
      cluster.isolate(leader);
      failure(log.append(bytes("not committed")));

      // when, then
      assertThat(cluster.client.readAll(leader, topic, 0)).containsExactly("committed");
      var read = log.read(2, 1_000, Consistency.COMMITTED);
      assertThatThrownBy(read::join)
          .cause()
          .isInstanceOfSatisfying(
              LogException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE))
          .hasMessageContaining("[0, 1");
      cluster.heal(leader);
    }
  }

  @Test
  void shouldReconcileWhenTheSameLeaderReturnsInANewerEpoch() throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(1));
        LogClient client = cluster.connect("client", PATIENT)) {
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      List<String> acknowledged = new ArrayList<>();
      for (int round = 0; round < 2; round++) {
        // given a leader that has records of its own that nobody else has
        NodeId leader = cluster.awaitLeader(topic, 0);
        cluster.awaitInSync(topic, 0, 3);
        acknowledged.add("a" + round);
        append(log, "a" + round);
        cluster.isolate(leader);
        var orphan = cluster.client.append(leader, topic, 0, "orphan" + round);

        // when it dies with them, others lead, and it comes back
        cluster.zooKeeperLink(leader).cut();
        acknowledged.add("b" + round);
        append(log, "b" + round);
        cluster.kill(leader);
        assertThat(isAcknowledged(orphan.join())).isFalse();
        cluster.heal(leader);
        cluster.zooKeeperLink(leader).heal();
        cluster.start(leader);

        // then it has what the others have
        cluster.awaitInSync(topic, 0, 3);
        assertThat(readAll(log)).isEqualTo(acknowledged);
      }
    }
  }

  @Test
  void shouldRefillAWipedFollowerOfAnIdleCluster() throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(1));
        LogClient client = cluster.connect("client", PATIENT)) {
      // given
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      List<String> acknowledged = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        acknowledged.add("r" + i);
        append(log, "r" + i);
      }
      NodeId wiped = another(cluster, cluster.awaitLeader(topic, 0));

      // when
      cluster.kill(wiped);
      wipe(cluster.directory(wiped));
      cluster.start(wiped);

      // then
      cluster.awaitInSync(topic, 0, 3);
      cluster.kill(cluster.awaitLeader(topic, 0));
      assertThat(readAll(log)).isEqualTo(acknowledged);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"its replicas", "all that is in logs", "logs"})
  void shouldNotLeadWithoutTheLogThatItHad(String lost) throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(1));
        LogClient client = cluster.connect("client", PATIENT)) {
      // given records that all have
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      List<String> acknowledged = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        acknowledged.add("r" + i);
        append(log, "r" + i);
      }
      cluster.awaitInSync(topic, 0, 3);
      NodeId leader = cluster.awaitLeader(topic, 0);
      List<NodeId> followers = new ArrayList<>(cluster.running.keySet());
      followers.remove(leader);
      NodeId robbed = followers.get(0);

      // when a follower comes back first, with its identity and without its logs
      cluster.kill(leader);
      followers.forEach(cluster::kill);
      lose(cluster.directory(robbed).resolve(NodeStorage.LOGS), lost);
      cluster.start(robbed);
      await(3 * SESSION_MS);

      // then it does not lead, and nothing is lost when the others are back
      assertThat(cluster.reports(robbed, topic).stream().noneMatch(report -> report.leads()))
          .isTrue();
      cluster.start(leader);
      cluster.start(followers.get(1));
      cluster.awaitInSync(topic, 0, 3);
      assertThat(readAll(log)).isEqualTo(acknowledged);
    }
  }

  private static void lose(Path logs, String lost) throws IOException {
    if (lost.equals("its replicas")) {
      try (Stream<Path> entries = Files.list(logs)) {
        for (Path replica : entries.filter(Files::isDirectory).toList()) {
          wipe(replica);
        }
      }
    } else {
      wipe(logs);
      if (!lost.equals("logs")) {
        Files.createDirectory(logs);
      }
    }
  }

  private static void wipe(Path directory) throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void shouldNotElectAnOutsider() throws Exception {
    try (TestCluster cluster = new TestCluster(3, settings(1));
        LogClient client = cluster.connect("client", PATIENT)) {
      // given the leader alone is in sync and has records that the others lack
      UUID topic = cluster.client.createTopic("t", 1, 3);
      ReplicatedLog log = client.open("t", 0);
      append(log, "before");
      NodeId leader = cluster.awaitLeader(topic, 0);
      cluster.isolate(leader);
      cluster.awaitInSync(topic, 0, 1);
      append(log, "alone");

      // when
      cluster.kill(leader);
      cluster.heal(leader);
      await(2 * SESSION_MS);

      // then nobody leads until it is back, and it lost nothing
      assertThat(
              cluster.running.keySet().stream()
                  .flatMap(node -> cluster.reports(node, topic).stream())
                  .noneMatch(report -> report.leads()))
          .isTrue();
      cluster.start(leader);
      assertThat(readAll(log)).containsExactly("before", "alone");
    }
  }
}
