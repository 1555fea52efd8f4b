package io.rvi.api;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A client of one cluster. Each client is one producer: its appends to one partition keep their
 * order. Closes its own resources, and nothing of the cluster's.
 */
public interface LogClient extends AutoCloseable {
  /**
   * Creates a topic with its partitions spread evenly over the nodes: the numbers of replicas per
   * node, and of leaders per node, differ by at most one. Asking again with the same shape succeeds
   * and changes nothing; the shape is what the topic was created with, whatever was reassigned
   * since.
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
   * Moves a partition to other nodes, while it serves. Replicas that are new to it copy its records
   * and count for commits before those that leave it stop counting, so that no record is ever on
   * fewer replicas than before; then the replicas that left are deleted. The leader stays where it
   * is if its node is among the new ones, else leadership is handed over in order.
   *
   * <p>Asking again for the same nodes changes nothing and completes when they are reached. Asking
   * for others while a reassignment is under way replaces it: the last one asked for is carried
   * out. Of two that are asked for at once, before {@link #describe} shows the first, either may be
   * the last.
   *
   * @param topic the topic's name
   * @param partition the partition's number
   * @param replicas the nodes that shall hold it, the preferred leader first: nodes of the cluster,
   *     1 or more, none twice, and no fewer than {@code min.insync.replicas} where a backend has it
   * @return completes when exactly these nodes hold the partition, all of them in sync (Raft: the
   *     voters), and one of them leads; or exceptionally with {@link RequestFailedException}:
   *     {@link ErrorCode#INVALID_ARGUMENT} names the node or the number that is wrong, and nothing
   *     was changed then; {@link ErrorCode#UNKNOWN_TOPIC}, {@link ErrorCode#UNKNOWN_PARTITION};
   *     what does not end within its deadline may still be carried out
   */
  CompletableFuture<Void> reassign(String topic, int partition, List<NodeId> replicas);

  /**
   * Hands the leadership of a partition over to another of its replicas, in order: no record that
   * was acknowledged is lost, and appends that are under way are sent to the new leader. A backend
   * may bring leadership back to the preferred leader later.
   *
   * @param topic the topic's name
   * @param partition the partition's number
   * @param leader the node that shall lead
   * @return completes when it leads, at once if it does already; or exceptionally with {@link
   *     RequestFailedException}: {@link ErrorCode#INVALID_ARGUMENT} when it holds no replica of the
   *     partition
   */
  CompletableFuture<Void> transferLeadership(String topic, int partition, NodeId leader);

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
