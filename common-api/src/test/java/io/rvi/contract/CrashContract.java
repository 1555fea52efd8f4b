package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rvi.api.Appended;
import io.rvi.api.Consistency;
import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.spi.Capability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One node after the other stops and comes back; the log goes on. */
@Tag("crashes")
abstract class CrashContract extends FaultPart {
  /** How a node stops. */
  enum Stop {
    KILLED,
    IN_ORDER;

    void apply(ContractCluster cluster, NodeId node) {
      if (this == KILLED) {
        cluster.kill(node);
      } else {
        cluster.stop(node);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldGoOnWithoutAFollowerAndBringItLevelAgain(Stop stop) throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Production production = Production.start(log, "p");
    production.awaitProgress();
    NodeId follower = follower(cluster, client);

    // when
    stop.apply(cluster, follower);
    production.awaitProgress();
    cluster.start(follower);
    production.awaitProgress();

    // then
    production.finish().checkAllCommitted();
    awaitLevel(cluster, client);
    production.check(everything(log));
  }

  @ParameterizedTest
  @EnumSource
  void shouldGoOnUnderANewLeaderAndBringTheOldOneLevelAgain(Stop stop) throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Production production = Production.start(log, "p");
    production.awaitProgress();
    NodeId leader = leader(cluster, client);
    long epoch = partition(client).epoch();

    // when
    stop.apply(cluster, leader);
    production.awaitProgress();

    // then
    assertThat(leader(cluster, client)).isNotEqualTo(leader);
    assertThat(partition(client).epoch()).isGreaterThan(epoch);
    cluster.start(leader);
    production.awaitProgress();
    production.finish();
    awaitLevel(cluster, client);
    production.check(everything(log));
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepEveryAcknowledgedRecordWhileEachReplicaRestartsInTurn(Stop stop) throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);

    // when
    List<String> acknowledged = new ArrayList<>();
    for (NodeId node : cluster.nodes()) {
      appendSome(log, acknowledged);
      awaitLevel(cluster, client);
      stop.apply(cluster, node);
      appendSome(log, acknowledged);
      cluster.start(node);
    }
    awaitLevel(cluster, client);

    // then
    assertThat(Outcomes.readTexts(log, acknowledged.size()))
        .containsExactlyElementsOf(acknowledged);
  }

  @Test
  void shouldKeepOffsetsDenseAcrossChangesOfLeader() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    List<Long> offsets = new ArrayList<>();
    List<Long> epochs = new ArrayList<>();

    // when
    for (int change = 0; change < 3; change++) {
      for (int i = 0; i < 5; i++) {
        Appended appended = Outcomes.append(log, "r" + offsets.size());
        offsets.add(appended.offset());
        epochs.add(appended.epoch());
      }
      NodeId leader = leader(cluster, client);
      cluster.kill(leader);
      offsets.add(Outcomes.append(log, "r" + offsets.size()).offset());
      cluster.start(leader);
      awaitLevel(cluster, client);
    }

    // then
    assertThat(offsets)
        .containsExactlyElementsOf(IntStream.range(0, 18).mapToObj(Long::valueOf).toList());
    assertThat(epochs).isSorted();
    assertThat(Outcomes.result(log.highWatermark(Consistency.COMMITTED))).isEqualTo(18);
    assertThat(Outcomes.readTexts(log, 18))
        .containsExactlyElementsOf(IntStream.range(0, 18).mapToObj(i -> "r" + i).toList());
  }

  @Test
  void shouldReadWhatTheOldLeaderCommittedThoughNobodyWritesAgain() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Outcomes.append(log, "committed");

    // when
    cluster.kill(leader(cluster, client));

    // then
    LogClient other = cluster.connect("other", PATIENT);
    assertThat(Outcomes.readTexts(other.open(TOPIC, 0), 1)).containsExactly("committed");
  }

  @Test
  void shouldKeepEachClientsOrderAcrossALeaderCrash() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    List<Production> productions = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      LogClient own = cluster.connect("producer-" + i, PATIENT);
      productions.add(Production.start(own.open(TOPIC, 0), "p" + i));
    }
    productions.forEach(Production::awaitProgress);

    // when
    cluster.kill(leader(cluster, client));
    productions.forEach(Production::awaitProgress);

    // then
    for (Production production : productions) {
      production.finish();
    }
    List<String> texts = everything(log);
    productions.forEach(production -> production.check(texts));
  }

  @Test
  void shouldAcknowledgeEachAppendAcrossALeaderCrashWhenRetriesAreIdempotent() throws Exception {
    // given
    assumeCapable(Capability.IDEMPOTENT_APPENDS);
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Production production = Production.start(log, "p");
    production.awaitProgress();

    // when
    cluster.kill(leader(cluster, client));
    production.awaitProgress();

    // then
    production.finish().checkAllCommitted().check(everything(log));
  }

  @Test
  void shouldConsumeEachRecordOnceAcrossALeaderCrash() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    List<String> appended = new ArrayList<>();
    List<String> consumed = new ArrayList<>();
    try (LogConsumer consumer = cluster.connect("consumer", PATIENT).consumer(TOPIC)) {
      appendSome(log, appended);
      consume(consumer, consumed, appended.size());

      // when
      cluster.kill(leader(cluster, client));
      appendSome(log, appended);
      consume(consumer, consumed, appended.size());

      // then
      assertThat(consumed).containsExactlyElementsOf(appended);
    }
  }

  @Test
  void shouldGoOnUnderANewLeaderWhileTheOldOneIsSilent() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    assumeTrue(cluster instanceof PausableCluster, "nodes of this topology can't be paused");
    PausableCluster pausable = (PausableCluster) cluster;
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Production production = Production.start(log, "p");
    production.awaitProgress();
    NodeId leader = leader(cluster, client);

    // when
    pausable.pause(leader);
    production.awaitProgress();
    pausable.resume(leader);
    production.awaitProgress();

    // then
    production.finish();
    awaitLevel(cluster, client);
    production.check(everything(log));
  }

  private static void appendSome(ReplicatedLog log, List<String> acknowledged) {
    for (int i = 0; i < 20; i++) {
      String text = "r" + acknowledged.size();
      Outcomes.append(log, text);
      acknowledged.add(text);
    }
  }

  private static void consume(LogConsumer consumer, List<String> consumed, int until) {
    Await.until(
        "consumed " + until + " records",
        () -> {
          consumer.poll(Duration.ofMillis(50)).stream()
              .map(one -> Outcomes.text(one.record().payload()))
              .forEach(consumed::add);
          return consumed.size() >= until;
        });
  }
}
