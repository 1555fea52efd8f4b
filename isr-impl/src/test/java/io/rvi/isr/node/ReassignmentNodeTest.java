package io.rvi.isr.node;

import static io.rvi.isr.node.ReportedFaultsTest.append;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.isr.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a reassignment does on the disks of nodes, and when nodes and controllers fail meanwhile.
 */
class ReassignmentNodeTest {
  private static final String TOPIC = "t";

  @Test
  void shouldDeleteTheReplicaThatWasReassignedAway() throws Exception {
    try (TestCluster cluster = new TestCluster(3, ReportedFaultsTest.settings(1));
        LogClient client = cluster.connect("client", "20s")) {
      // given
      List<NodeId> nodes = List.copyOf(cluster.running.keySet());
      ReplicatedLog log = log(client, 3);
      append(log, "r0");

      // when
      client.reassign(TOPIC, 0, nodes.subList(0, 2)).join();

      // then
      Eventually.until(
          () -> "nothing is left of it: " + directories(cluster, nodes.get(2)),
          () -> directories(cluster, nodes.get(2)).isEmpty());
      assertThat(directories(cluster, nodes.get(0))).hasSize(1);
      append(log, "r1");
    }
  }

  @Test
  void shouldDeleteItAlsoOnANodeThatWasDownMeanwhile() throws Exception {
    try (TestCluster cluster = new TestCluster(3, ReportedFaultsTest.settings(1));
        LogClient client = cluster.connect("client", "20s")) {
      // given a follower that is down
      ReplicatedLog log = log(client, 3);
      append(log, "r0");
      List<NodeId> others = new ArrayList<>(cluster.running.keySet());
      NodeId down = aFollower(client);
      others.remove(down);
      cluster.kill(down);

      // when
      client.reassign(TOPIC, 0, others).join();
      assertThat(directories(cluster, down)).hasSize(1);
      cluster.start(down);

      // then
      Eventually.until(
          () -> "nothing is left of it: " + directories(cluster, down),
          () -> directories(cluster, down).isEmpty());

      // and it can come back, with a copy of everything
      others.add(down);
      client.reassign(TOPIC, 0, others).join();
      append(log, "r1");
      assertThat(directories(cluster, down)).hasSize(1);
    }
  }

  @Test
  void shouldFinishUnderTheNextController() throws Exception {
    try (TestCluster cluster = new TestCluster(3, ReportedFaultsTest.settings(1));
        LogClient client = cluster.connect("client", "30s")) {
      // given a partition that cannot reach its target, as the link to it is cut
      ReplicatedLog log = log(client, 1);
      append(log, "r0");
      NodeId from = client.describe(TOPIC).join().partitions().get(0).replicas().get(0);
      NodeId to = cluster.running.keySet().stream().filter(n -> !n.equals(from)).findFirst().get();
      cluster.linkBetween(to, from).cut();
      CompletableFuture<Void> reassigned = client.reassign(TOPIC, 0, List.of(to));
      Eventually.until(
          () -> "it is stored",
          () -> client.describe(TOPIC).join().partitions().get(0).replicas().size() == 2);

      // when the controller loses its office, and the link is back
      cluster.expireController();
      cluster.linkBetween(to, from).heal();

      // then
      reassigned.join();
      TopicDescription.Partition moved = client.describe(TOPIC).join().partitions().get(0);
      assertThat(moved.replicas()).containsExactly(to);
      assertThat(moved.leader()).contains(to);
      append(log, "r1");
    }
  }

  private static ReplicatedLog log(LogClient client, int replicas) {
    client.createTopic(TOPIC, 1, replicas).join();
    return client.open(TOPIC, 0);
  }

  private static NodeId aFollower(LogClient client) {
    TopicDescription.Partition partition = client.describe(TOPIC).join().partitions().get(0);
    return partition.replicas().stream()
        .filter(node -> partition.leader().filter(node::equals).isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** The directories of replicas on a node, those about to be deleted too. */
  private static List<Path> directories(TestCluster cluster, NodeId node) {
    Path logs = cluster.directory(node).resolve(NodeStorage.LOGS);
    try (Stream<Path> entries = Files.list(logs)) {
      return entries.filter(Files::isDirectory).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
