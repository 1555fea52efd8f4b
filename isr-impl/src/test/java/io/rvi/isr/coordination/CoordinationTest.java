package io.rvi.isr.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.Nonce;
import io.rvi.isr.protocol.PartitionState;
import io.rvi.isr.protocol.TopicAssignment;
import io.rvi.isr.protocol.TopicPartition;
import io.rvi.isr.protocol.VersionedState;
import io.rvi.isr.protocol.WriteOutcome;
import io.rvi.isr.testkit.Eventually;
import io.rvi.isr.testkit.LocalZooKeeper;
import io.rvi.isr.testkit.Relay;
import io.rvi.spi.StartException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CoordinationTest {
  private static final int TICK_MS = 100;
  static final TopicPartition PARTITION = new TopicPartition("t", 0);
  static final UUID TOPIC_ID = new UUID(1, 2);

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
  void shouldGiveEachRegistrationALargerIncarnation() {
    // given
    UUID storage = UUID.randomUUID();
    UUID cluster;
    long first;
    try (Participant node = new Participant(zooKeeper.connectString(), 1, storage, null)) {
      cluster = node.start();
      first = node.incarnations.get(0);
    }

    // when
    try (Participant again = new Participant(zooKeeper.connectString(), 1, storage, cluster)) {
      again.start();

      // then
      assertThat(again.incarnations).hasSize(1);
      assertThat(again.incarnations.get(0)).isGreaterThan(first);
      assertThat(again.live.get(0).member())
          .isEqualTo(new Member(new NodeId(1), storage, again.incarnations.get(0)));
    }
  }

  /**
   * Z4: a registration of an earlier session is replaced, and does not vanish with that session.
   */
  @Test
  void shouldReplaceTheRegistrationOfAKilledLifeAtOnce() {
    // given
    UUID storage = UUID.randomUUID();
    Participant killed =
        new Participant(
            zooKeeper.connectString(), 1, storage, null, Duration.ofMillis(20 * TICK_MS));
    UUID cluster = killed.start();
    Eventually.until(() -> "controller", () -> !killed.won.isEmpty());
    killed.abandon();

    // when
    long before = System.nanoTime();
    try (Participant again = new Participant(zooKeeper.connectString(), 1, storage, cluster)) {
      again.start();

      // then it neither waited for the old session nor loses its registration with it
      assertThat(again.incarnations.get(0)).isGreaterThan(killed.incarnations.get(0));
      Eventually.until(
          () -> "controller in a later epoch",
          () -> !again.won.isEmpty() && again.won.get(0) > killed.won.get(0));
      Eventually.until(
          () -> "the old session has expired",
          () -> System.nanoTime() - before > Duration.ofMillis(22 * TICK_MS).toNanos());
      assertThat(again.liveNodes()).containsExactly(new NodeId(1));
      assertThat(again.incarnations).hasSize(1);
      assertThat(again.resigned).isEmpty();
    }
  }

  @Test
  void shouldRefuseAnIdThatAnotherStorageHolds() {
    // given
    try (Participant holder = Participant.started(zooKeeper.connectString(), 1);
        Participant other =
            new Participant(zooKeeper.connectString(), 1, UUID.randomUUID(), null)) {
      // when, then
      assertThatThrownBy(other::start)
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOf(StartException.class)
          .hasMessageContaining("node id n1 is in use");
      assertThat(holder.refusals).isEmpty();
    }
  }

  @Test
  void shouldTakeOverAnIdWhenTheOtherStorageIsGone() {
    // given a node that was killed, and its disk lost
    Participant killed = Participant.started(zooKeeper.connectString(), 1);
    killed.abandon();

    // when
    try (Participant replacement = Participant.started(zooKeeper.connectString(), 1)) {
      // then
      assertThat(replacement.incarnations.get(0)).isGreaterThan(killed.incarnations.get(0));
    }
  }

  @Test
  void shouldNameAnUnreachableZooKeeper() {
    // given
    zooKeeper.stop();

    // when
    try (Participant node =
        new Participant(zooKeeper.connectString(), 1, UUID.randomUUID(), null)) {
      // then
      assertThatThrownBy(node::start)
          .cause()
          .isInstanceOfSatisfying(
              StartException.class,
              e -> assertThat(e.kind()).isEqualTo(StartException.Kind.SERVICE))
          .hasMessageContaining(zooKeeper.connectString());
    }
  }

  /** Z18: the session timeout that was granted is read back. */
  @Test
  void shouldRefuseALongerSessionThanAskedByName() {
    // given ZooKeeper grants two ticks at least
    try (Participant node =
        new Participant(
            zooKeeper.connectString(), 1, UUID.randomUUID(), null, Duration.ofMillis(TICK_MS))) {
      // when, then
      assertThatThrownBy(node::start)
          .cause()
          .isInstanceOf(StartException.class)
          .hasMessageContaining("200ms")
          .hasMessageContaining("100ms")
          .hasMessageContaining("tickTime");
    }
  }

  @Test
  void shouldRefuseADirectoryOfAnotherCluster() {
    // given
    UUID foreign = UUID.randomUUID();
    try (Participant founder = Participant.started(zooKeeper.connectString(), 1);
        Participant stranger =
            new Participant(zooKeeper.connectString(), 2, UUID.randomUUID(), foreign)) {
      // when, then
      assertThatThrownBy(stranger::start)
          .cause()
          .isInstanceOf(StartException.class)
          .hasMessageContaining(foreign.toString());
      assertThat(founder.liveNodes()).containsExactly(new NodeId(1));
    }
  }

  @Test
  void shouldRefuseAZooKeeperThatHoldsNoCluster() {
    // given a node of a cluster, and a ZooKeeper whose data was wiped
    UUID remembered = UUID.randomUUID();
    for (int start = 1; start <= 2; start++) {
      try (Participant node =
          new Participant(zooKeeper.connectString(), 1, UUID.randomUUID(), remembered)) {
        // when, then no start founds another cluster, so the next one is refused as well
        assertThatThrownBy(node::start)
            .cause()
            .isInstanceOfSatisfying(
                StartException.class,
                e -> assertThat(e.kind()).isEqualTo(StartException.Kind.STORAGE))
            .hasMessageContaining(zooKeeper.connectString())
            .hasMessageContaining("holds no cluster")
            .hasMessageContaining(remembered.toString());
      }
    }
  }

  /** Z6: leadership is a fencing token. */
  @Test
  void shouldElectOneControllerAndFenceTheEarlierOne() {
    // given
    try (Participant second = Participant.started(zooKeeper.connectString(), 2)) {
      Eventually.until(() -> "a controller", () -> !second.won.isEmpty());
      long firstEpoch = second.won.get(0);
      Participant third = Participant.started(zooKeeper.connectString(), 3);
      assertThat(third.won).isEmpty();
      assertThat(second.createTopic(firstEpoch, topic(), state(2, "a")))
          .isEqualTo(new WriteOutcome.Committed(0));

      // when the controller's session expires behind its back
      zooKeeper.expire(sessionOf(second));
      Eventually.until(() -> "another controller", () -> !third.won.isEmpty());

      // then what it still writes is fenced, and the new one's writes are not
      assertThat(third.won.get(0)).isGreaterThan(firstEpoch);
      assertThat(
              second.write(
                  out ->
                      second.coordination.changeState(
                          firstEpoch, PARTITION, state(2, "old"), 0, out)))
          .isEqualTo(new WriteOutcome.ControllerMoved());
      assertThat(
              third.write(
                  out ->
                      third.coordination.changeState(
                          third.won.get(0), PARTITION, state(3, "new"), 0, out)))
          .isEqualTo(new WriteOutcome.Committed(1));
      Eventually.until(() -> "resigned", () -> !second.resigned.isEmpty());
      third.close();
    }
  }

  @Test
  void shouldRegisterAgainWhenTheSessionExpired() {
    // given
    try (Participant node = Participant.started(zooKeeper.connectString(), 1);
        Participant observer = Participant.started(zooKeeper.connectString(), 2)) {
      for (int round = 1; round <= 5; round++) {
        // when
        zooKeeper.expire(sessionOf(node));

        // then
        int registrations = round + 1;
        Eventually.until(
            () -> "registered " + registrations + " times: " + node.incarnations,
            () -> node.incarnations.size() == registrations);
        Eventually.until(
            () -> "seen alive again: " + observer.live,
            () ->
                observer.live.stream()
                    .anyMatch(
                        found ->
                            found.member().incarnation()
                                == node.incarnations.get(registrations - 1)));
      }
      assertThat(node.session).contains("lost");
    }
  }

  @Test
  void shouldRemoveTheRegistrationOnCloseAndLeaveItOnAbandon() {
    // given
    try (Participant observer = Participant.started(zooKeeper.connectString(), 1)) {
      Participant closing = Participant.started(zooKeeper.connectString(), 2);
      Participant killed = Participant.started(zooKeeper.connectString(), 3);
      Eventually.until(() -> "all", () -> observer.liveNodes().size() == 3);

      // when
      killed.abandon();
      closing.close();
      Eventually.until(
          () -> "the closed one is gone: " + observer.liveNodes(),
          () -> !observer.liveNodes().contains(new NodeId(2)));

      // then
      assertThat(observer.liveNodes()).contains(new NodeId(3));
      Eventually.until(
          () -> "the killed one expires: " + observer.liveNodes(),
          () -> observer.liveNodes().equals(List.of(new NodeId(1))));
    }
  }

  @Test
  void shouldSeeWhatChangedWhileItWasCutOff() {
    // given
    try (Relay link = Relay.to(zooKeeper.port());
        Participant cutOff = Participant.started(link.address(), 1);
        Participant writer = Participant.started(zooKeeper.connectString(), 2)) {
      Eventually.until(() -> "a controller", () -> !cutOff.won.isEmpty());
      assertThat(cutOff.createTopic(cutOff.won.get(0), topic(), state(1, "a")))
          .isEqualTo(new WriteOutcome.Committed(0));
      writer.awaitState(PARTITION, 0);

      // when
      link.drop();
      writer.write(out -> writer.coordination.changeInSyncSet(PARTITION, state(1, "b"), 0, out));
      writer.write(out -> writer.coordination.changeInSyncSet(PARTITION, state(1, "c"), 1, out));

      // then
      cutOff.awaitState(PARTITION, 2);
    }
  }

  /** Z2: a write whose answer was lost is unknown until a later write tells. */
  @Test
  void shouldFenceAWriteWhoseAnswerWasLost() {
    // given
    try (Relay link = Relay.to(zooKeeper.port());
        Participant leader = Participant.started(link.address(), 1);
        Participant observer = Participant.started(zooKeeper.connectString(), 2)) {
      Eventually.until(() -> "a controller", () -> !leader.won.isEmpty());
      leader.createTopic(leader.won.get(0), topic(), state(1, "a"));
      observer.awaitState(PARTITION, 0);

      // when the write lands and its answer does not
      link.loseAnswers();
      CompletableFuture<WriteOutcome> lost =
          leader.begin(
              out -> leader.coordination.changeInSyncSet(PARTITION, state(1, "lost"), 0, out));
      observer.awaitState(PARTITION, 1);
      assertThat(lost).isNotDone();
      link.heal();

      // then it is unknown, and the next write with the same version finds out
      assertThat(lost.join()).isEqualTo(new WriteOutcome.Unknown());
      WriteOutcome next =
          leader.write(
              out -> leader.coordination.changeInSyncSet(PARTITION, state(1, "next"), 0, out));
      assertThat(next)
          .isEqualTo(new WriteOutcome.Rejected(new VersionedState(state(1, "lost"), 1)));
    }
  }

  @Test
  void shouldStandAgainAfterZooKeeperWasDownLongerThanASession() {
    // given
    try (Participant first = Participant.started(zooKeeper.connectString(), 1);
        Participant second = Participant.started(zooKeeper.connectString(), 2)) {
      Eventually.until(() -> "a controller", () -> !first.won.isEmpty());

      // when
      zooKeeper.stop();
      Eventually.until(
          () -> "both fenced themselves",
          () -> first.session.contains("lost") && second.session.contains("lost"));
      assertThat(first.resigned).hasSize(1);
      zooKeeper.restart();

      // then
      Eventually.until(
          () -> "one later controller: " + first.won + second.won,
          () -> first.won.size() + second.won.size() == 2);
      Eventually.until(
          () -> "both registered: " + first.liveNodes(),
          () -> first.liveNodes().size() == 2 && second.liveNodes().size() == 2);
    }
  }

  private static long sessionOf(Participant node) {
    return node.coordination.sessionId();
  }

  static TopicAssignment topic() {
    return new TopicAssignment("t", TOPIC_ID, List.of(List.of(new NodeId(1), new NodeId(2))));
  }

  static PartitionState state(int leader, String writer) {
    return new PartitionState(
        TOPIC_ID,
        new NodeId(leader),
        1,
        List.of(
            new Member(new NodeId(1), new UUID(0, 1), 1),
            new Member(new NodeId(2), new UUID(0, 2), 2),
            new Member(new NodeId(3), new UUID(0, 3), 3)),
        List.of(),
        1,
        new Nonce(writer, 0));
  }
}
