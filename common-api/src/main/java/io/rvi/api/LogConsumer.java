package io.rvi.api;

import java.time.Duration;
import java.util.List;

/**
 * Reads a topic record by record and tracks its own position in each partition. Positions live in
 * this object alone; store {@link #position} with the results to resume elsewhere by {@link #seek}.
 *
 * <p>Not safe for use by several threads at once, apart from {@link #close}.
 */
public interface LogConsumer extends AutoCloseable {
  /**
   * Waits for records after the current positions and moves the positions past those returned.
   *
   * @param timeout the longest wait for records to arrive; zero looks once. A look under way is
   *     awaited to its end, at most the client's deadline
   * @return the records of one or more partitions, each partition's in offset order; empty when
   *     there were none in time
   * @throws RequestFailedException when the partition can't be read within the client's deadline
   */
  List<ConsumedRecord> poll(Duration timeout);

  /**
   * Moves the position of a partition.
   *
   * @param partition 0 or more
   * @param offset the next offset to return, 0 or more; one outside the readable range shows in the
   *     next poll as {@link ErrorCode#OFFSET_OUT_OF_RANGE}
   */
  void seek(int partition, long offset);

  /** The next offset that {@link #poll} will return of a partition. */
  long position(int partition);

  /**
   * How many committed records of a partition lie at or after the position, asked of its leader
   * now, 0 or more.
   */
  long lag(int partition);

  /** Ends a poll under way with {@link ErrorCode#CLOSED}; a second close does nothing. */
  @Override
  void close();

  /**
   * A record and the partition it came from.
   *
   * @param partition 0 or more
   * @param record the record
   */
  record ConsumedRecord(int partition, LogRecord record) {}
}
