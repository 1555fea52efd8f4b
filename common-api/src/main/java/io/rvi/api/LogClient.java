package io.rvi.api;

import java.util.concurrent.CompletableFuture;

/**
 * A client of one cluster. Each client is one producer: its appends to one partition keep their
 * order. Closes its own resources, and nothing of the cluster's.
 */
public interface LogClient extends AutoCloseable {
  /**
   * Creates a topic with its partitions spread evenly over the nodes: the numbers of replicas per
   * node, and of leaders per node, differ by at most one. Asking again with the same shape succeeds
   * and changes nothing.
   *
   * @param name 1 to 100 letters, digits, dots, underscores or hyphens
   * @param partitions 1 or more
   * @param replicas replicas of each partition, 1 to the number of nodes
   * @return completes when the topic exists and each partition has a leader; or exceptionally with
   *     {@link RequestFailedException}
   */
  CompletableFuture<Void> createTopic(String name, int partitions, int replicas);

  /**
   * Describes a topic as its leaders, and each reachable replica, report it now. A partition
   * without a leader that answers is described without one, where a client knows it at all.
   *
   * @param topic the topic's name
   * @return its state; or exceptionally with {@link ErrorCode#UNKNOWN_TOPIC}
   */
  CompletableFuture<TopicDescription> describe(String topic);

  /**
   * Opens a partition. Cheap; asks no node.
   *
   * @param topic the topic's name
   * @param partition 0 or more; a topic or partition that does not exist shows in the first use
   */
  ReplicatedLog open(String topic, int partition);

  /**
   * A consumer of all partitions of a topic, positioned at the first offset of each.
   *
   * @param topic the topic's name
   */
  LogConsumer consumer(String topic);

  /**
   * Ends every pending operation with {@link ErrorCode#CLOSED} (an append that was sent as {@link
   * UnknownOutcomeException}) and frees the client's resources, within seconds. A second close does
   * nothing.
   */
  @Override
  void close();
}
