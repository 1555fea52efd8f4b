package io.rvi.isr.coordination;

import io.rvi.api.NodeId;
import io.rvi.isr.protocol.TopicPartition;
import java.util.List;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/** Where a cluster's znodes lie. Parents are plain persistent znodes: nothing collects them. */
final class Paths {
  /** Everybody who reaches the ensemble may read and write: access is the network's to limit. */
  static final List<ACL> OPEN = List.of(new ACL(ZooDefs.Perms.ALL, new Id("world", "anyone")));

  private static final String BASE = "/rvi";

  private final String root;

  Paths(String cluster) {
    this.root = BASE + "/" + cluster;
  }

  String root() {
    return root;
  }

  String clusterId() {
    return root + "/id";
  }

  String nodes() {
    return root + "/nodes";
  }

  String node(NodeId node) {
    return nodes() + "/" + node.value();
  }

  String controller() {
    return root + "/controller";
  }

  String controllerEpoch() {
    return root + "/controller_epoch";
  }

  String topics() {
    return root + "/topics";
  }

  String topic(String name) {
    return topics() + "/" + name;
  }

  String partition(String topic, int partition) {
    return topic(topic) + "/" + partition;
  }

  /** Whether the path is that of a topic. */
  boolean isTopic(String path) {
    return depthUnderTopics(path) == 1;
  }

  /** Whether the path is that of a partition's state. */
  boolean isPartition(String path) {
    return depthUnderTopics(path) == 2;
  }

  /** The topic that a path under {@link #topics} belongs to. */
  String topicOf(String path) {
    return path.substring(topics().length() + 1).split("/", 2)[0];
  }

  /** The partition whose state is at the path. */
  TopicPartition partitionOf(String path) {
    return new TopicPartition(
        topicOf(path), Integer.parseInt(path.substring(path.lastIndexOf('/') + 1)));
  }

  private long depthUnderTopics(String path) {
    return path.startsWith(topics() + "/")
        ? path.substring(topics().length()).chars().filter(c -> c == '/').count()
        : 0;
  }

  /** The persistent parents, in the order in which they must be created. */
  List<String> parents() {
    return List.of(BASE, root, nodes(), topics(), controllerEpoch());
  }
}
