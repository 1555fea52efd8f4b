package io.rvi.isr.protocol;

import static io.rvi.isr.protocol.Fixtures.M1;
import static io.rvi.isr.protocol.Fixtures.M2;
import static io.rvi.isr.protocol.Fixtures.M3;
import static io.rvi.isr.protocol.Fixtures.N1;
import static io.rvi.isr.protocol.Fixtures.N2;
import static io.rvi.isr.protocol.Fixtures.N3;
import static io.rvi.isr.protocol.Fixtures.PARTITION;
import static io.rvi.isr.protocol.Fixtures.TOPIC_ID;
import static io.rvi.isr.protocol.Fixtures.member;
import static io.rvi.isr.protocol.Fixtures.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.isr.protocol.ControllerEffect.AdminResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ControllerTest {
  private static final ControllerConfig CONFIG = ControllerConfig.withDefaults(1);
  private static final TopicAssignment TOPIC =
      new TopicAssignment("t", TOPIC_ID, List.of(List.of(N1, N2, N3)));

  private final ControllerCore controller = new ControllerCore(CONFIG);
  private final List<ControllerEffect> effects = new ArrayList<>();
  private long nowMs = 1_000;

  @Test
  void shouldReadEverythingBeforeItActs() {
    handle(new ControllerEvent.Won(4));
    assertThat(effects).containsExactly(new ControllerEffect.ReadAll());

    handle(new ControllerEvent.RegistrationsRead(List.of(M1)));
    assertThat(effects).isEmpty();
  }

  @Test
  void shouldElectAnotherWhenTheLeaderIsGone() {
    inOffice(new VersionedState(state(N1, 3, M1, M2, M3), 7), M1, M2, M3);

    handle(new ControllerEvent.RegistrationsRead(List.of(M2, M3)));

    ControllerEffect.WriteState write = only(ControllerEffect.WriteState.class);
    assertThat(write.expectedVersion()).isEqualTo(7);
    assertThat(write.state().leader()).isEqualTo(N2);
    assertThat(write.state().leaderEpoch()).isEqualTo(4);
    assertThat(write.state().controllerEpoch()).isEqualTo(4);
    assertThat(write.state().isr()).containsExactly(M1, M2, M3);
  }

  @Test
  void shouldTellTheNewLeaderFirst() {
    inOffice(new VersionedState(state(N1, 3, M1, M2, M3), 7), M1, M2, M3);
    handle(new ControllerEvent.RegistrationsRead(List.of(M2, M3)));
    ControllerEffect.WriteState write = only(ControllerEffect.WriteState.class);

    handle(new ControllerEvent.WriteAnswered(write.writeId(), new WriteOutcome.Committed(8)));

    assertThat(all(ControllerEffect.SendMetadata.class))
        .extracting(ControllerEffect.SendMetadata::node)
        .containsExactly(N2, N3);
    assertThat(all(ControllerEffect.SendMetadata.class).get(0).metadata().live())
        .containsExactly(M2, M3);
  }

  @Test
  void shouldRepeatMetadataUntilItIsAcknowledged() {
    inOffice(new VersionedState(state(N1, 3, M1, M2), 7), M1, M2);
    assertThat(all(ControllerEffect.SendMetadata.class)).hasSize(2);
    handle(new ControllerEvent.MetadataAcknowledged(N1, M1.incarnation(), PARTITION, 7));

    nowMs += CONFIG.metadataRetryMs();
    handle(new ControllerEvent.Tick());

    assertThat(only(ControllerEffect.SendMetadata.class).node()).isEqualTo(N2);
  }

  @Test
  void shouldTellANodeAgainInItsNewLife() {
    inOffice(new VersionedState(state(N1, 3, M1, M2), 7), M1, M2);
    handle(new ControllerEvent.MetadataAcknowledged(N2, M2.incarnation(), PARTITION, 7));

    handle(new ControllerEvent.RegistrationsRead(List.of(M1, member(2, 9))));

    assertThat(only(ControllerEffect.SendMetadata.class).metadata().incarnation()).isEqualTo(9);
  }

  @Test
  void shouldAdoptWhatTheLeaderStoredMeanwhileAndTryAgain() {
    inOffice(new VersionedState(state(N1, 3, M1, M2, M3), 7), M1, M2, M3);
    handle(new ControllerEvent.RegistrationsRead(List.of(M2, M3)));
    ControllerEffect.WriteState first = only(ControllerEffect.WriteState.class);

    handle(
        new ControllerEvent.WriteAnswered(
            first.writeId(),
            new WriteOutcome.Rejected(new VersionedState(state(N1, 3, M1, M3), 8))));

    ControllerEffect.WriteState second = only(ControllerEffect.WriteState.class);
    assertThat(second.expectedVersion()).isEqualTo(8);
    assertThat(second.state().leader()).isEqualTo(N3);
  }

  @Test
  void shouldOvertakeAWriteWhoseAnswerIsLost() {
    inOffice(new VersionedState(state(N1, 3, M1, M2), 7), M1, M2);
    handle(new ControllerEvent.RegistrationsRead(List.of(M2)));
    ControllerEffect.WriteState first = only(ControllerEffect.WriteState.class);
    handle(new ControllerEvent.WriteAnswered(first.writeId(), new WriteOutcome.Unknown()));
    assertThat(effects).isEmpty();

    nowMs += CONFIG.metadataRetryMs();
    handle(new ControllerEvent.Tick());

    ControllerEffect.WriteState second = only(ControllerEffect.WriteState.class);
    assertThat(second.expectedVersion()).isEqualTo(7);
    assertThat(second.state().nonce()).isNotEqualTo(first.state().nonce());
  }

  @Test
  void shouldLookAgainWhenNobodyCanBeElected() {
    inOffice(new VersionedState(state(N1, 3, M1), 7), M1, M2);
    handle(new ControllerEvent.RegistrationsRead(List.of(M2)));
    nowMs += CONFIG.metadataRetryMs();
    handle(new ControllerEvent.Tick());
    assertThat(only(ControllerEffect.ReadState.class).partition()).isEqualTo(PARTITION);
    assertThat(controller.offline().get(PARTITION)).contains("n1/");

    // when the leader has let the other in before it died
    handle(new ControllerEvent.StateRead(PARTITION, new VersionedState(state(N1, 3, M1, M2), 8)));

    assertThat(only(ControllerEffect.WriteState.class).state().leader()).isEqualTo(N2);
  }

  @Test
  void shouldResignWhenANewerControllerExists() {
    inOffice(new VersionedState(state(N1, 3, M1, M2), 7), M1, M2);
    handle(new ControllerEvent.RegistrationsRead(List.of(M2)));
    ControllerEffect.WriteState write = only(ControllerEffect.WriteState.class);

    handle(new ControllerEvent.WriteAnswered(write.writeId(), new WriteOutcome.ControllerMoved()));

    assertThat(effects).containsExactly(new ControllerEffect.Resign());
    assertThat(controller.epoch()).isEqualTo(-1);
  }

  @Test
  void shouldMoveLeadershipBeforeANodeStops() {
    inOffice(new VersionedState(state(N1, 3, M1, M2), 7), M1, M2);

    handle(new ControllerEvent.ShutdownRequested(5, N1, M1.incarnation()));
    ControllerEffect.WriteState write = only(ControllerEffect.WriteState.class);
    assertThat(write.state().leader()).isEqualTo(N2);
    assertThat(all(ControllerEffect.AnswerAdmin.class)).isEmpty();

    handle(new ControllerEvent.WriteAnswered(write.writeId(), new WriteOutcome.Committed(8)));
    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.DONE);
    assertThat(all(ControllerEffect.SendMetadata.class).get(0).metadata().live())
        .containsExactly(M2);
  }

  @Test
  void shouldCreateATopicOnce() {
    inOffice(new VersionedState(state(N1, 3, M1, M2), 7), M1, M2);
    UUID id = new UUID(5, 5);
    handle(new ControllerEvent.CreateTopic(9, "new", id, 4, 2));
    ControllerEffect.WriteTopic write = only(ControllerEffect.WriteTopic.class);
    assertThat(write.states()).hasSize(4).allMatch(state -> state.isr().size() == 2);

    handle(new ControllerEvent.WriteAnswered(write.writeId(), new WriteOutcome.Committed(0)));
    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.DONE);

    handle(new ControllerEvent.CreateTopic(10, "new", id, 4, 2));
    assertThat(only(ControllerEffect.AnswerAdmin.class).result()).isEqualTo(AdminResult.EXISTS);
    handle(new ControllerEvent.CreateTopic(11, "new", id, 3, 2));
    assertThat(only(ControllerEffect.AnswerAdmin.class).result())
        .isEqualTo(AdminResult.EXISTS_OTHERWISE);
  }

  @Test
  void shouldSayWhichNodesThereAreWhenTheyAreTooFew() {
    inOffice(new VersionedState(state(N1, 3, M1, M2), 7), M1, M2);

    handle(new ControllerEvent.CreateTopic(9, "new", new UUID(5, 5), 1, 3));

    ControllerEffect.AnswerAdmin answer = only(ControllerEffect.AnswerAdmin.class);
    assertThat(answer.result()).isEqualTo(AdminResult.NOT_NOW);
    assertThat(answer.detail()).isEqualTo("3 replicas need as many nodes; registered are [n1, n2]");
  }

  @Test
  void shouldAnswerEveryRequestWhenItsTermEnds() {
    inOffice(new VersionedState(state(N1, 3, M1, M2), 7), M1, M2);
    handle(new ControllerEvent.CreateTopic(9, "new", new UUID(5, 5), 1, 1));
    handle(new ControllerEvent.ShutdownRequested(10, N1, M1.incarnation()));

    handle(new ControllerEvent.Lost());

    assertThat(all(ControllerEffect.AnswerAdmin.class))
        .extracting(ControllerEffect.AnswerAdmin::requestId)
        .containsExactlyInAnyOrder(9L, 10L);
  }

  @Test
  void shouldMoveLeadershipBackToThePreferredLeader() {
    inOffice(new VersionedState(state(N2, 3, M2), 7), M1, M2);
    nowMs += CONFIG.preferredLeaderMs();
    handle(new ControllerEvent.Tick());
    assertThat(only(ControllerEffect.ReadState.class).partition()).isEqualTo(PARTITION);

    handle(new ControllerEvent.StateRead(PARTITION, new VersionedState(state(N2, 3, M2, M1), 8)));

    assertThat(only(ControllerEffect.WriteState.class).state().leader()).isEqualTo(N1);
  }

  private void inOffice(VersionedState state, Member... registered) {
    handle(new ControllerEvent.Won(4));
    handle(
        new ControllerEvent.ClusterRead(
            List.of(registered), List.of(TOPIC), Map.of(PARTITION, state)));
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
