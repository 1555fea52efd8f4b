package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogException;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import io.rvi.api.TopicDescription;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Creating and describing topics on a healthy cluster. */
@Tag("topics")
abstract class TopicContract extends ContractPart {
  @Test
  void shouldCreateATopicOnceHoweverOftenItIsAsked() throws Exception {
    // given
    LogClient client = client();
    ReplicatedLog log = freshLog(client);
    Outcomes.append(log, "kept");

    // when
    Outcomes.result(client.createTopic(log.topic(), 1, 3));
    Outcomes.result(client().createTopic(log.topic(), 1, 3));

    // then
    assertThat(Outcomes.readTexts(log, 1)).containsExactly("kept");
  }

  @ParameterizedTest
  @CsvSource({"2, 3", "1, 2"})
  void shouldRefuseATopicThatExistsWithAnotherShape(int partitions, int replicas) throws Exception {
    // given
    LogClient client = client();
    String topic = freshLog(client).topic();

    // when
    LogException refused = Outcomes.failure(client.createTopic(topic, partitions, replicas));

    // then
    assertThat(refused).isInstanceOf(RequestFailedException.class);
    assertThat(refused.code()).isEqualTo(ErrorCode.TOPIC_EXISTS);
    assertThat(refused).hasMessageContaining(topic);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a/b", "../up", "naïve", "tab\tbed", "LONG"})
  void shouldRefuseAnInvalidTopicName(String name) throws Exception {
    // given
    String given = name.equals("LONG") ? "x".repeat(101) : name;

    // when
    LogException refused = Outcomes.failure(client().createTopic(given, 1, 1));

    // then
    assertThat(refused).isInstanceOf(RequestFailedException.class);
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refused).hasMessageContaining(given);
  }

  @Test
  void shouldTakeALongNameWithEveryKindOfCharacter() throws Exception {
    // given
    LogClient client = client();
    String name = "Az09._-" + "x".repeat(93);

    // when
    Outcomes.result(client.createTopic(name, 1, 3));

    // then
    assertThat(Outcomes.append(client.open(name, 0), "r0").offset()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0", "-1, 1, -1", "1, 0, 0", "1, -1, -1", "1, 4, 4"})
  void shouldRefuseAnImpossibleShape(int partitions, int replicas, String named) throws Exception {
    // when
    LogException refused =
        Outcomes.failure(client().createTopic(freshName(), partitions, replicas));

    // then
    assertThat(refused).isInstanceOf(RequestFailedException.class);
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refused).hasMessageContaining(named);
  }

  @Test
  void shouldNameTheNumberOfNodesWhenThereAreTooFewForTheReplicas() throws Exception {
    // when
    LogException refused = Outcomes.failure(client().createTopic(freshName(), 1, 5));

    // then
    assertThat(refused).hasMessageContaining("5").hasMessageContaining("3");
  }

  @Test
  void shouldDescribeATopic() throws Exception {
    // given
    LogClient client = client();
    ReplicatedLog log = freshLog(client);
    Outcomes.append(log, "r0");
    Outcomes.append(log, "r1");

    // when each replica has what the leader has
    Await.until(
        "three replicas of " + log.topic() + " at 2",
        () -> {
          TopicDescription.Partition now = partition(client, log.topic());
          return now.highWatermark() == 2
              && now.replicaStates().size() == 3
              && now.replicaStates().stream().allMatch(replica -> replica.logEnd() == 2);
        });
    TopicDescription.Partition partition = partition(client, log.topic());

    // then
    assertThat(partition.partition()).isZero();
    assertThat(partition.replicas()).containsExactlyInAnyOrderElementsOf(shared().nodes());
    assertThat(partition.leader()).isPresent();
    assertThat(partition.inSync()).contains(partition.leader().orElseThrow());
    assertThat(shared().nodes()).containsAll(partition.inSync());
    assertThat(partition.logEnd()).isGreaterThanOrEqualTo(partition.highWatermark());
    assertThat(partition.replicaStates()).allMatch(r -> r.highWatermark() <= r.logEnd());
  }

  @Test
  void shouldSpreadReplicasAndLeadersEvenly() throws Exception {
    // given
    LogClient client = client();
    String topic = freshName();

    // when
    Outcomes.result(client.createTopic(topic, 6, 2));

    // then two replicas of each partition on different nodes, four on each node, two led by each
    List<TopicDescription.Partition> partitions =
        Outcomes.result(client.describe(topic)).partitions();
    assertThat(partitions.stream().map(TopicDescription.Partition::partition))
        .containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(partitions)
        .allSatisfy(one -> assertThat(one.replicas()).hasSize(2).doesNotHaveDuplicates());
    Map<NodeId, Long> replicas =
        counts(partitions.stream().flatMap(one -> one.replicas().stream()));
    Map<NodeId, Long> preferred = counts(partitions.stream().map(one -> one.replicas().get(0)));
    assertThat(replicas).hasSize(3).allSatisfy((node, count) -> assertThat(count).isEqualTo(4));
    assertThat(preferred).hasSize(3).allSatisfy((node, count) -> assertThat(count).isEqualTo(2));
  }

  @Test
  void shouldRefuseToDescribeAnUnknownTopic() throws Exception {
    // when
    LogException refused = Outcomes.failure(client().describe("no-such-topic"));

    // then
    assertThat(refused).isInstanceOf(RequestFailedException.class);
    assertThat(refused.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
    assertThat(refused).hasMessageContaining("no-such-topic");
  }

  @Test
  void shouldKeepTopicsApart() throws Exception {
    // given
    LogClient client = client();
    ReplicatedLog one = freshLog(client);
    ReplicatedLog other = freshLog(client);

    // when
    Outcomes.append(one, "one");
    Outcomes.append(other, "other");

    // then
    assertThat(Outcomes.readTexts(client().open(one.topic(), 0), 1)).containsExactly("one");
    assertThat(Outcomes.readTexts(client().open(other.topic(), 0), 1)).containsExactly("other");
  }

  private static TopicDescription.Partition partition(LogClient client, String topic) {
    return Outcomes.result(client.describe(topic)).partitions().get(0);
  }

  private static Map<NodeId, Long> counts(Stream<NodeId> nodes) {
    return nodes.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
