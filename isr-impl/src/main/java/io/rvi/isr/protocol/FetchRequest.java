package io.rvi.isr.protocol;

import java.util.Objects;
import java.util.UUID;

/**
 * A follower asks its leader for records, and thereby acknowledges all records below {@code
 * fetchOffset} (R1).
 *
 * @param topicId the topic
 * @param partition the partition, 0 or more
 * @param follower the follower with its storage and its life, as they were when it sent this
 * @param leaderEpoch the epoch in which the follower follows; served by its leader only
 * @param correlationId grows with each fetch of this follower in this life
 * @param fetchOffset the follower's log end
 * @param durableOffset everything below it survives a power loss at the follower; at most {@code
 *     fetchOffset}
 * @param lastFetchedEpoch the epoch of the record before {@code fetchOffset}, or {@link
 *     EpochHistory#NO_EPOCH} for an empty log
 * @param echoedRound the {@link FetchResponse#round()} of the last response that the follower got
 *     from this leader in this epoch, 0 if none: proves that this fetch was sent after it
 * @param leaving whether this is the follower's last fetch, since its node is about to stop: it
 *     asks to leave the in-sync set at once
 * @param maxBytes a bound on the bytes of the answer; the first batch comes even if it is larger
 */
public record FetchRequest(
    UUID topicId,
    int partition,
    Member follower,
    long leaderEpoch,
    long correlationId,
    long fetchOffset,
    long durableOffset,
    long lastFetchedEpoch,
    long echoedRound,
    boolean leaving,
    int maxBytes) {
  /** Checks the components. */
  public FetchRequest {
    Objects.requireNonNull(topicId, "topicId");
    Objects.requireNonNull(follower, "follower");
    if (fetchOffset < 0 || durableOffset < 0 || durableOffset > fetchOffset) {
      throw new IllegalArgumentException(
          "not 0 <= durable " + durableOffset + " <= fetch offset " + fetchOffset);
    }
  }
}
