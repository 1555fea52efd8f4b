package io.rvi.raft.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.CatalogCommand;
import io.rvi.raft.wire.ChangeRow;
import io.rvi.raft.wire.ChangeRow.Kind;
import io.rvi.raft.wire.CreateTopic;
import io.rvi.raft.wire.Row;
import io.rvi.raft.wire.Topic;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the catalog keeps where a partition lies. */
final class CatalogRowsTest {
  private static final NodeId N1 = new NodeId(1);
  private static final NodeId N2 = new NodeId(2);
  private static final NodeId N3 = new NodeId(3);

  private final TopicCatalog catalog = new TopicCatalog(Set.of(N1, N2, N3));

  @BeforeEach
  void createTopic() {
    assertThat(catalog.create(new CreateTopic("t", 1, 2))).isPresent();
    List<NodeId> created = row().replicas();
    created.forEach(node -> change(Kind.READY, 0, node));
    assertThat(row().settled()).isTrue();
  }

  @Test
  void shouldReachATargetStepByStep() {
    List<NodeId> before = row().replicas();
    change(Kind.REASSIGN, 0, N3, N1);
    assertThat(row().target()).containsExactly(N3, N1);
    assertThat(row().replicas()).isEqualTo(before);
    assertThat(row().settled()).isFalse();
    assertThat(row().ready()).isSubsetOf(before);

    row().target().forEach(node -> change(Kind.READY, 1, node));
    change(Kind.REACHED, 1);

    assertThat(row())
        .isEqualTo(new Row(1, List.of(N3, N1), List.of(N3, N1), Set.of(N1, N3), Set.of()));
  }

  @Test
  void shouldForgetThatANodeWasReadyOnceItHasLeft() {
    List<NodeId> before = row().replicas();
    NodeId out = before.get(1);
    NodeId in = List.of(N1, N2, N3).stream().filter(n -> !before.contains(n)).findFirst().get();
    change(Kind.REASSIGN, 0, before.get(0), in);
    change(Kind.READY, 1, in);
    change(Kind.REACHED, 1);

    change(Kind.REASSIGN, 0, before.get(0), out);

    assertThat(row().ready()).contains(before.get(0)).doesNotContain(out);
  }

  @Test
  void shouldIgnoreWhatIsSaidOfAnEarlierGeneration() {
    change(Kind.REASSIGN, 0, N3, N1);
    Row moving = row();

    change(Kind.READY, 0, N3);
    change(Kind.REACHED, 0);
    change(Kind.LOST, 0, N1);

    assertThat(row()).isEqualTo(moving);
  }

  @Test
  void shouldNotTakeALostReplicaForReadyBeforeItsGroupHasDroppedIt() {
    NodeId lost = row().replicas().get(0);
    change(Kind.LOST, 0, lost);
    change(Kind.READY, 1, lost);
    assertThat(row().ready()).doesNotContain(lost);

    change(Kind.DROPPED, 1, lost);
    change(Kind.READY, 1, lost);

    assertThat(row().ready()).contains(lost);
    assertThat(row().settled()).isTrue();
  }

  @Test
  void shouldChangeNothingForAWishThatCannotBe() {
    Row before = row();
    change(Kind.REASSIGN, 0);
    change(Kind.REASSIGN, 0, N1, N1);
    change(Kind.REASSIGN, 0, new NodeId(9));
    assertThat(row()).isEqualTo(before);
    assertThat(catalog.change(new ChangeRow(Kind.REASSIGN, "u", 0, 0, List.of(N1)))).isEmpty();
    assertThat(catalog.change(new ChangeRow(Kind.REASSIGN, "t", 1, 0, List.of(N1)))).isEmpty();
  }

  @Test
  void shouldReadWhatItWrote() {
    Topic topic = catalog.find("t").orElseThrow();
    assertThat(Topic.parse(topic.encode())).isEqualTo(topic);
    CreateTopic create = new CreateTopic("orders", 4, 3);
    assertThat(CatalogCommand.parse(create.encode())).isEqualTo(create);
    for (Kind kind : Kind.values()) {
      ChangeRow change = new ChangeRow(kind, "orders", 3, 7, List.of(N2, N1));
      assertThat(CatalogCommand.parse(change.encode())).isEqualTo(change);
    }
  }

  private Row row() {
    return catalog.find("t").orElseThrow().rows().get(0);
  }

  private void change(Kind kind, long generation, NodeId... nodes) {
    assertThat(catalog.change(new ChangeRow(kind, "t", 0, generation, Arrays.asList(nodes))))
        .isPresent();
  }
}
