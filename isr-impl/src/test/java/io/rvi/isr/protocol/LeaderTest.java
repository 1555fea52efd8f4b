package io.rvi.isr.protocol;

import static io.rvi.isr.protocol.Fixtures.M1;
import static io.rvi.isr.protocol.Fixtures.M2;
import static io.rvi.isr.protocol.Fixtures.M3;
import static io.rvi.isr.protocol.Fixtures.N1;
import static io.rvi.isr.protocol.Fixtures.batch;
import static io.rvi.isr.protocol.Fixtures.config;
import static io.rvi.isr.protocol.Fixtures.member;
import static io.rvi.isr.protocol.Fixtures.metadata;
import static io.rvi.isr.protocol.Fixtures.state;
import static io.rvi.isr.protocol.Fixtures.wiped;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Consistency;
import io.rvi.api.Flush;
import io.rvi.isr.protocol.Fixtures.Driver;
import org.junit.jupiter.api.Test;

final class LeaderTest {
  private static final long NO_EPOCH = EpochHistory.NO_EPOCH;

  private final Driver leader = new Driver(M1, config(1, Flush.NONE));

  @Test
  void shouldServeNothingBeforeItsEpochStartIsDurable() {
    leader.turn(
        new ReplicaEvent.MetadataReceived(
            metadata(M1, new VersionedState(state(N1, 3, M1), 1), M1)));
    assertThat(leader.only(ReplicaEffect.PersistEpochStart.class))
        .isEqualTo(new ReplicaEffect.PersistEpochStart(3, 0));

    leader.produce(1, batch(7, 0, 1));
    assertThat(leader.only(ReplicaEffect.AnswerProduce.class).error())
        .isEqualTo(ProduceError.NOT_LEADER);

    leader.turn(new ReplicaEvent.EpochStartDurable(3));
    leader.produce(2, batch(7, 0, 1));
    assertThat(leader.only(ReplicaEffect.AnswerProduce.class))
        .isEqualTo(new ReplicaEffect.AnswerProduce(2, ProduceError.NONE, 0, 3));
  }

  @Test
  void shouldAcknowledgeWhenEveryMemberHasTheRecord() {
    leader.lead(1, M1, M2, M3).produce(5, batch(7, 0, 2));
    assertThat(leader.all(ReplicaEffect.AnswerProduce.class)).isEmpty();

    leader.fetchedBy(M2, 1, 2, 1);
    assertThat(leader.all(ReplicaEffect.AnswerProduce.class)).isEmpty();

    leader.fetchedBy(M3, 1, 2, 1);
    assertThat(leader.only(ReplicaEffect.AnswerProduce.class))
        .isEqualTo(new ReplicaEffect.AnswerProduce(5, ProduceError.NONE, 0, 1));
  }

  @Test
  void shouldAnswerAWaitingFetchOnceForAllAppendsOfATurn() {
    leader.lead(1, M1, M2).fetchedBy(M2, 1, 0, NO_EPOCH);
    assertThat(leader.all(ReplicaEffect.AnswerFetch.class)).isEmpty();

    leader.turn(
        new ReplicaEvent.Produce(1, batch(7, 0, 1), 99_999),
        new ReplicaEvent.Produce(2, batch(7, 1, 1), 99_999));

    assertThat(leader.only(ReplicaEffect.AnswerFetch.class).upToOffset()).isEqualTo(2);
  }

  @Test
  void shouldCountOnlyWhatIsDurableWhenItFlushes() {
    Driver flushing = new Driver(M1, config(1, Flush.GROUP));
    flushing.lead(1, M1, M2).produce(5, batch(7, 0, 1));
    ReplicaEffect.Flush flush = flushing.only(ReplicaEffect.Flush.class);

    // when the follower has the record, but not on disk
    flushing.fetchedBy(M2, 1, 1, 0, 1, 0);
    flushing.turn(new ReplicaEvent.Flushed(flush.upTo(), flush.generation()));
    assertThat(flushing.all(ReplicaEffect.AnswerProduce.class)).isEmpty();

    // then its report is what was missing
    flushing.turn(
        new ReplicaEvent.DurableReported(new DurableReport(Fixtures.TOPIC_ID, 0, M2, 1, 1, 1)));
    assertThat(flushing.only(ReplicaEffect.AnswerProduce.class).error())
        .isEqualTo(ProduceError.NONE);
  }

  @Test
  void shouldNotTakeAReportForAnotherFetch() {
    Driver flushing = new Driver(M1, config(1, Flush.GROUP));
    flushing.lead(1, M1, M2).produce(5, batch(7, 0, 1));
    flushing.turn(new ReplicaEvent.Flushed(1, 0));
    flushing.fetchedBy(M2, 2, 1, 0, 1, 0);

    flushing.turn(
        new ReplicaEvent.DurableReported(new DurableReport(Fixtures.TOPIC_ID, 0, M2, 1, 1, 1)));

    assertThat(flushing.all(ReplicaEffect.AnswerProduce.class)).isEmpty();
  }

  @Test
  void shouldAskForOneFsyncAtATimeInGroupAndOneEachInEach() {
    Driver group = new Driver(M1, config(1, Flush.GROUP)).lead(1, M1);
    group.turn(
        new ReplicaEvent.Produce(1, batch(7, 0, 1), 99_999),
        new ReplicaEvent.Produce(2, batch(7, 1, 1), 99_999));
    assertThat(group.all(ReplicaEffect.Flush.class)).hasSize(1);

    Driver each = new Driver(M1, config(1, Flush.EACH)).lead(1, M1);
    each.turn(
        new ReplicaEvent.Produce(1, batch(7, 0, 1), 99_999),
        new ReplicaEvent.Produce(2, batch(7, 1, 1), 99_999));
    assertThat(each.all(ReplicaEffect.Flush.class)).hasSize(2);
  }

  @Test
  void shouldRefuseAppendsBelowMinInSync() {
    Driver two = new Driver(M1, config(2, Flush.NONE)).lead(1, M1);

    two.produce(1, batch(7, 0, 1));

    assertThat(two.only(ReplicaEffect.AnswerProduce.class).error())
        .isEqualTo(ProduceError.NOT_ENOUGH_REPLICAS);
  }

  @Test
  void shouldFailWhatWaitsAsUnknownWhenTheEpochEnds() {
    leader.lead(1, M1, M2).produce(5, batch(7, 0, 1));

    leader.turn(
        new ReplicaEvent.MetadataReceived(
            metadata(M1, new VersionedState(state(Fixtures.N2, 2, M1, M2), 2), M1, M2)));

    ProduceError error = leader.only(ReplicaEffect.AnswerProduce.class).error();
    assertThat(error).isEqualTo(ProduceError.EPOCH_CHANGED);
    assertThat(error.outcomeKnown()).isFalse();
  }

  @Test
  void shouldAnswerARetryWithTheFirstOffsetAfterItCommits() {
    leader.lead(1, M1, M2).produce(5, batch(7, 0, 2)).produce(6, batch(7, 0, 2));
    assertThat(leader.all(ReplicaEffect.Append.class)).isEmpty();
    assertThat(leader.all(ReplicaEffect.AnswerProduce.class)).isEmpty();

    leader.fetchedBy(M2, 1, 2, 1);

    assertThat(leader.all(ReplicaEffect.AnswerProduce.class))
        .extracting(ReplicaEffect.AnswerProduce::baseOffset)
        .containsExactly(0L, 0L);
  }

  @Test
  void shouldServeItsOwnEpochOnly() {
    leader.lead(4, M1, M2);
    FetchRequest old =
        new FetchRequest(Fixtures.TOPIC_ID, 0, M2, 3, 1, 0, 0, NO_EPOCH, 0, false, 100);
    FetchRequest ahead =
        new FetchRequest(Fixtures.TOPIC_ID, 0, M2, 5, 2, 0, 0, NO_EPOCH, 0, false, 100);

    leader.turn(new ReplicaEvent.FetchReceived(1, old));
    assertThat(leader.only(ReplicaEffect.AnswerFetch.class).head().error())
        .isEqualTo(FetchError.FENCED_EPOCH);
    leader.turn(new ReplicaEvent.FetchReceived(2, ahead));
    assertThat(leader.only(ReplicaEffect.AnswerFetch.class).head().error())
        .isEqualTo(FetchError.UNKNOWN_EPOCH);
  }

  @Test
  void shouldNotTakeADivergingFetchForAnAcknowledgement() {
    leader.lead(1, M1, M2).produce(5, batch(7, 0, 1));

    // when a follower has something else at the same offset
    leader.fetchedBy(M2, 1, 1, 0);

    assertThat(leader.only(ReplicaEffect.AnswerFetch.class).head().diverging())
        .isEqualTo(new OffsetAndEpoch(0, NO_EPOCH));
    assertThat(leader.core.status().highWatermark()).isZero();
  }

  @Test
  void shouldWaitForAMemberUntilItsRemovalIsStored() {
    leader.lead(1, M1, M2, M3).produce(5, batch(7, 0, 1)).fetchedBy(M2, 1, 1, 1);

    // when the other lags for too long
    leader.pass(100).fetchedBy(M2, 2, 1, 1);
    for (int i = 0; i < 18; i++) {
      leader.pass(50);
      leader.fetchedBy(M2, 3 + i, 1, 1);
    }
    leader.pass(50);
    ReplicaEffect.ProposeIsr proposal = leader.only(ReplicaEffect.ProposeIsr.class);
    assertThat(proposal.proposed().isr()).containsExactly(M1, M2);
    assertThat(leader.core.isrState()).isInstanceOf(IsrState.PendingShrink.class);
    assertThat(leader.all(ReplicaEffect.AnswerProduce.class)).isEmpty();

    // then the record commits with the answer, not before
    leader.turn(
        new ReplicaEvent.ProposalAnswered(
            proposal.proposed().nonce(), new WriteOutcome.Committed(2)));
    assertThat(leader.only(ReplicaEffect.AnswerProduce.class).error()).isEqualTo(ProduceError.NONE);
  }

  @Test
  void shouldWaitForAMemberFromItsProposalOn() {
    leader.lead(1, M1, M2).fetchedBy(M2, 1, 0, NO_EPOCH).fetchedBy(M3, 1, 0, NO_EPOCH);
    assertThat(leader.only(ReplicaEffect.ProposeIsr.class).proposed().isr())
        .containsExactly(M1, M2, M3);

    leader.produce(5, batch(7, 0, 1)).fetchedBy(M2, 2, 1, 1);
    assertThat(leader.all(ReplicaEffect.AnswerProduce.class)).isEmpty();

    leader.fetchedBy(M3, 2, 1, 1);
    assertThat(leader.only(ReplicaEffect.AnswerProduce.class).error()).isEqualTo(ProduceError.NONE);
  }

  @Test
  void shouldOvertakeAProposalWhoseAnswerIsLost() {
    leader.lead(1, M1, M2).fetchedBy(M2, 1, 0, NO_EPOCH).fetchedBy(M3, 1, 0, NO_EPOCH);
    ReplicaEffect.ProposeIsr first = leader.only(ReplicaEffect.ProposeIsr.class);
    leader.turn(
        new ReplicaEvent.ProposalAnswered(first.proposed().nonce(), new WriteOutcome.Unknown()));
    assertThat(leader.core.isrState()).isInstanceOf(IsrState.Unresolved.class);

    leader.pass(150);
    ReplicaEffect.ProposeIsr second = leader.only(ReplicaEffect.ProposeIsr.class);
    assertThat(second.expectedVersion()).isEqualTo(first.expectedVersion());
    assertThat(second.proposed().nonce()).isNotEqualTo(first.proposed().nonce());

    // when the first turns out to have been stored
    leader.turn(
        new ReplicaEvent.ProposalAnswered(
            second.proposed().nonce(),
            new WriteOutcome.Rejected(new VersionedState(first.proposed(), 2))));
    assertThat(leader.core.isrState())
        .isEqualTo(new IsrState.Committed(new VersionedState(first.proposed(), 2)));
  }

  @Test
  void shouldNotLetAStaleReadResolveAProposal() {
    leader.lead(1, M1, M2).fetchedBy(M2, 1, 0, NO_EPOCH).fetchedBy(M3, 1, 0, NO_EPOCH);
    ReplicaEffect.ProposeIsr first = leader.only(ReplicaEffect.ProposeIsr.class);
    leader.turn(
        new ReplicaEvent.ProposalAnswered(first.proposed().nonce(), new WriteOutcome.Unknown()),
        new ReplicaEvent.StateRead(new VersionedState(state(N1, 1, M1, M2), 1)));

    assertThat(leader.core.isrState()).isInstanceOf(IsrState.Unresolved.class);
    assertThat(requireNonNull(leader.core.isrState()).maximal()).containsExactly(M1, M2, M3);
  }

  @Test
  void shouldNotCountAMemberThatComesBackWithAnotherDisk() {
    leader.lead(1, M1, M2).produce(5, batch(7, 0, 1));

    leader.fetchedBy(wiped(2, 8), 1, 1, 1);

    assertThat(leader.core.status().highWatermark()).isZero();
  }

  @Test
  void shouldRefuseAFetchOfAnEarlierLife() {
    leader.lead(1, M1, M2).fetchedBy(member(2, 5), 1, 0, NO_EPOCH).fetchedBy(M2, 9, 0, NO_EPOCH);

    assertThat(leader.only(ReplicaEffect.AnswerFetch.class).head().error())
        .isEqualTo(FetchError.STALE_INCARNATION);
  }

  @Test
  void shouldAnswerALinearizableReadAfterEveryMemberHasFetchedAgain() {
    leader.lead(1, M1, M2, M3).fetchedBy(M2, 1, 0, NO_EPOCH).fetchedBy(M3, 1, 0, NO_EPOCH);

    // when it arrives, waiting fetches are answered at once with the round
    leader.turn(new ReplicaEvent.Read(4, -1, 100, 0, 99_999, Consistency.LINEARIZABLE));
    assertThat(leader.all(ReplicaEffect.AnswerFetch.class))
        .hasSize(2)
        .allMatch(answer -> answer.head().round() == 1);

    // then one echo is not enough, two are
    leader.fetchedBy(M2, 2, 0, 0, NO_EPOCH, 1);
    assertThat(leader.all(ReplicaEffect.AnswerRead.class)).isEmpty();
    leader.fetchedBy(M3, 2, 0, 0, NO_EPOCH, 1);
    assertThat(leader.only(ReplicaEffect.AnswerRead.class).error()).isEqualTo(ReadError.NONE);
  }

  @Test
  void shouldRefuseALinearizableReadThatNobodyConfirms() {
    leader.lead(1, M1, M2);
    leader.turn(new ReplicaEvent.Read(4, -1, 100, 0, leader.nowMs + 40, Consistency.LINEARIZABLE));

    leader.pass(41);

    assertThat(leader.only(ReplicaEffect.AnswerRead.class).error())
        .isEqualTo(ReadError.NOT_CONFIRMED);
  }

  @Test
  void shouldReadBelowTheHighWatermarkOnly() {
    leader.lead(1, M1, M2).produce(5, batch(7, 0, 1));

    leader.turn(new ReplicaEvent.Read(4, 0, 100, 0, 99_999, Consistency.COMMITTED));
    assertThat(leader.only(ReplicaEffect.AnswerRead.class).highWatermark()).isZero();
    leader.turn(new ReplicaEvent.Read(5, 1, 100, 0, 99_999, Consistency.COMMITTED));
    assertThat(leader.only(ReplicaEffect.AnswerRead.class).error())
        .isEqualTo(ReadError.OFFSET_OUT_OF_RANGE);
  }

  @Test
  void shouldStepDownWhenItsNodeBeginsANewLife() {
    leader.lead(1, M1).turn(new ReplicaEvent.Registered(member(1, 7)));

    assertThat(leader.core.status().role()).isEqualTo(ReplicaStatus.Role.OFFLINE);
  }

  @Test
  void shouldHaltForGoodWhenItsDiskFails() {
    leader.lead(1, M1, M2).produce(5, batch(7, 0, 1));

    leader.turn(new ReplicaEvent.IoFailed("t-0: EIO"));

    assertThat(leader.only(ReplicaEffect.AnswerProduce.class).error())
        .isEqualTo(ProduceError.STORAGE);
    assertThat(leader.only(ReplicaEffect.Halted.class).reason()).isEqualTo("t-0: EIO");
    leader.produce(6, batch(7, 1, 1));
    assertThat(leader.only(ReplicaEffect.AnswerProduce.class).error())
        .isEqualTo(ProduceError.NOT_LEADER);
  }
}
