package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.api.TopicDescription;
import io.rvi.spi.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replicas move between nodes and leadership between replicas, while the log goes on. */
@Tag("reassignment")
abstract class ReassignmentContract extends FaultPart {
  private static final NodeId STRANGER = new NodeId(9);

  @BeforeEach
  final void assumeIt() {
    assumeCapable(Capability.REASSIGNMENT);
  }

  @Test
  void shouldAddAReplicaThatHoldsEveryRecord() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 2);
    List<NodeId> before = partition(client, log).replicas();
    Outcomes.append(log, "r0");
    Outcomes.append(log, "r1");
    List<NodeId> all = with(before, outside(before));

    // when
    Outcomes.result(client.reassign(log.topic(), 0, all));

    // then
    assertThat(partition(client, log).replicas()).isEqualTo(all);
    assertThat(partition(client, log).inSync()).isEqualTo(Set.copyOf(all));
    Outcomes.append(log, "r2");
    awaitHeldBy(client, log, all, 3);
    assertThat(Outcomes.readTexts(log, 3)).containsExactly("r0", "r1", "r2");
  }

  @Test
  void shouldRemoveAReplica() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 3);
    Outcomes.append(log, "r0");
    NodeId leader = leader(client, log);
    List<NodeId> two =
        partition(client, log).replicas().stream()
            .filter(node -> !node.equals(aFollower(client, log, leader)))
            .toList();

    // when
    Outcomes.result(client.reassign(log.topic(), 0, two));

    // then
    assertThat(partition(client, log).replicas()).isEqualTo(two);
    assertThat(partition(client, log).inSync()).isEqualTo(Set.copyOf(two));
    Outcomes.append(log, "r1");
    awaitHeldBy(client, log, two, 2);
  }

  @Test
  void shouldMoveTheLeaderAway() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 2);
    Outcomes.append(log, "r0");
    NodeId leader = leader(client, log);
    List<NodeId> others = new ArrayList<>(shared().nodes());
    others.remove(leader);

    // when
    Outcomes.result(client.reassign(log.topic(), 0, others));

    // then
    assertThat(others).contains(leader(client, log));
    assertThat(partition(client, log).replicas()).isEqualTo(others);
    Outcomes.append(log, "r1");
    awaitHeldBy(client, log, others, 2);
    assertThat(Outcomes.readTexts(log, 2)).containsExactly("r0", "r1");
  }

  @Test
  void shouldMoveAPartitionToNodesThatHeldNothingOfIt() throws Exception {
    // given a log that another client reads too
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 1);
    Outcomes.append(log, "r0");
    ReplicatedLog read = client().open(log.topic(), 0);
    assertThat(Outcomes.readTexts(read, 1)).containsExactly("r0");
    List<NodeId> others = new ArrayList<>(shared().nodes());
    others.removeAll(partition(client, log).replicas());

    // when
    Outcomes.result(client.reassign(log.topic(), 0, others));

    // then
    Outcomes.append(log, "r1");
    awaitHeldBy(client, log, others, 2);
    assertThat(Outcomes.readTexts(read, 2)).containsExactly("r0", "r1");
  }

  @Test
  void shouldKeepEveryRecordOnceWhileItIsReassignedUnderLoad() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 2);
    List<NodeId> ring = shared().nodes();
    Production production = Production.start(log, "p");
    production.awaitProgress();

    // when each pair of nodes has it in turn
    for (int first = 0; first < ring.size(); first++) {
      List<NodeId> pair = List.of(ring.get(first), ring.get((first + 1) % ring.size()));
      Outcomes.result(client.reassign(log.topic(), 0, pair));
      production.awaitProgress();
    }

    // then
    production.finish().checkAllCommitted();
    production.check(everything(log));
  }

  @Test
  void shouldCarryOutTheReassignmentThatWasAskedForLast() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 2);
    Outcomes.append(log, "r0");
    List<NodeId> ring = shared().nodes();
    List<NodeId> last = List.of(ring.get(2), ring.get(0));

    // when
    var first = client.reassign(log.topic(), 0, List.of(ring.get(1), ring.get(2)));
    Await.until(
        "the first is under way or done",
        () -> first.isDone() || partition(client, log).replicas().containsAll(ring.subList(1, 3)));
    Outcomes.result(client.reassign(log.topic(), 0, last));

    // then
    assertThat(partition(client, log).replicas()).isEqualTo(last);
    awaitHeldBy(client, log, last, 1);
  }

  @Test
  void shouldChangeNothingWhenTheReplicasAreThereAlready() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 3);
    long offset = Outcomes.append(log, "r0").offset();
    List<NodeId> replicas = partition(client, log).replicas();

    // when
    Outcomes.result(client.reassign(log.topic(), 0, replicas));
    Outcomes.result(client.createTopic(log.topic(), 1, 3));

    // then
    assertThat(partition(client, log).replicas()).isEqualTo(replicas);
    assertThat(Outcomes.append(log, "r1").offset()).isEqualTo(offset + 1);
  }

  @Test
  void shouldKeepTheShapeThatTheTopicWasCreatedWith() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 2);

    // when
    Outcomes.result(client.reassign(log.topic(), 0, shared().nodes()));

    // then
    Outcomes.result(client.createTopic(log.topic(), 1, 2));
    assertThat(Outcomes.failure(client.createTopic(log.topic(), 1, 3)).code())
        .isEqualTo(ErrorCode.TOPIC_EXISTS);
  }

  @ParameterizedTest
  @CsvSource({"'', 1", "'1,9', n9", "'1,2,1', n1", "'1,2,3,9', n9"})
  void shouldRefuseReplicasThatCannotBe(String ids, String named) throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 2);
    List<NodeId> before = partition(client, log).replicas();

    // when
    LogException refused = Outcomes.failure(client.reassign(log.topic(), 0, nodes(ids)));

    // then
    assertThat(refused).isInstanceOf(RequestFailedException.class);
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refused).hasMessageContaining(named).hasMessageContaining(log.topic());
    assertThat(partition(client, log).replicas()).isEqualTo(before);
  }

  @Test
  void shouldRefuseToReassignWhatDoesNotExist() throws Exception {
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 1);
    List<NodeId> all = shared().nodes();

    assertThat(Outcomes.failure(client.reassign("no-such-topic", 0, all)).code())
        .isEqualTo(ErrorCode.UNKNOWN_TOPIC);
    assertThat(Outcomes.failure(client.reassign(log.topic(), 1, all)).code())
        .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
    assertThat(Outcomes.failure(client.transferLeadership(log.topic(), -1, all.get(0))).code())
        .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
  }

  @Test
  void shouldHandLeadershipOverUnderLoad() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 3);
    Production production = Production.start(log, "p");
    production.awaitProgress();

    // when
    for (NodeId node : shared().nodes()) {
      long epoch = partition(client, log).epoch();
      boolean leads = node.equals(leader(client, log));
      Outcomes.result(client.transferLeadership(log.topic(), 0, node));

      // then
      Await.until(
          node + " leads",
          () -> partition(client, log).leader().filter(node::equals).isPresent(),
          () -> "but: " + partition(client, log));
      assertThat(partition(client, log).epoch()).isGreaterThanOrEqualTo(leads ? epoch : epoch + 1);
      production.awaitProgress();
    }
    production.finish().checkAllCommitted();
    production.check(everything(log));
  }

  @Test
  void shouldRefuseALeaderThatHoldsNoReplica() throws Exception {
    // given
    LogClient client = patientClient();
    ReplicatedLog log = log(client, 2);
    NodeId outside = outside(partition(client, log).replicas());

    for (NodeId node : List.of(outside, STRANGER)) {
      // when
      LogException refused = Outcomes.failure(client.transferLeadership(log.topic(), 0, node));

      // then
      assertThat(refused).isInstanceOf(RequestFailedException.class);
      assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(refused).hasMessageContaining(node.toString());
    }
  }

  @Test
  void shouldWaitForANodeThatIsDownNoLongerThanTheDeadlineAndLoseNothing() throws Exception {
    // given
    ContractCluster cluster = cluster(3);
    LogClient client = cluster.connect("client", PATIENT);
    Outcomes.result(client.createTopic(TOPIC, 1, 2));
    ReplicatedLog log = client.open(TOPIC, 0);
    List<NodeId> before = partition(client).replicas();
    NodeId down = cluster.nodes().stream().filter(n -> !before.contains(n)).findFirst().get();
    Outcomes.append(log, "r0");
    cluster.kill(down);

    // when
    LogException late =
        Outcomes.failure(
            cluster
                .connect("hasty", Map.of("request.deadline", "1s"))
                .reassign(TOPIC, 0, cluster.nodes()));

    // then the log goes on, and the node gets its replica once it is back
    assertThat(late).isInstanceOf(RequestFailedException.class);
    Outcomes.append(log, "r1");
    cluster.start(down);
    Outcomes.result(client.reassign(TOPIC, 0, cluster.nodes()));
    awaitLevel(cluster, client);
    cluster.kill(leader(cluster, client));
    Outcomes.append(log, "r2");
    assertThat(Outcomes.readTexts(log, 3)).containsExactly("r0", "r1", "r2");
  }

  private LogClient patientClient() throws Exception {
    return shared().connect(freshName(), PATIENT);
  }

  private ReplicatedLog log(LogClient client, int replicas) {
    String topic = freshName();
    Outcomes.result(client.createTopic(topic, 1, replicas));
    return client.open(topic, 0);
  }

  private static TopicDescription.Partition partition(LogClient client, ReplicatedLog log) {
    return Outcomes.result(client.describe(log.topic())).partitions().get(0);
  }

  private static NodeId leader(LogClient client, ReplicatedLog log) {
    Await.until("a leader", () -> partition(client, log).leader().isPresent());
    return partition(client, log).leader().orElseGet(() -> leader(client, log));
  }

  private static NodeId aFollower(LogClient client, ReplicatedLog log, NodeId leader) {
    return partition(client, log).replicas().stream()
        .filter(node -> !node.equals(leader))
        .findFirst()
        .orElseThrow();
  }

  private NodeId outside(List<NodeId> replicas) throws Exception {
    return shared().nodes().stream()
        .filter(node -> !replicas.contains(node))
        .findFirst()
        .orElseThrow();
  }

  private static List<NodeId> with(List<NodeId> nodes, NodeId another) {
    List<NodeId> more = new ArrayList<>(nodes);
    more.add(another);
    return more;
  }

  private static List<NodeId> nodes(String ids) {
    List<NodeId> nodes = new ArrayList<>();
    for (String id : ids.split(",", -1)) {
      if (!id.isEmpty()) {
        nodes.add(new NodeId(Integer.parseInt(id)));
      }
    }
    return nodes;
  }

  /** Waits until exactly these nodes say that they hold that many records. */
  private static void awaitHeldBy(
      LogClient client, ReplicatedLog log, List<NodeId> nodes, long records) {
    Await.until(
        nodes + " hold " + records,
        () -> {
          List<TopicDescription.ReplicaState> states = partition(client, log).replicaStates();
          return states.stream().allMatch(state -> state.logEnd() == records)
              && states.stream()
                  .map(TopicDescription.ReplicaState::node)
                  .sorted()
                  .toList()
                  .equals(nodes.stream().sorted().toList());
        },
        () -> "but: " + partition(client, log));
  }
}
