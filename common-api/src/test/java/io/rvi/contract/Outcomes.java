package io.rvi.contract;

import io.rvi.api.Appended;
import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.LogException;
import io.rvi.api.LogRecord;
import io.rvi.api.ReplicatedLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How the cases wait for operations and read their outcomes. */
final class Outcomes {
  /**
   * How long any operation may take. Far above the deadlines that the cases set, so that it ends
   * only what would never have ended.
   */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int READ_BYTES = 1 << 20;

  private Outcomes() {}

  /** The result of an operation that must succeed. */
  static <T> T result(CompletableFuture<T> operation) {
    try {
      return operation.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("the operation failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("the operation did not end within " + PATIENCE, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** The failure of an operation that must fail, and in a typed way. */
  static LogException failure(CompletableFuture<?> operation) {
    try {
      Object result = operation.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      throw new AssertionError("the operation succeeded with " + result);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LogException failure) {
        return failure;
      }
      throw new AssertionError("the failure is not a LogException: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("the operation did not end within " + PATIENCE, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Appends a text and waits for its offset. */
  static Appended append(ReplicatedLog log, String text) {
    return result(log.append(bytes(text)));
  }

  /** The first records of a log, once that many are committed. */
  static List<LogRecord> read(ReplicatedLog log, long count) {
    Await.until(
        "high watermark of " + log.topic() + " reaches " + count,
        () -> result(log.highWatermark(Consistency.COMMITTED)) >= count);
    List<LogRecord> records = new ArrayList<>();
    while (records.size() < count) {
      Batch batch = result(log.read(records.size(), READ_BYTES, Consistency.COMMITTED));
      records.addAll(batch.records());
    }
    return records;
  }

  /** The payloads of the first records of a log as texts, once that many are committed. */
  static List<String> readTexts(ReplicatedLog log, long count) {
    return read(log, count).stream().map(record -> text(record.payload())).toList();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] payload) {
    return new String(payload, StandardCharsets.UTF_8);
  }
}
