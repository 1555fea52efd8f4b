package io.rvi.raft.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.NodeId;
import io.rvi.raft.wire.CreateTopic;
import io.rvi.raft.wire.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlacementTest {
  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,1", "3,2", "3,3", "4,2", "4,3", "5,2", "5,3", "5,4", "6,4", "7,3"})
  void shouldSpreadReplicasAndLeadersEvenlyAfterEachPartition(int nodes, int replicas) {
    // given
    List<List<NodeId>> rows = new Placement(nodes(nodes), List.of()).place(40, replicas);
    Map<NodeId, Integer> carried = zeros(nodes);
    Map<NodeId, Integer> led = zeros(nodes);

    for (List<NodeId> row : rows) {
      // when one more partition is counted, then
      assertThat(row).hasSize(replicas).doesNotHaveDuplicates();
      row.forEach(node -> carried.merge(node, 1, Integer::sum));
      led.merge(row.get(0), 1, Integer::sum);
      assertThat(spread(carried)).as("replicas %s", carried).isLessThanOrEqualTo(1);
      assertThat(spread(led)).as("leaders %s", led).isLessThanOrEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"3,3", "3,2", "5,3", "4,2"})
  void shouldSpreadTopicsOfOnePartitionEvenlyTogether(int nodes, int replicas) {
    // given
    List<List<NodeId>> placed = new ArrayList<>();
    Map<NodeId, Integer> led = zeros(nodes);

    for (int topic = 0; topic < 4 * nodes; topic++) {
      // when
      placed.addAll(new Placement(nodes(nodes), placed).place(1, replicas));

      // then
      led.merge(placed.get(topic).get(0), 1, Integer::sum);
      assertThat(spread(led)).as("leaders %s", led).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void shouldKeepATopicThatExistsWhateverShapeIsAskedFor() {
    // given
    TopicCatalog catalog = new TopicCatalog(nodes(3));
    Topic first = catalog.create(new CreateTopic("t", 2, 3)).orElseThrow();

    // when, then
    assertThat(catalog.create(new CreateTopic("t", 5, 1))).contains(first);
    assertThat(catalog.create(new CreateTopic("u", 1, 4))).isEmpty();
  }

  private static Set<NodeId> nodes(int count) {
    return new LinkedHashSet<>(IntStream.rangeClosed(1, count).mapToObj(NodeId::new).toList());
  }

  private static Map<NodeId, Integer> zeros(int nodes) {
    Map<NodeId, Integer> zeros = new TreeMap<>();
    nodes(nodes).forEach(node -> zeros.put(node, 0));
    return zeros;
  }

  private static int spread(Map<NodeId, Integer> counts) {
    Collection<Integer> values = counts.values();
    return values.stream().mapToInt(v -> v).max().orElseThrow()
        - values.stream().mapToInt(v -> v).min().orElseThrow();
  }
}
