package io.rvi.isr.protocol;

import static io.rvi.isr.protocol.Fixtures.M1;
import static io.rvi.isr.protocol.Fixtures.M2;
import static io.rvi.isr.protocol.Fixtures.M3;
import static io.rvi.isr.protocol.Fixtures.N1;
import static io.rvi.isr.protocol.Fixtures.N2;
import static io.rvi.isr.protocol.Fixtures.N3;
import static io.rvi.isr.protocol.Fixtures.PARTITION;
import static io.rvi.isr.protocol.Fixtures.TOPIC_ID;
import static io.rvi.isr.protocol.Fixtures.config;
import static io.rvi.isr.protocol.Fixtures.member;
import static io.rvi.isr.protocol.Fixtures.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.isr.protocol.ControllerEffect.AdminResult;
import io.rvi.isr.protocol.Fixtures.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The steps of a reassignment, each from what is stored. */
final class ReassignmentTest {
  private static final ControllerConfig CONFIG = ControllerConfig.withDefaults(1);
  private static final NodeId N4 = new NodeId(4);
  private static final Member M4 = member(4, 1);
  private static final TopicAssignment TOPIC =
      new TopicAssignment("t", TOPIC_ID, List.of(List.of(N1, N2, N3)));

  private ControllerCore controller = new ControllerCore(CONFIG);
  private final List<ControllerEffect> effects = new ArrayList<>();
  private final long nowMs = 1_000;

  @Test
  void shouldStoreTheTargetAndKeepEveryoneWhoHoldsThePartition() {
    inOffice(4, state(N1, 3, M1, M2, M3), M1, M2, M3, M4);

    wish(false, N1, N2, N4);

    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.NOT_NOW);
    PartitionState stored = only(ControllerEffect.WriteState.class).state();
    assertThat(stored.placement()).isEqualTo(new Placement(List.of(N1, N2, N4), List.of(N3)));
    assertThat(stored.isr()).containsExactly(M1, M2, M3);
    assertThat(stored.leaderEpoch()).isEqualTo(4);
    committed();
    assertThat(all(ControllerEffect.SendMetadata.class))
        .extracting(ControllerEffect.SendMetadata::node)
        .containsExactly(N1, N2, N4, N3);
  }

  @Test
  void shouldNotMoveOnBeforeEveryNewReplicaIsInSync() {
    inOffice(4, moving(N1, List.of(N1, N2, N4), List.of(N3), M1, M2, M3), M1, M2, M3, M4);

    assertThat(all(ControllerEffect.WriteState.class)).isEmpty();
    wish(true, N1, N2, N4);
    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.NOT_NOW);
    assertThat(only(ControllerEffect.AnswerAdmin.class).detail()).contains("n4");
  }

  @Test
  void shouldMoveLeadershipIntoTheTargetOnceItIsInSync() {
    inOffice(4, moving(N1, List.of(N4, N2), List.of(N1, N3), M1, M2, M3, M4), M1, M2, M3, M4);

    PartitionState stored = only(ControllerEffect.WriteState.class).state();
    assertThat(stored.leader()).isEqualTo(N4);
    assertThat(stored.isr()).containsExactly(M1, M2, M3, M4);
    assertThat(stored.placement()).isEqualTo(new Placement(List.of(N4, N2), List.of(N1, N3)));
  }

  @Test
  void shouldForgetWhoLeftOnlyWhenTheLeaderHasLetThemGo() {
    inOffice(4, moving(N1, List.of(N1, N4), List.of(N2), M1, M2, M4), M1, M2, M4);
    assertThat(all(ControllerEffect.WriteState.class)).isEmpty();

    handle(
        new ControllerEvent.StateRead(
            PARTITION, new VersionedState(moving(N1, List.of(N1, N4), List.of(N2), M1, M4), 8)));

    PartitionState stored = only(ControllerEffect.WriteState.class).state();
    assertThat(stored.placement()).isEqualTo(new Placement(List.of(N1, N4), List.of()));
    assertThat(stored.leaderEpoch()).isEqualTo(4);
    committed();
    wish(true, N1, N4);
    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.DONE);
  }

  @Test
  void shouldBeCarriedOnByTheNextController() {
    inOffice(4, state(N1, 3, M1, M2, M3), M1, M2, M3, M4);
    wish(false, N4);
    PartitionState begun = only(ControllerEffect.WriteState.class).state();

    // when it dies there, and another finds the new replica in sync
    controller = new ControllerCore(CONFIG);
    PartitionState inSync =
        moving(begun.leader(), List.of(N4), List.of(N1, N2, N3), M1, M2, M3, M4);
    assertThat(begun.placement()).isEqualTo(inSync.placement());
    inOffice(5, inSync, M1, M2, M3, M4);

    assertThat(only(ControllerEffect.WriteState.class).state().leader()).isEqualTo(N4);
  }

  @Test
  void shouldElectAmongAllWhoHoldItWhenTheLeaderDiesMeanwhile() {
    inOffice(4, moving(N1, List.of(N4), List.of(N1, N2), M1, M2), M1, M2, M4);

    handle(new ControllerEvent.RegistrationsRead(List.of(M2, M4)));

    PartitionState stored = only(ControllerEffect.WriteState.class).state();
    assertThat(stored.leader()).isEqualTo(N2);
    assertThat(stored.placement()).isEqualTo(new Placement(List.of(N4), List.of(N1, N2)));
  }

  @Test
  void shouldReplaceAReassignmentByALaterOne() {
    inOffice(4, moving(N1, List.of(N1, N4), List.of(N2, N3), M1, M2, M3), M1, M2, M3, M4);

    wish(false, N1, N2);

    assertThat(only(ControllerEffect.WriteState.class).state().placement())
        .isEqualTo(new Placement(List.of(N1, N2), List.of(N4, N3)));
    committed();
    wish(true, N1, N4);
    assertThat(only(ControllerEffect.AnswerAdmin.class).detail()).contains("[n1, n2] instead");
    assertThat(all(ControllerEffect.WriteState.class)).isEmpty();
  }

  @Test
  void shouldNotBeginWithANewReplicaOnANodeThatIsDown() {
    inOffice(4, state(N1, 3, M1, M2, M3), M1, M2, M3);

    wish(false, N1, N4);

    assertThat(only(ControllerEffect.AnswerAdmin.class).detail()).contains("n4");
    assertThat(all(ControllerEffect.WriteState.class)).isEmpty();
  }

  @Test
  void shouldHandLeadershipOverAndSayWhenItIsDone() {
    inOffice(4, state(N1, 3, M1, M2), M1, M2, M3);

    transfer(N2);
    assertThat(only(ControllerEffect.WriteState.class).state().leader()).isEqualTo(N2);
    committed();
    transfer(N2);
    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.DONE);

    // when it is not in sync, or holds no replica
    transfer(N3);
    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.NOT_NOW);
    transfer(N4);
    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.INVALID);
  }

  @Test
  void shouldLetGoWhoLeavesOnlyWhenTheLeaderStaysAndTheTargetIsInSync() {
    Driver leader = new Driver(M1, config(1, Flush.NONE));
    lead(leader, 3, moving(N1, List.of(N1, N4), List.of(N2), M1, M2));
    leader.fetchedBy(M2, 1, 0, -1).pass(10);
    assertThat(leader.all(ReplicaEffect.ProposeIsr.class)).isEmpty();

    // when the new replica has caught up it joins, before anybody leaves
    leader.fetchedBy(M4, 1, 0, -1);
    ReplicaEffect.ProposeIsr joins = leader.only(ReplicaEffect.ProposeIsr.class);
    assertThat(joins.proposed().isr()).containsExactly(M1, M2, M4);
    leader.turn(
        new ReplicaEvent.ProposalAnswered(joins.proposed().nonce(), new WriteOutcome.Committed(2)));

    // then the one that leaves goes, and does not come back
    ReplicaEffect.ProposeIsr leaves = leader.only(ReplicaEffect.ProposeIsr.class);
    assertThat(leaves.proposed().isr()).containsExactly(M1, M4);
    assertThat(leaves.proposed().placement()).isEqualTo(joins.proposed().placement());
    leader.turn(
        new ReplicaEvent.ProposalAnswered(
            leaves.proposed().nonce(), new WriteOutcome.Committed(3)));
    leader.fetchedBy(M2, 2, 0, -1);
    assertThat(leader.all(ReplicaEffect.ProposeIsr.class)).isEmpty();
  }

  @Test
  void shouldTakeWhoLeavesBackWhileTheTargetIsNotInSync() {
    Driver leader = new Driver(M1, config(1, Flush.NONE));
    lead(leader, 3, moving(N1, List.of(N1, N4), List.of(N2), M1));

    leader.fetchedBy(M2, 1, 0, -1);

    assertThat(leader.only(ReplicaEffect.ProposeIsr.class).proposed().isr())
        .containsExactly(M1, M2);
  }

  @Test
  void shouldDeleteAReplicaOnlyWhenTheStateThatExcludesItIsConfirmed() {
    Driver replica = new Driver(M3, config(1, Flush.NONE));
    VersionedState away = new VersionedState(moving(N1, List.of(N1, N2), List.of(), M1, M2), 8);

    replica.turn(new ReplicaEvent.StateSeen(away));
    assertThat(replica.only(ReplicaEffect.ConfirmState.class).version()).isEqualTo(8);
    replica.turn(new ReplicaEvent.StateConfirmed(8, false));
    assertThat(replica.all(ReplicaEffect.Removed.class)).isEmpty();

    // when it is asked again
    replica.pass(config(1, Flush.NONE).times().proposalRetryMs());
    replica.only(ReplicaEffect.ConfirmState.class);
    replica.turn(new ReplicaEvent.StateConfirmed(8, true));

    assertThat(replica.only(ReplicaEffect.Removed.class).epoch()).isEqualTo(3);
    assertThat(replica.core.status().role()).isEqualTo(ReplicaStatus.Role.REMOVED);
  }

  @Test
  void shouldKeepAReplicaThatIsBackByTheTimeOfTheConfirmation() {
    Driver replica = new Driver(M3, config(1, Flush.NONE));
    replica.turn(
        new ReplicaEvent.StateSeen(
            new VersionedState(moving(N1, List.of(N1, N2), List.of(), M1, M2), 8)));

    // when later metadata makes it a follower before the answer comes
    replica.turn(
        received(M3, new VersionedState(moving(N1, 5, List.of(N1, N3), List.of(), M1), 9)));
    replica.turn(new ReplicaEvent.StateConfirmed(8, true));

    assertThat(replica.all(ReplicaEffect.Removed.class)).isEmpty();
    assertThat(replica.core.status().role()).isEqualTo(ReplicaStatus.Role.FOLLOWER);

    // nor does the old state count when it is seen again
    replica.turn(
        new ReplicaEvent.StateSeen(
            new VersionedState(moving(N1, List.of(N1, N2), List.of(), M1, M2), 8)));
    assertThat(replica.all(ReplicaEffect.ConfirmState.class)).isEmpty();
  }

  /** Z12: a topic made anew under the same name has versions from 0 again; its id tells. */
  @Test
  void shouldIgnoreAStateOfAnotherTopicOfTheSameName() {
    PartitionState other =
        new PartitionState(
            new UUID(7, 7), N2, 9, List.of(M2), List.of(), 1, new Nonce("test", 9), null);
    inOffice(4, state(N1, 3, M1, M2), M1, M2);
    handle(new ControllerEvent.StateRead(PARTITION, new VersionedState(other, 20)));
    assertThat(effects).isEmpty();
    Driver replica = new Driver(M2, config(1, Flush.NONE));

    replica.turn(received(M2, new VersionedState(other, 20)));
    replica.turn(
        new ReplicaEvent.StateSeen(
            new VersionedState(
                new PartitionState(
                    new UUID(7, 7),
                    N1,
                    9,
                    List.of(M1),
                    List.of(),
                    1,
                    new Nonce("test", 9),
                    new Placement(List.of(N1), List.of())),
                20)));

    assertThat(replica.core.status().role()).isEqualTo(ReplicaStatus.Role.OFFLINE);
    assertThat(replica.all(ReplicaEffect.ConfirmState.class)).isEmpty();
  }

  @Test
  void shouldRefuseAStateWithAMemberThatIsNotAssigned() {
    assertThatThrownBy(() -> moving(N1, List.of(N1, N2), List.of(), M1, M3))
        .hasMessageContaining("n3")
        .hasMessageContaining("not assigned");
  }

  private static PartitionState moving(
      NodeId leader, List<NodeId> target, List<NodeId> leaving, Member... isr) {
    return moving(leader, 3, target, leaving, isr);
  }

  private static PartitionState moving(
      NodeId leader, long epoch, List<NodeId> target, List<NodeId> leaving, Member... isr) {
    return new PartitionState(
        TOPIC_ID,
        leader,
        epoch,
        List.of(isr),
        List.of(),
        1,
        new Nonce("test", epoch),
        new Placement(target, leaving));
  }

  private static ReplicaEvent received(Member to, VersionedState state) {
    return new ReplicaEvent.MetadataReceived(
        new Metadata(
            PARTITION,
            1,
            to.incarnation(),
            state.state().replicas(List.of()),
            state.state().isr(),
            state));
  }

  private static void lead(Driver leader, long epoch, PartitionState state) {
    leader.turn(received(leader.self, new VersionedState(state, 1)));
    leader.turn(new ReplicaEvent.EpochStartDurable(epoch));
  }

  private void inOffice(long epoch, PartitionState state, Member... registered) {
    handle(new ControllerEvent.Won(epoch));
    handle(
        new ControllerEvent.ClusterRead(
            List.of(registered), List.of(TOPIC), Map.of(PARTITION, new VersionedState(state, 7))));
  }

  private void wish(boolean begun, NodeId... target) {
    handle(new ControllerEvent.Reassign(1, PARTITION, List.of(target), begun));
  }

  private void transfer(NodeId leader) {
    handle(new ControllerEvent.TransferLeadership(2, PARTITION, leader));
  }

  /** The write that was asked for is stored. */
  private void committed() {
    ControllerEffect.WriteState write = only(ControllerEffect.WriteState.class);
    handle(
        new ControllerEvent.WriteAnswered(
            write.writeId(), new WriteOutcome.Committed(write.expectedVersion() + 1)));
  }

  private void handle(ControllerEvent event) {
    effects.clear();
    controller.handle(event, nowMs, effects);
  }

  private <T extends ControllerEffect> List<T> all(Class<T> type) {
    return effects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private <T extends ControllerEffect> T only(Class<T> type) {
    List<T> found = all(type);
    assertThat(found).as("one %s in %s", type.getSimpleName(), effects).hasSize(1);
    return found.get(0);
  }
}
