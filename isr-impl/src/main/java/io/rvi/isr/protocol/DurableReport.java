package io.rvi.isr.protocol;

import java.util.Objects;
import java.util.UUID;

/**
 * A follower tells its leader, while its fetch waits there, that more of its log is durable now.
 * One way: it has no answer, and losing it loses nothing, as the next fetch says the same.
 *
 * @param topicId the topic
 * @param partition the partition, 0 or more
 * @param follower as in the fetch
 * @param leaderEpoch as in the fetch
 * @param correlationId the fetch that waits; the report counts only while that is the last fetch
 *     that the leader has accepted from this follower, and only up to its offset
 * @param durableOffset everything below it survives a power loss at the follower
 */
public record DurableReport(
    UUID topicId,
    int partition,
    Member follower,
    long leaderEpoch,
    long correlationId,
    long durableOffset) {
  /** Checks the components. */
  public DurableReport {
    Objects.requireNonNull(topicId, "topicId");
    Objects.requireNonNull(follower, "follower");
  }
}
