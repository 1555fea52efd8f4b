package io.rvi.bench.check;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.api.LogException;
import io.rvi.api.LogRecord;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.check.HistoryEvent.Observed;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;

/** One reader whose reads enter the history. It does one read at a time. */
public final class RecordedReader {
  private final ReplicatedLog log;
  private final int reader;
  private final HistoryWriter history;
  private final LongSupplier clockNs;

  /**
   * A reader.
   *
   * @param log what it reads
   * @param reader its number, unique among the history's readers
   * @param history where its reads are recorded
   * @param clockNs the clock of the history
   */
  public RecordedReader(
      ReplicatedLog log, int reader, HistoryWriter history, LongSupplier clockNs) {
    this.log = log;
    this.reader = reader;
    this.history = history;
    this.clockNs = clockNs;
  }

  /**
   * Reads.
   *
   * @param fromOffset as in {@link ReplicatedLog#read}
   * @param maxBytes as there
   * @param consistency as there
   * @return as there; recorded before it completes
   */
  public CompletableFuture<Batch> read(long fromOffset, int maxBytes, Consistency consistency) {
    long sentNs = clockNs.getAsLong();
    return log.read(fromOffset, maxBytes, consistency)
        .whenComplete(
            (batch, failure) ->
                history.record(
                    failure == null
                        ? answered(
                            consistency, sentNs, batch.highWatermark(), observe(batch.records()))
                        : failed(sentNs, failure)));
  }

  /**
   * Asks for the high watermark.
   *
   * @param consistency as in {@link ReplicatedLog#highWatermark}
   * @return as there; recorded before it completes
   */
  public CompletableFuture<Long> highWatermark(Consistency consistency) {
    long sentNs = clockNs.getAsLong();
    return log.highWatermark(consistency)
        .whenComplete(
            (highWatermark, failure) ->
                history.record(
                    failure == null
                        ? answered(consistency, sentNs, highWatermark, List.of())
                        : failed(sentNs, failure)));
  }

  private HistoryEvent answered(
      Consistency consistency, long sentNs, long highWatermark, List<Observed> records) {
    return new HistoryEvent.Read(
        reader, consistency, sentNs, clockNs.getAsLong(), highWatermark, records);
  }

  private HistoryEvent failed(long sentNs, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    ErrorCode code = cause instanceof LogException typed ? typed.code() : ErrorCode.INTERNAL;
    return new HistoryEvent.ReadFailed(reader, sentNs, clockNs.getAsLong(), code);
  }

  static List<Observed> observe(List<LogRecord> records) {
    return records.stream().map(one -> observe(one.offset(), one.payload())).toList();
  }

  static Observed observe(long offset, byte[] payload) {
    Optional<Payload> told = Payload.decode(payload);
    return told.map(it -> new Observed(offset, it.producer(), it.sequence(), it.hash()))
        .orElseGet(() -> new Observed(offset, -1, -1, hash(payload)));
  }

  private static int hash(byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
  }
}
