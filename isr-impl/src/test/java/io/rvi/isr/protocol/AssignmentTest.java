package io.rvi.isr.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AssignmentTest {
  @Test
  void shouldSpreadReplicasAndLeadersEvenly() {
    for (int nodes = 1; nodes <= 8; nodes++) {
      for (int replicas = 1; replicas <= Math.min(nodes, 5); replicas++) {
        for (int partitions = 1; partitions <= 4 * nodes + 1; partitions++) {
          List<List<NodeId>> spread =
              Assignment.spread(nodes(nodes), List.of(), partitions, replicas);
          assertThat(spread).hasSize(partitions);
          check(nodes, replicas, spread);
        }
      }
    }
  }

  @Test
  void shouldStaySpreadEvenlyOverManyTopics() {
    for (int nodes = 1; nodes <= 6; nodes++) {
      List<TopicAssignment> topics = new ArrayList<>();
      List<List<NodeId>> all = new ArrayList<>();
      for (int topic = 0; topic < 12; topic++) {
        int partitions = 1 + (topic * 5) % 7;
        int replicas = 1 + topic % Math.min(nodes, 3);
        List<List<NodeId>> spread = Assignment.spread(nodes(nodes), topics, partitions, replicas);
        topics.add(new TopicAssignment("t" + topic, new UUID(0, topic), spread));
        all.addAll(spread);
        assertThat(skew(nodes, all, false)).as("%d nodes, replicas", nodes).isLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void shouldRefuseMoreReplicasThanNodes() {
    assertThatThrownBy(() -> Assignment.spread(nodes(2), List.of(), 1, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 replicas on 2 nodes");
  }

  private static void check(int nodes, int replicas, List<List<NodeId>> spread) {
    for (List<NodeId> partition : spread) {
      assertThat(partition).hasSize(replicas).doesNotHaveDuplicates();
    }
    assertThat(skew(nodes, spread, false)).as("replicas %s", spread).isLessThanOrEqualTo(1);
    assertThat(skew(nodes, spread, true)).as("leaders %s", spread).isLessThanOrEqualTo(1);
  }

  private static int skew(int nodes, List<List<NodeId>> spread, boolean leadersOnly) {
    Map<NodeId, Integer> counts = new HashMap<>();
    nodes(nodes).forEach(node -> counts.put(node, 0));
    for (List<NodeId> partition : spread) {
      for (NodeId node : leadersOnly ? partition.subList(0, 1) : partition) {
        counts.merge(node, 1, Integer::sum);
      }
    }
    int max = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    int min = counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    return max - min;
  }

  private static List<NodeId> nodes(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(NodeId::new).toList();
  }
}
