package io.rvi.spi;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.LogConsumer;
import io.rvi.api.LogException;
import io.rvi.api.ReplicatedLog;
import io.rvi.api.RequestFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A consumer made of a client's own reads, for backends whose reads do not wait for records: while
 * there are none it looks again every millisecond. Owns no thread and no connection.
 */
public final class PollingConsumer implements LogConsumer {
  private static final long BETWEEN_LOOKS_MS = 1;

  /** Bounds what one look at one partition brings; a consumer that keeps up never reaches it. */
  private static final int LOOK_BYTES_MAX = 1 << 20;

  private final LogClient client;
  private final String topic;
  private final CompletableFuture<Void> closing = new CompletableFuture<>();

  /** By partition number; null until the number of partitions is known. */
  private @Nullable List<Cursor> cursors;

  /**
   * A consumer at the first offset of each partition.
   *
   * @param client whose reads it makes; closing the consumer leaves it open
   * @param topic the topic's name; one that does not exist shows in the first use
   */
  public PollingConsumer(LogClient client, String topic) {
    this.client = client;
    this.topic = topic;
  }

  @Override
  public List<ConsumedRecord> poll(Duration timeout) {
    long startNanos = System.nanoTime();
    while (true) {
      List<ConsumedRecord> records = look();
      if (!records.isEmpty() || System.nanoTime() - startNanos >= timeout.toNanos()) {
        return records;
      }
      pause();
    }
  }

  private List<ConsumedRecord> look() {
    List<Cursor> all = cursors();
    all.forEach(Cursor::beginLook);
    List<ConsumedRecord> records = new ArrayList<>();
    for (Cursor cursor : all) {
      cursor.endLook(records);
    }
    return records;
  }

  @Override
  public void seek(int partition, long offset) {
    cursor(partition).seek(offset);
  }

  @Override
  public long position(int partition) {
    return cursor(partition).position;
  }

  @Override
  public long lag(int partition) {
    Cursor cursor = cursor(partition);
    long highWatermark = await(cursor.log.highWatermark(Consistency.COMMITTED));
    return Math.max(0, highWatermark - cursor.position);
  }

  @Override
  public void close() {
    closing.complete(null);
  }

  private Cursor cursor(int partition) {
    List<Cursor> all = cursors();
    if (partition < 0 || partition >= all.size()) {
      throw new RequestFailedException(
          ErrorCode.UNKNOWN_PARTITION,
          "topic " + topic + " has partitions 0 to " + (all.size() - 1) + ", not " + partition);
    }
    return all.get(partition);
  }

  private List<Cursor> cursors() {
    if (closing.isDone()) {
      throw closed();
    }
    List<Cursor> known = cursors;
    if (known == null) {
      int partitions = await(client.describe(topic)).partitions().size();
      known = new ArrayList<>();
      for (int partition = 0; partition < partitions; partition++) {
        known.add(new Cursor(client.open(topic, partition)));
      }
      cursors = known;
    }
    return known;
  }

  /** Waits for an operation, which its own deadline ends, or for the close. */
  private <T> T await(CompletableFuture<T> operation) {
    try {
      CompletableFuture.anyOf(operation, closing).get();
      if (!operation.isDone()) {
        throw closed();
      }
      return operation.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof LogException failure
          ? failure
          : new RequestFailedException(
              ErrorCode.INTERNAL, "reading topic " + topic + " failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestFailedException(
          ErrorCode.CLOSED, "the thread that consumed topic " + topic + " was interrupted", e);
    }
  }

  private void pause() {
    try {
      closing.get(BETWEEN_LOOKS_MS, TimeUnit.MILLISECONDS);
      throw closed();
    } catch (TimeoutException e) {
      return; // The usual end of a pause: nobody closed the consumer meanwhile.
    } catch (ExecutionException e) {
      throw new IllegalStateException("closing never fails", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestFailedException(
          ErrorCode.CLOSED, "the thread that consumed topic " + topic + " was interrupted", e);
    }
  }

  private RequestFailedException closed() {
    return new RequestFailedException(
        ErrorCode.CLOSED, "the consumer of topic " + topic + " is closed");
  }

  /** The position in one partition, and the look under way. */
  private final class Cursor {
    private final ReplicatedLog log;

    /** The next offset to return. */
    private long position;

    /**
     * Whether {@link #position} was reached by reading, so that it is known to be readable, rather
     * than set by the user.
     */
    private boolean reached = true;

    private @Nullable CompletableFuture<Batch> look;

    Cursor(ReplicatedLog log) {
      this.log = log;
    }

    void seek(long offset) {
      position = offset;
      reached = offset == 0;
    }

    void beginLook() {
      look = log.read(position, LOOK_BYTES_MAX, Consistency.COMMITTED);
    }

    void endLook(List<ConsumedRecord> into) {
      CompletableFuture<Batch> begun = look;
      look = null;
      if (begun == null) {
        return;
      }
      try {
        Batch batch = await(begun);
        batch.records().forEach(one -> into.add(new ConsumedRecord(log.partition(), one)));
        position = batch.nextOffset();
        reached = true;
      } catch (RequestFailedException e) {
        // A replica that is behind may know less than what was read before; it will catch up.
        if (!reached || e.code() != ErrorCode.OFFSET_OUT_OF_RANGE) {
          throw e;
        }
      }
    }
  }
}
