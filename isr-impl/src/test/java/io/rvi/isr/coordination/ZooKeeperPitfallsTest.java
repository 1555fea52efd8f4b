package io.rvi.isr.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.protocol.WriteOutcome;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.testkit.LocalZooKeeper;
import io.rvi.isr.testkit.Relay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The pitfalls of ZooKeeper clients, Z1 to Z21 of the module's README, against a real server behind
 * a link that can be cut. Z2, Z4, Z6 and Z18 are in {@link CoordinationTest}, Z12 in {@code
 * io.rvi.isr.protocol.ReassignmentTest}.
 */
class ZooKeeperPitfallsTest {
  private static final int TICK_MS = 100;
  private static final TopicPartition PARTITION = CoordinationTest.PARTITION;
  private static final String OWN_NODE = "/rvi/test/nodes/1";

  private LocalZooKeeper zooKeeper;

  @BeforeEach
  void startZooKeeper() {
    zooKeeper = LocalZooKeeper.start(TICK_MS);
  }

  @AfterEach
  void stopZooKeeper() {
    zooKeeper.close();
  }

  @Test
  @DisplayName("Z1: a node that is cut off gives up its authority before its session expires")
  void shouldSuspendBeforeItsSessionCanExpire() {
    try (Relay link = Relay.to(zooKeeper.port());
        Participant cutOff = Participant.started(link.address(), 1);
        Participant observer = Participant.started(zooKeeper.connectString(), 2)) {
      Eventually.until(() -> "both live", () -> observer.liveNodes().size() == 2);

      // when
      link.cut();
      List<String> atExpiry = new ArrayList<>();
      Eventually.until(
          () -> "expired",
          () -> {
            atExpiry.clear();
            atExpiry.addAll(cutOff.session);
            return !observer.liveNodes().contains(new NodeId(1));
          });

      // then
      assertThat(atExpiry).contains("suspended");
    }
  }

  @Test
  @DisplayName("Z3: a write that lands after its answer was given up is found by the next write")
  void shouldFenceAWriteThatLandsLate() {
    try (Relay link = Relay.to(zooKeeper.port());
        Participant leader = Participant.started(link.address(), 1);
        Participant observer = Participant.started(zooKeeper.connectString(), 2)) {
      createTopic(leader);
      observer.awaitState(PARTITION, 0);

      // when the request is under way as the client loses its connection
      link.holdRequests();
      CompletableFuture<WriteOutcome> late = change(leader, "late", 0);
      Eventually.until(() -> "the request is held", link::isHolding);
      link.dropClients();
      assertThat(late.join()).isEqualTo(new WriteOutcome.Unknown());
      link.releaseRequests();

      // then the next write with the same version wins or learns, and only one is stored
      WriteOutcome next =
          leader.write(
              out -> leader.coordination.changeInSyncSet(PARTITION, state("next"), 0, out));
      observer.awaitState(PARTITION, 1);
      assertThat(next)
          .isIn(
              new WriteOutcome.Committed(1),
              new WriteOutcome.Rejected(new VersionedState(state("late"), 1)));
      String stored = next instanceof WriteOutcome.Committed ? "next" : "late";
      assertThat(observer.states).containsEntry(PARTITION, new VersionedState(state(stored), 1));
    }
  }

  @Test
  @DisplayName("Z5: the office of an earlier session is not taken for the present one's")
  void shouldNotTakeTheOfficeOfItsEarlierSessionForItsOwn() {
    // given a controller that was killed, so that its znodes are still there
    UUID storage = UUID.randomUUID();
    Participant killed = new Participant(zooKeeper.connectString(), 1, storage, null);
    UUID cluster = killed.start();
    createTopic(killed);
    killed.abandon();
    long earlier = killed.won.get(0);
    assertThat(zooKeeper.ownerOf("/rvi/test/controller")).isNotZero();

    // when
    try (Participant again = new Participant(zooKeeper.connectString(), 1, storage, cluster)) {
      again.start();
      Eventually.until(() -> "controller", () -> !again.won.isEmpty());

      // then it has an epoch of its own, and the earlier one is fenced
      assertThat(again.won.get(0)).isGreaterThan(earlier);
      assertThat(
              again.write(
                  out -> again.coordination.changeState(earlier, PARTITION, state("b"), 0, out)))
          .isEqualTo(new WriteOutcome.ControllerMoved());
    }
  }

  @Test
  @DisplayName(
      "Z7: many changes may be told as one, and the last is seen; a bounce has another life")
  void shouldSeeTheLastOfManyChangesAndEveryNewLife() {
    try (Participant leader = Participant.started(zooKeeper.connectString(), 1);
        Participant observer = Participant.started(zooKeeper.connectString(), 2)) {
      createTopic(leader);
      for (int version = 0; version < 50; version++) {
        assertThat(change(leader, "w" + version, version).join())
            .isEqualTo(new WriteOutcome.Committed(version + 1));
      }
      observer.awaitState(PARTITION, 50);

      // when the registration goes and comes
      long before = leader.incarnations.get(0);
      zooKeeper.expire(leader.coordination.sessionId());

      // then
      Eventually.until(
          () -> "seen in another life: " + observer.live,
          () ->
              observer.live.stream()
                  .map(CoordinationListener.LiveNode::member)
                  .anyMatch(m -> m.node().value() == 1 && m.incarnation() > before));
    }
  }

  @Test
  @DisplayName("Z8: watches that went with a session are armed again")
  void shouldSeeChangesAfterItsSessionExpired() {
    try (Participant leader = Participant.started(zooKeeper.connectString(), 1);
        Participant observer = Participant.started(zooKeeper.connectString(), 2)) {
      createTopic(leader);
      observer.awaitState(PARTITION, 0);

      // when
      zooKeeper.expire(observer.coordination.sessionId());
      Eventually.until(() -> "registered again", () -> observer.incarnations.size() == 2);
      change(leader, "b", 0).join();

      // then
      observer.awaitState(PARTITION, 1);
    }
  }

  @Test
  @DisplayName("Z9: nothing is missed between the first read and the watch")
  void shouldMissNothingWhileItJoins() {
    try (Participant leader = Participant.started(zooKeeper.connectString(), 1)) {
      createTopic(leader);
      int last = 200;
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                for (int version = 0; version < last; version++) {
                  change(leader, "w" + version, version).join();
                }
              });

      // when it joins while the state changes
      try (Participant joining = Participant.started(zooKeeper.connectString(), 2)) {
        writing.join();

        // then
        joining.awaitState(PARTITION, last);
      }
    }
  }

  @Test
  @DisplayName("Z10: a node has one watch, however many partitions there are")
  void shouldKeepOneWatchPerNode() {
    try (Participant one = Participant.started(zooKeeper.connectString(), 1);
        Participant other = Participant.started(zooKeeper.connectString(), 2)) {
      Eventually.until(() -> "a controller", () -> !one.won.isEmpty());
      int partitions = 200;
      List<List<NodeId>> rows = Collections.nCopies(partitions, List.of(new NodeId(1)));
      one.write(
          out ->
              one.coordination.createTopic(
                  one.won.get(0),
                  new TopicAssignment("t", CoordinationTest.TOPIC_ID, rows),
                  Collections.nCopies(partitions, state("a")),
                  out));
      Eventually.until(() -> "all seen", () -> other.states.size() == partitions);

      assertThat(zooKeeper.watches()).isEqualTo(2);
    }
  }

  @Test
  @DisplayName("Z11: a version that was never read is not sent as \"any version\"")
  void shouldRefuseANegativeVersion() {
    try (Participant leader = Participant.started(zooKeeper.connectString(), 1)) {
      assertThatThrownBy(
              () ->
                  leader
                      .loop
                      .submit(
                          () ->
                              leader.coordination.changeInSyncSet(
                                  PARTITION, state("b"), -1, outcome -> {}))
                      .get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  @DisplayName("Z13: a creation whose answer was lost leaves no orphan")
  void shouldLeaveNoOrphanWhenTheAnswersToItsFirstRequestsAreLost() {
    try (Relay link = Relay.to(zooKeeper.port())) {
      link.loseAnswersAfter(400);
      try (Participant node =
          new Participant(link.address(), 1, UUID.randomUUID(), null, Duration.ofSeconds(1))) {
        var started = node.coordination.start();
        Eventually.until(() -> "answers are lost", link::hasLostAnswers);
        link.heal();
        started.join();
        Eventually.until(() -> "a controller", () -> !node.won.isEmpty());

        assertThat(zooKeeper.childrenOf("/rvi/test/nodes")).containsExactly("1");
        assertThat(zooKeeper.childrenOf("/rvi/test"))
            .containsExactlyInAnyOrder("controller", "controller_epoch", "id", "nodes", "topics");
      }
    }
  }

  @Test
  @DisplayName("Z14: parents are plain and stay when everybody has left")
  void shouldFindItsParentsAfterEverybodyHasLeft() {
    Participant only = Participant.started(zooKeeper.connectString(), 1);
    only.close();

    assertThat(zooKeeper.childrenOf("/rvi/test")).contains("nodes", "topics");
    assertThat(zooKeeper.containers()).isZero();
    try (Participant later = Participant.started(zooKeeper.connectString(), 2)) {
      assertThat(later.liveNodes()).containsExactly(new NodeId(2));
    }
  }

  @Test
  @DisplayName("Z15: a state is confirmed in order with the writes, not by a read")
  void shouldConfirmAStateOnlyWhileItIsTheStoredOne() {
    try (Participant leader = Participant.started(zooKeeper.connectString(), 1)) {
      createTopic(leader);
      assertThat(confirm(leader, 0)).isEqualTo(new WriteOutcome.Committed(0));

      change(leader, "b", 0).join();

      assertThat(confirm(leader, 0))
          .isEqualTo(new WriteOutcome.Rejected(new VersionedState(state("b"), 1)));
      assertThat(confirm(leader, 1)).isEqualTo(new WriteOutcome.Committed(1));
    }
  }

  @Test
  @DisplayName(
      "Z16: a node's loop that stands still costs no session, and no callback waits for it")
  void shouldKeepItsSessionWhileItsLoopStandsStill() {
    try (Participant node =
            new Participant(
                zooKeeper.connectString(), 1, UUID.randomUUID(), null, Duration.ofMillis(400));
        Participant other = Participant.started(zooKeeper.connectString(), 2)) {
      node.start();
      CountDownLatch release = new CountDownLatch(1);
      long began = System.nanoTime();
      node.loop.execute(() -> await(release));

      // when others go on for longer than its session
      createTopicBy(node, other);
      Eventually.until(
          () -> "two sessions long",
          () -> System.nanoTime() - began > Duration.ofMillis(800).toNanos());
      release.countDown();

      // then
      node.awaitState(PARTITION, 0);
      assertThat(node.session).isEmpty();
      assertThat(node.incarnations).hasSize(1);
    }
  }

  @Test
  @Tag("clusters")
  @DisplayName("Z17: an address that nobody can resolve does not end the client")
  void shouldConnectThoughOneAddressCannotBeResolved() {
    String addresses = "no-such-host.invalid:2181," + zooKeeper.connectString();
    try (Participant node = Participant.started(addresses, 1)) {
      zooKeeper.stop();
      Eventually.until(() -> "suspended", () -> node.session.contains("suspended"));
      zooKeeper.restart();

      Eventually.until(
          () -> "back: " + node.session,
          () -> node.session.contains("resumed") || node.incarnations.size() == 2);
    }
  }

  @Test
  @DisplayName("Z19: what a controller does after a pause that outlived its session is fenced")
  void shouldFenceAControllerThatWakesAfterItsSession() {
    try (Participant paused = Participant.started(zooKeeper.connectString(), 1)) {
      createTopic(paused);
      long epoch = paused.won.get(0);
      try (Participant next = Participant.started(zooKeeper.connectString(), 2)) {
        CountDownLatch release = new CountDownLatch(1);
        paused.loop.execute(() -> await(release));
        CompletableFuture<WriteOutcome> afterwards =
            paused.begin(
                out -> paused.coordination.changeState(epoch, PARTITION, state("old"), 0, out));

        // when
        zooKeeper.expire(paused.coordination.sessionId());
        Eventually.until(() -> "another controller", () -> !next.won.isEmpty());
        release.countDown();

        // then
        assertThat(afterwards.join()).isNotInstanceOf(WriteOutcome.Committed.class);
        assertThat(next.states).containsEntry(PARTITION, new VersionedState(state("a"), 0));
      }
    }
  }

  @Test
  @DisplayName("Z20: a transaction whose answer is lost is unknown as a whole")
  void shouldTakeALostTransactionForUnknown() {
    try (Relay link = Relay.to(zooKeeper.port());
        Participant node = Participant.started(link.address(), 1)) {
      Eventually.until(() -> "a controller", () -> !node.won.isEmpty());
      long epoch = node.won.get(0);

      // when
      link.loseAnswers();
      CompletableFuture<WriteOutcome> lost =
          node.begin(
              out ->
                  node.coordination.createTopic(
                      epoch, CoordinationTest.topic(), List.of(state("a")), out));
      Eventually.until(
          () -> "it landed", () -> zooKeeper.childrenOf("/rvi/test/topics").contains("t"));
      link.heal();

      // then
      assertThat(lost.join()).isEqualTo(new WriteOutcome.Unknown());
      node.awaitState(PARTITION, 0);
      assertThat(zooKeeper.childrenOf("/rvi/test/topics/t")).containsExactly("0");
    }
  }

  @Test
  @Tag("clusters")
  @DisplayName("Z21: reconnects are normal: one life for each session, and nothing missed")
  void shouldStayInStepThroughManyReconnects() {
    try (Relay link = Relay.to(zooKeeper.port());
        Participant node = Participant.started(link.address(), 1);
        Participant writer = Participant.started(zooKeeper.connectString(), 2)) {
      createTopic(node);
      for (int version = 0; version < 3; version++) {
        link.drop();
        change(writer, "w" + version, version).join();
        node.awaitState(PARTITION, version + 1);
      }

      // then it has a life for each session, and the last session's registration stands
      Eventually.until(
          () -> "registered in its present session",
          () -> zooKeeper.ownerOf(OWN_NODE) == node.coordination.sessionId());
      assertThat(node.incarnations).hasSize(1 + Collections.frequency(node.session, "lost"));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void createTopic(Participant controller) {
    createTopicBy(controller, controller);
  }

  /** Whichever of two is controller creates the topic. */
  private static void createTopicBy(Participant one, Participant other) {
    Eventually.until(() -> "a controller", () -> !one.won.isEmpty() || !other.won.isEmpty());
    Participant controller = other.won.isEmpty() ? one : other;
    assertThat(controller.createTopic(controller.won.get(0), CoordinationTest.topic(), state("a")))
        .isEqualTo(new WriteOutcome.Committed(0));
  }

  private static CompletableFuture<WriteOutcome> change(
      Participant leader, String writer, int expectedVersion) {
    return leader.begin(
        out -> leader.coordination.changeInSyncSet(PARTITION, state(writer), expectedVersion, out));
  }

  private static WriteOutcome confirm(Participant node, int version) {
    return node.begin(out -> node.coordination.confirmState(PARTITION, version, out)).join();
  }

  private static PartitionState state(String writer) {
    return CoordinationTest.state(1, writer);
  }
}
