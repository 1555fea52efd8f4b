package io.rvi.isr.protocol;

import java.util.List;
import java.util.UUID;

/**
 * Who a replica is, and the answers that any role gives.
 *
 * @param self the node with its storage and its present life
 * @param partition the partition
 * @param topicId the topic's identity
 */
record Replica(Member self, TopicPartition partition, UUID topicId) {
  /** Refuses a fetch. */
  void answer(long requestId, FetchRequest request, FetchError error, long epoch, Effects out) {
    FetchResponse head =
        new FetchResponse(
            request.topicId(),
            request.partition(),
            epoch,
            request.correlationId(),
            request.fetchOffset(),
            error,
            null,
            -1,
            0,
            List.of());
    out.add(
        new ReplicaEffect.AnswerFetch(requestId, head, request.fetchOffset(), request.maxBytes()));
  }
}
