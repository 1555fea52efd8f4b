package io.rvi.isr.protocol;

import static io.rvi.isr.protocol.Fixtures.M1;
import static io.rvi.isr.protocol.Fixtures.M2;
import static io.rvi.isr.protocol.Fixtures.M3;
import static io.rvi.isr.protocol.Fixtures.N1;
import static io.rvi.isr.protocol.Fixtures.N2;
import static io.rvi.isr.protocol.Fixtures.N3;
import static io.rvi.isr.protocol.Fixtures.member;
import static io.rvi.isr.protocol.Fixtures.state;
import static io.rvi.isr.protocol.Fixtures.wiped;
import static io.rvi.isr.protocol.Fixtures.withElr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.rvi.api.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ElectionTest {
  private static final List<NodeId> ASSIGNED = List.of(N1, N2, N3);

  private final ClusterView cluster = new ClusterView(ReplicationRules.CURRENT);
  private final Election election = new Election(cluster, false);

  @Test
  void shouldElectTheFirstAssignedMemberThatLives() {
    registered(M2, M3);

    assertThat(leader(state(N1, 1, M3, M1, M2))).isEqualTo(N2);
  }

  @Test
  void shouldKeepTheInSyncSetAndBringLivesUpToDate() {
    registered(member(2, 9), M3);

    Election.Elected elected = election.elect(state(N1, 1, M1, M2, M3), ASSIGNED);

    assertThat(elected)
        .isNotNull()
        .extracting(Election.Elected::isr)
        .asInstanceOf(LIST)
        .containsExactly(M1, member(2, 9), M3);
  }

  @Test
  void shouldNotElectAMemberWithAnotherDisk() {
    registered(wiped(2, 9));

    assertThat(election.elect(state(N1, 1, M1, M2), ASSIGNED)).isNull();
  }

  @Test
  void shouldNotElectAReplicaOutsideTheInSyncSet() {
    registered(M3);

    assertThat(election.elect(state(N1, 1, M1, M2), ASSIGNED)).isNull();
  }

  @Test
  void shouldElectAnEligibleReplicaWhenNoMemberIsThere() {
    registered(M2, M3);

    Election.Elected elected = election.elect(withElr(state(N1, 1, M1), M2, M3), ASSIGNED);

    assertThat(elected).isEqualTo(new Election.Elected(N2, List.of(M1, M2), List.of(M3)));
  }

  @Test
  void shouldNotElectAnEligibleReplicaWithAnotherDisk() {
    registered(wiped(2, 9));

    assertThat(election.elect(withElr(state(N1, 1, M1), M2), ASSIGNED)).isNull();
  }

  @Test
  void shouldMoveLeadershipFromANodeThatIsAboutToStop() {
    registered(M1, M2);
    cluster.stop(N1, M1.incarnation());

    assertThat(election.isDue(state(N1, 1, M1, M2))).isTrue();
    assertThat(leader(state(N1, 1, M1, M2))).isEqualTo(N2);
  }

  @Test
  void shouldLeaveANodeThatIsAboutToStopIfNobodyElseCan() {
    registered(M1, M3);
    cluster.stop(N1, M1.incarnation());

    assertThat(election.elect(state(N1, 1, M1, M2), ASSIGNED)).isNull();
  }

  @Test
  void shouldTakeABouncedLeaderForGone() {
    registered(member(1, 2), M2);

    assertThat(election.isDue(state(N1, 1, M1, M2))).isTrue();
    assertThat(leader(state(N1, 1, M1, M2))).isEqualTo(N1);
  }

  @Test
  void shouldElectOutsideTheSetOnlyWhenToldTo() {
    registered(M3);
    Election unclean = new Election(cluster, true);

    assertThat(unclean.elect(state(N1, 1, M1, M2), ASSIGNED))
        .isEqualTo(new Election.Elected(N3, List.of(M3), List.of()));
  }

  @Test
  void shouldMoveToThePreferredLeaderOnlyWhenItIsInSync() {
    registered(M1, M2);

    assertThat(election.moveTo(state(N2, 1, M2), N1)).isNull();
    assertThat(election.moveTo(state(N1, 1, M1, M2), N1)).isNull();
    assertThat(election.moveTo(state(N2, 1, M2, M1), N1))
        .isEqualTo(new Election.Elected(N1, List.of(M2, M1), List.of()));
  }

  private void registered(Member... members) {
    cluster.update(List.of(members));
  }

  private @Nullable NodeId leader(PartitionState state) {
    Election.Elected elected = election.elect(state, ASSIGNED);
    return elected == null ? null : elected.leader();
  }
}
