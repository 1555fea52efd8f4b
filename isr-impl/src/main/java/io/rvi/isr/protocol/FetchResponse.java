package io.rvi.isr.protocol;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A leader's answer to a {@link FetchRequest}. Exactly one of three shapes: an error; a divergence,
 * which carries no records and no high watermark (R2); or records, possibly none, with the high
 * watermark.
 *
 * @param topicId of the request
 * @param partition of the request
 * @param leaderEpoch the answering leader's epoch
 * @param correlationId of the request
 * @param fetchOffset of the request
 * @param error why it was not served
 * @param diverging the leader's largest epoch not above the follower's last one, and the offset at
 *     which that epoch ends in the leader's log; the follower's log beyond is not the leader's
 * @param highWatermark the leader's, as of before the records were read
 * @param round the leader's count of confirmation rounds when it answered; see {@link
 *     FetchRequest#echoedRound()}
 * @param batches whole batches from {@code fetchOffset} on, without a gap
 */
public record FetchResponse(
    UUID topicId,
    int partition,
    long leaderEpoch,
    long correlationId,
    long fetchOffset,
    FetchError error,
    @Nullable OffsetAndEpoch diverging,
    long highWatermark,
    long round,
    List<? extends RecordBatch> batches) {
  /** Checks the shape. The list is not copied: the sender must not change it. */
  public FetchResponse {
    Objects.requireNonNull(topicId, "topicId");
    Objects.requireNonNull(error, "error");
    if (!batches.isEmpty() && (error != FetchError.NONE || diverging != null)) {
      throw new IllegalArgumentException("records beside an error or a divergence");
    }
  }

  /** The same answer with records: what the shell sends after it has read them. */
  public FetchResponse withBatches(List<? extends RecordBatch> read) {
    return new FetchResponse(
        topicId,
        partition,
        leaderEpoch,
        correlationId,
        fetchOffset,
        error,
        diverging,
        highWatermark,
        round,
        read);
  }
}
