package io.rvi.api;

import java.util.concurrent.CompletableFuture;

/**
 * One partition of a topic: a log replicated on several nodes.
 *
 * <p>Each future ends within the client's {@code request.deadline}, always.
 */
public interface ReplicatedLog {
  /** The topic's name. */
  String topic();

  /** The partition's number, 0 or more. */
  int partition();

  /**
   * Appends one record.
   *
   * <p>Appends of one client to one partition take their place in the log in the order of these
   * calls, also across retries and changes of leader. A failed append leaves no hole for others.
   * Retries inside the client never store a record twice.
   *
   * @param payload the record's bytes, possibly none; copied before this returns
   * @return completes with where the record was committed; or exceptionally with {@link
   *     NotCommittedException} or {@link UnknownOutcomeException}, whose code says why
   * @implSpec Must not block on the network: when the bound on pending operations is reached, the
   *     future fails at once with {@link ErrorCode#OVERLOADED}. A record above the limit fails at
   *     once with {@link ErrorCode#RECORD_TOO_LARGE} naming limit and size.
   */
  CompletableFuture<Appended> append(byte[] payload);

  /**
   * Reads committed records.
   *
   * @param fromOffset the first offset wanted, from the log's first offset to its high watermark;
   *     at the high watermark the batch is empty
   * @param maxBytes a bound on the payload bytes returned, 1 or more; the first record is returned
   *     even if it alone is larger
   * @param consistency how fresh the answer must be
   * @return the records; or exceptionally {@link RequestFailedException}, with {@link
   *     ErrorCode#OFFSET_OUT_OF_RANGE} and the true range in its message for an offset outside
   */
  CompletableFuture<Batch> read(long fromOffset, int maxBytes, Consistency consistency);

  /**
   * The high watermark: the offset after the last committed record, 0 for an empty log.
   *
   * @param consistency how fresh the answer must be
   * @return never decreases for one client object, whatever replica answers
   */
  CompletableFuture<Long> highWatermark(Consistency consistency);
}
