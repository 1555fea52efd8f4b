package io.rvi.contract;

import io.rvi.api.LogClient;
import io.rvi.api.NodeId;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.TopicDescription;
import io.rvi.spi.NodeStatus;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/**
 * What the cases that do harm share. Each has a cluster of its own with one topic. Deadlines are
 * long, so that an operation that can succeed on a busy machine does.
 */
@Timeout(240)
abstract class FaultPart extends ContractPart {
  static final String TOPIC = "topic";

  /** A client of a cluster on which the topic was just created. */
  static LogClient clientWithTopic(ContractCluster cluster) throws Exception {
    LogClient client = cluster.connect("client", PATIENT);
    Outcomes.result(client.createTopic(TOPIC, 1, cluster.nodes().size()));
    return client;
  }

  /** The leader, once there is one and it runs. */
  static NodeId leader(ContractCluster cluster, LogClient client) {
    Await.until(
        "a leader", () -> isLed(cluster, partition(client)), () -> "but: " + partition(client));
    return partition(client).leader().orElseGet(() -> leader(cluster, client));
  }

  private static boolean isLed(ContractCluster cluster, TopicDescription.Partition partition) {
    return partition.leader().filter(node -> isRunning(cluster, node)).isPresent();
  }

  private static boolean isRunning(ContractCluster cluster, NodeId node) {
    return cluster.status(node).state() == NodeStatus.State.RUNNING;
  }

  /** A node that does not lead. */
  static NodeId follower(ContractCluster cluster, LogClient client) {
    NodeId leader = leader(cluster, client);
    return cluster.nodes().stream().filter(node -> !node.equals(leader)).findFirst().orElseThrow();
  }

  static TopicDescription.Partition partition(LogClient client) {
    return Outcomes.result(client.describe(TOPIC)).partitions().get(0);
  }

  /** Waits until every replica counts and has all that the leader has; nothing may be appended. */
  static void awaitLevel(ContractCluster cluster, LogClient client) {
    Await.until(
        "every replica is level with the leader",
        () -> {
          TopicDescription.Partition now = partition(client);
          return isLed(cluster, now)
              && now.highWatermark() == now.logEnd()
              && now.inSync().containsAll(cluster.nodes())
              && now.replicaStates().size() == cluster.nodes().size()
              && now.replicaStates().stream().allMatch(replica -> replica.logEnd() == now.logEnd());
        },
        () -> "but: " + partition(client));
  }

  /** Everything in the log, up to a record appended now. */
  static List<String> everything(ReplicatedLog log) {
    long last = Outcomes.append(log, "the end").offset();
    return Outcomes.readTexts(log, last + 1);
  }
}
