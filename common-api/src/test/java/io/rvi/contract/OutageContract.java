package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Appended;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.NodeId;
import io.rvi.api.NotCommittedException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.api.TopicDescription;
import io.rvi.api.UnknownOutcomeException;
import io.rvi.spi.Capability;
import io.rvi.spi.NodeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cluster is gone, or too little of it is left, and comes back. */
@Tag("outages")
abstract class OutageContract extends FaultPart {
  private static final Map<String, String> HASTY = Map.of("request.deadline", "2s");

  /** Above the hasty deadline by what a busy machine may take to notice it. */
  private static final Duration HASTY_BOUND = Duration.ofSeconds(15);

  @ParameterizedTest
  @EnumSource
  void shouldHaveEveryAcknowledgedRecordAfterAllNodesWereDown(CrashContract.Stop stop)
      throws Exception {
    // given
    assumeCapable(Capability.DURABLE);
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Production production = Production.start(log, "p");
    production.awaitProgress();

    // when
    for (NodeId node : cluster.nodes()) {
      stop.apply(cluster, node);
    }
    for (NodeId node : cluster.nodes()) {
      cluster.start(node);
    }
    production.awaitProgress();

    // then
    production.finish();
    awaitLevel(cluster, client);
    production.check(everything(log));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shouldServeWithAnyNumberOfReplicasAndAfterARestartOfAll(int nodes) throws Exception {
    // given
    assumeCapable(Capability.DURABLE);
    ContractCluster cluster = cluster(nodes);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Outcomes.append(log, "before");

    // when
    cluster.nodes().forEach(cluster::kill);
    for (NodeId node : cluster.nodes()) {
      cluster.start(node);
    }

    // then
    assertThat(Outcomes.append(log, "after").offset()).isOne();
    assertThat(Outcomes.readTexts(log, 2)).containsExactly("before", "after");
  }

  @Test
  void shouldEndEveryOperationWithinItsDeadlineWhenNoNodeRuns() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    clientWithTopic(cluster);
    LogClient hasty = cluster.connect("hasty", HASTY);
    ReplicatedLog log = hasty.open(TOPIC, 0);
    awaitReached(log);

    // when
    cluster.nodes().forEach(cluster::kill);
    long startNanos = System.nanoTime();
    CompletableFuture<Appended> append = log.append(Outcomes.bytes("during"));
    List<CompletableFuture<?>> requests =
        List.of(
            log.read(0, 1, Consistency.COMMITTED),
            log.highWatermark(Consistency.COMMITTED),
            hasty.createTopic("other", 1, 3));
    CompletableFuture<TopicDescription> describe = hasty.describe(TOPIC);

    // then
    assertThat(Outcomes.failure(append))
        .isInstanceOfAny(NotCommittedException.class, UnknownOutcomeException.class);
    requests.forEach(OutageContract::checkNobodyAnswered);
    Await.until("described or failed", describe::isDone);
    if (describe.isCompletedExceptionally()) {
      checkNobodyAnswered(describe);
    } else {
      assertThat(describe.join().partitions()).allMatch(one -> one.leader().isEmpty());
    }
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(HASTY_BOUND);
  }

  /** Until an append is in time; a busy machine may need several. */
  private static void awaitReached(ReplicatedLog log) {
    Await.until(
        "an append acknowledged within a short deadline",
        () -> {
          CompletableFuture<Appended> append = log.append(Outcomes.bytes("before"));
          Await.until("ended", append::isDone);
          return !append.isCompletedExceptionally();
        });
  }

  private static void checkNobodyAnswered(CompletableFuture<?> request) {
    LogException failure = Outcomes.failure(request);
    assertThat(failure).isInstanceOf(RequestFailedException.class);
    assertThat(failure.code())
        .isIn(ErrorCode.NO_LEADER, ErrorCode.DEADLINE_EXCEEDED, ErrorCode.LEADER_CHANGED);
  }

  @Test
  void shouldEndEachAppendWithinItsDeadlineWhenOneNodeOfThreeIsLeft() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    LogClient hasty = cluster.connect("hasty", HASTY);
    ReplicatedLog log = hasty.open(TOPIC, 0);
    awaitReached(log);

    // when the leader and one more crash
    NodeId follower = follower(cluster, client);
    cluster.kill(leader(cluster, client));
    cluster.kill(follower);
    long startNanos = System.nanoTime();
    List<CompletableFuture<Appended>> appends = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      appends.add(log.append(Outcomes.bytes("r" + i)));
    }
    Await.until("ended", () -> appends.stream().allMatch(CompletableFuture::isDone));

    // then whatever the backend's rule, each ended in time, and the log shows it
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(HASTY_BOUND);
    for (NodeId node : cluster.nodes()) {
      if (cluster.status(node).state() == NodeStatus.State.STOPPED) {
        cluster.start(node);
      }
    }
    awaitLevel(cluster, client);
    List<String> texts = everything(client.open(TOPIC, 0));
    for (int i = 0; i < appends.size(); i++) {
      check(appends.get(i), "r" + i, texts);
    }
  }

  private static void check(CompletableFuture<Appended> append, String text, List<String> texts) {
    long copies = texts.stream().filter(text::equals).count();
    if (append.isCompletedExceptionally()) {
      LogException failure = Outcomes.failure(append);
      assertThat(copies)
          .as("copies of " + text + ", which ended as " + failure)
          .isLessThanOrEqualTo(failure instanceof NotCommittedException ? 0 : 1);
    } else {
      assertThat(copies).as("copies of acknowledged " + text).isOne();
      assertThat(texts.get((int) append.join().offset())).isEqualTo(text);
    }
  }

  @Test
  void shouldServeTheSameClientAgainOnceNodesAreBack() throws Exception {
    // given
    assumeCapable(Capability.DURABLE);
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Outcomes.append(log, "before");
    cluster.nodes().forEach(cluster::kill);

    // when an append is sent while nobody is there
    CompletableFuture<Appended> append = log.append(Outcomes.bytes("during"));
    for (NodeId node : cluster.nodes()) {
      cluster.start(node);
    }

    // then
    assertThat(Outcomes.result(append).offset()).isOne();
    assertThat(Outcomes.readTexts(log, 2)).containsExactly("before", "during");
  }

  @Test
  void shouldRefuseAppendsAtOnceAsOverloadedWhileNobodyTakesThem() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    clientWithTopic(cluster);
    LogClient small =
        cluster.connect("small", Map.of("request.deadline", "2s", "pendingBytes", "10KiB"));
    ReplicatedLog log = small.open(TOPIC, 0);
    Outcomes.append(log, "before");
    cluster.nodes().forEach(cluster::kill);

    // when
    List<CompletableFuture<Appended>> appends = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      appends.add(log.append(new byte[1024]));
    }

    // then
    List<LogException> failures = appends.stream().map(Outcomes::failure).toList();
    assertThat(failures.subList(10, 20))
        .allSatisfy(
            failure -> {
              assertThat(failure).isInstanceOf(NotCommittedException.class);
              assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED);
              assertThat(failure).hasMessageContaining("pendingBytes");
            });
    assertThat(failures.subList(0, 9)).noneMatch(failure -> failure.code() == ErrorCode.OVERLOADED);
  }

  @Test
  void shouldCloseInSecondsWithAppendsInFlightToNobody() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = clientWithTopic(cluster);
    ReplicatedLog log = client.open(TOPIC, 0);
    Outcomes.append(log, "before");
    cluster.nodes().forEach(cluster::kill);
    List<CompletableFuture<Appended>> appends = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      appends.add(log.append(new byte[10]));
    }

    // when
    long startNanos = System.nanoTime();
    client.close();

    // then
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(HASTY_BOUND);
    for (CompletableFuture<Appended> append : appends) {
      assertThat(Outcomes.failure(append))
          .isInstanceOfAny(NotCommittedException.class, UnknownOutcomeException.class);
    }
  }
}
