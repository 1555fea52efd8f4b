package io.rvi.isr.protocol;

import static io.rvi.isr.protocol.Fixtures.M1;
import static io.rvi.isr.protocol.Fixtures.M2;
import static io.rvi.isr.protocol.Fixtures.N1;
import static io.rvi.isr.protocol.Fixtures.config;
import static io.rvi.isr.protocol.Fixtures.metadata;
import static io.rvi.isr.protocol.Fixtures.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.isr.protocol.Fixtures.Driver;
import io.rvi.isr.protocol.Fixtures.Placed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class FollowerTest {
  private static final ReplicaConfig CONFIG = config(1, Flush.NONE);

  private final Driver follower = following(new Driver(M2, CONFIG), 1);

  @Test
  void shouldNotFollowALeaderOfAnEpochBeforeTheLastOfItsLog() {
    // given a replica whose earlier life was in epoch 5
    Driver restarted = new Driver(M2, log(0, entry(0, 2), entry(2, 5)), CONFIG);

    // when it is told of an older epoch, whose leader may not know yet that it is deposed
    following(restarted, 4);

    // then it waits
    assertThat(restarted.all(ReplicaEffect.SendFetch.class)).isEmpty();
    assertThat(restarted.core.status().role()).isEqualTo(ReplicaStatus.Role.OFFLINE);
    following(restarted, 5);
    assertThat(restarted.only(ReplicaEffect.SendFetch.class).request().leaderEpoch()).isEqualTo(5);
  }

  @Test
  void shouldFetchFromTheLeaderOfItsEpoch() {
    ReplicaEffect.SendFetch fetch = follower.only(ReplicaEffect.SendFetch.class);

    assertThat(fetch.leader()).isEqualTo(N1);
    assertThat(fetch.request().fetchOffset()).isZero();
    assertThat(fetch.request().lastFetchedEpoch()).isEqualTo(EpochHistory.NO_EPOCH);
  }

  @Test
  void shouldAppendThenLearnTheHighWatermarkThenFetchOn() {
    follower.turn(answer(1, 1, 0, null, 9, new Placed(0, 1, 2), new Placed(2, 1, 1)));

    assertThat(follower.all(ReplicaEffect.Append.class)).hasSize(2);
    assertThat(follower.core.status().highWatermark()).isEqualTo(3);
    assertThat(follower.only(ReplicaEffect.SendFetch.class).request().fetchOffset()).isEqualTo(3);
  }

  @Test
  void shouldTakeTheAwaitedAnswerOnly() {
    follower.turn(answer(1, 7, 0, null, 2, new Placed(0, 1, 2)));
    assertThat(follower.effects).isEmpty();

    follower.turn(answer(1, 1, 0, null, 2, new Placed(0, 1, 2)));
    follower.turn(answer(1, 1, 0, null, 2, new Placed(0, 1, 2)));
    assertThat(follower.core.status().logEnd()).isEqualTo(2);
  }

  @Test
  void shouldNotAppendAcrossAGap() {
    follower.turn(answer(1, 1, 0, null, 9, new Placed(0, 1, 1), new Placed(2, 1, 1)));

    assertThat(follower.core.status().logEnd()).isEqualTo(1);
  }

  @Test
  void shouldCutWhereTheLogsDepartAndFetchAgain() {
    // given a log of epochs 2, 3 and 5, as in S3
    Driver behind =
        following(new Driver(M2, log(0, entry(0, 2), entry(1, 3), entry(2, 5)), CONFIG), 7);

    // when its leader knows 4, not 5
    behind.turn(answer(7, 1, 3, new OffsetAndEpoch(4, 4), -1));
    assertThat(behind.only(ReplicaEffect.TruncateTo.class).offset()).isEqualTo(2);

    // and it asks again with 3, which its leader does not know either
    assertThat(behind.only(ReplicaEffect.SendFetch.class).request().lastFetchedEpoch())
        .isEqualTo(3);
    behind.turn(answer(7, 2, 2, new OffsetAndEpoch(1, 2), -1));
    assertThat(behind.only(ReplicaEffect.TruncateTo.class).offset()).isEqualTo(1);
  }

  @Test
  void shouldHaltRatherThanCutWhatIsCommitted() {
    Driver behind = following(new Driver(M2, log(3, entry(0, 2)), CONFIG), 7);

    behind.turn(answer(7, 1, 3, new OffsetAndEpoch(1, 2), -1));

    assertThat(behind.all(ReplicaEffect.TruncateTo.class)).isEmpty();
    assertThat(behind.only(ReplicaEffect.Halted.class).reason())
        .contains("offset 1")
        .contains("high watermark 3");
  }

  @Test
  void shouldSayWhatItCutsWhereUncleanElectionsAreAllowedThoughItRemembersLessAsCommitted() {
    ReplicaConfig unclean =
        new ReplicaConfig(
            1,
            Flush.NONE,
            true,
            TruncationStrategy.LEADER_EPOCH,
            CONFIG.times(),
            100,
            5,
            10,
            10,
            ReplicationRules.CURRENT);
    Driver remembers = following(new Driver(M2, log(2, entry(0, 2)), unclean), 7);
    Driver forgot = following(new Driver(M2, log(0, entry(0, 2)), unclean), 7);

    remembers.turn(answer(7, 1, 3, new OffsetAndEpoch(1, 2), -1));
    forgot.turn(answer(7, 1, 3, new OffsetAndEpoch(1, 2), -1));

    assertThat(remembers.only(ReplicaEffect.CommittedRecordsLost.class))
        .isEqualTo(new ReplicaEffect.CommittedRecordsLost(1, 2, 3));
    assertThat(forgot.only(ReplicaEffect.CommittedRecordsLost.class))
        .isEqualTo(new ReplicaEffect.CommittedRecordsLost(1, 1, 3));
  }

  @Test
  void shouldCutToItsHighWatermarkInTheLegacyWayOnly() {
    ReplicaConfig legacy =
        new ReplicaConfig(
            1,
            Flush.NONE,
            false,
            TruncationStrategy.HIGH_WATERMARK,
            CONFIG.times(),
            100,
            5,
            10,
            10,
            ReplicationRules.CURRENT);
    RecoveredLog recovered = log(1, entry(0, 2));

    assertThat(new Driver(M2, recovered, legacy).core.status().logEnd()).isEqualTo(1);
    assertThat(new Driver(M2, log(1, entry(0, 2)), CONFIG).core.status().logEnd()).isEqualTo(3);
  }

  @Test
  void shouldFetchInAnEpochOnceThatIsDurable() {
    Driver replica = new Driver(M2, CONFIG);
    replica.acceptsEpochs = false;

    following(replica, 4);
    assertThat(replica.only(ReplicaEffect.PersistAcceptedEpoch.class).epoch()).isEqualTo(4);
    assertThat(replica.all(ReplicaEffect.SendFetch.class)).isEmpty();

    replica.turn(new ReplicaEvent.AcceptedEpochDurable(4));
    assertThat(replica.only(ReplicaEffect.SendFetch.class).request().leaderEpoch()).isEqualTo(4);
  }

  @Test
  void shouldNotTakeTheEpochBeforeForThePresentOne() {
    Driver replica = new Driver(M2, CONFIG);
    replica.acceptsEpochs = false;
    following(replica, 4);
    following(replica, 5);

    replica.turn(new ReplicaEvent.AcceptedEpochDurable(4));
    assertThat(replica.all(ReplicaEffect.SendFetch.class)).isEmpty();
  }

  @Test
  void shouldPersistAnEpochOnceHoweverOftenItStartsInIt() {
    Driver replica = following(new Driver(M2, accepted(4), CONFIG), 4);

    assertThat(replica.all(ReplicaEffect.PersistAcceptedEpoch.class)).isEmpty();
    assertThat(replica.only(ReplicaEffect.SendFetch.class).request().leaderEpoch()).isEqualTo(4);
  }

  @Test
  void shouldNotFollowInAnEpochBeforeTheLastThatAnEarlierLifeAccepted() {
    Driver replica = following(new Driver(M2, accepted(4), CONFIG), 3);

    assertThat(replica.effects).isEmpty();
    assertThat(replica.core.status().role()).isEqualTo(ReplicaStatus.Role.OFFLINE);
  }

  @Test
  void shouldBackOffAfterAnErrorAndFetchAgain() {
    follower.turn(
        new ReplicaEvent.FetchAnswered(
            new FetchResponse(
                Fixtures.TOPIC_ID, 0, 1, 1, 0, FetchError.NOT_LEADER, null, -1, 0, List.of())));
    assertThat(follower.all(ReplicaEffect.SendFetch.class)).isEmpty();

    follower.pass(CONFIG.times().fetchBackoffMs());
    assertThat(follower.only(ReplicaEffect.SendFetch.class).request().correlationId()).isEqualTo(2);
  }

  @Test
  void shouldGiveUpAFetchThatIsNeverAnswered() {
    follower.pass(CONFIG.times().fetchTimeoutMs());

    assertThat(follower.only(ReplicaEffect.SendFetch.class).request().correlationId()).isEqualTo(2);
  }

  @Test
  void shouldReportWhatBecomesDurableWhileItsFetchWaits() {
    Driver flushing = following(new Driver(M2, config(1, Flush.GROUP)), 1);
    flushing.turn(answer(1, 1, 0, null, 0, new Placed(0, 1, 2)));
    ReplicaEffect.Flush flush = flushing.only(ReplicaEffect.Flush.class);
    assertThat(flushing.only(ReplicaEffect.SendFetch.class).request().durableOffset()).isZero();

    flushing.turn(new ReplicaEvent.Flushed(flush.upTo(), flush.generation()));

    assertThat(flushing.only(ReplicaEffect.SendDurableReport.class).report().durableOffset())
        .isEqualTo(2);
  }

  @Test
  void shouldNotTakeAnFsyncFromBeforeACutForOneAfter() {
    Driver flushing = following(new Driver(M2, config(1, Flush.GROUP)), 1);
    flushing.turn(answer(1, 1, 0, null, 0, new Placed(0, 1, 2)));
    ReplicaEffect.Flush flush = flushing.only(ReplicaEffect.Flush.class);
    flushing.turn(answer(1, 2, 2, new OffsetAndEpoch(0, EpochHistory.NO_EPOCH), -1));
    flushing.turn(answer(1, 3, 0, null, 0, new Placed(0, 1, 2)));

    flushing.turn(new ReplicaEvent.Flushed(flush.upTo(), flush.generation()));

    assertThat(flushing.core.status().durableOffset()).isZero();
  }

  @Test
  void shouldRefuseOldMetadata() {
    Driver replica = following(new Driver(M2, CONFIG), 4);
    Metadata otherLife =
        new Metadata(
            Fixtures.PARTITION,
            9,
            M2.incarnation() + 1,
            List.of(N1, M2.node()),
            List.of(),
            new VersionedState(state(M2.node(), 9, M1, M2), 9));

    replica.turn(
        new ReplicaEvent.MetadataReceived(otherLife),
        new ReplicaEvent.MetadataReceived(
            metadata(M2, new VersionedState(state(M2.node(), 3, M1, M2), 3), M1, M2)));

    assertThat(replica.core.status().leaderEpoch()).isEqualTo(4);
    assertThat(replica.core.status().role()).isEqualTo(ReplicaStatus.Role.FOLLOWER);
  }

  @Test
  void shouldLeaveWithOneLastFetch() {
    follower.turn(new ReplicaEvent.ShutdownStarted());
    assertThat(follower.only(ReplicaEffect.SendFetch.class).request().leaving()).isTrue();

    follower.pass(CONFIG.times().fetchTimeoutMs());
    assertThat(follower.all(ReplicaEffect.SendFetch.class)).isEmpty();
  }

  private static Driver following(Driver driver, long epoch) {
    return driver.turn(
        new ReplicaEvent.MetadataReceived(
            metadata(M2, new VersionedState(state(N1, epoch, M1, M2), 1), M1, M2)));
  }

  private static ReplicaEvent answer(
      long epoch,
      long correlationId,
      long fetchOffset,
      @Nullable OffsetAndEpoch diverging,
      long highWatermark,
      Placed... batches) {
    return new ReplicaEvent.FetchAnswered(
        new FetchResponse(
            Fixtures.TOPIC_ID,
            0,
            epoch,
            correlationId,
            fetchOffset,
            FetchError.NONE,
            diverging,
            highWatermark,
            0,
            List.of(batches)));
  }

  private static RecoveredLog accepted(long epoch) {
    return new RecoveredLog(0, 0, 0, EpochHistory.empty(), new ProducerState(5, 10), epoch);
  }

  private static OffsetAndEpoch entry(long offset, long epoch) {
    return new OffsetAndEpoch(offset, epoch);
  }

  /** A log of three records. */
  private static RecoveredLog log(long highWatermark, OffsetAndEpoch... epochs) {
    return new RecoveredLog(
        3,
        3,
        highWatermark,
        EpochHistory.recover(List.of(epochs), List.of(), 3),
        new ProducerState(5, 10),
        EpochHistory.NO_EPOCH);
  }
}
