package io.rvi.bench.check;

import io.rvi.api.Appended;
import io.rvi.api.ReplicatedLog;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One producer whose appends enter the history. One client appends to one log through one of these,
 * from one thread: the sequence is the order of the calls.
 */
public final class RecordedProducer {
  private final ReplicatedLog log;
  private final int producer;
  private final int recordBytes;
  private final HistoryWriter history;
  private final LongSupplier clockNs;
  private long nextSequence;

  /**
   * A producer that has appended nothing.
   *
   * @param log where it appends
   * @param producer its number, unique in the history
   * @param recordBytes the size of its records, {@link Payload#BYTES_MIN} or more
   * @param history where its appends are recorded
   * @param clockNs the clock of the history
   */
  public RecordedProducer(
      ReplicatedLog log,
      int producer,
      int recordBytes,
      HistoryWriter history,
      LongSupplier clockNs) {
    this.log = log;
    this.producer = producer;
    this.recordBytes = recordBytes;
    this.history = history;
    this.clockNs = clockNs;
  }

  /**
   * Appends the next record.
   *
   * @param intendedNs when it was due, by the history's clock
   * @return as {@link ReplicatedLog#append}; recorded before it completes
   */
  public CompletableFuture<Appended> append(long intendedNs) {
    long sequence = nextSequence++;
    byte[] payload = Payload.encode(producer, sequence, recordBytes);
    int hash = Payload.storedHash(payload);
    long sentNs = clockNs.getAsLong();
    return log.append(payload)
        .whenComplete(
            (appended, failure) ->
                history.record(ended(sequence, hash, intendedNs, sentNs, appended, failure)));
  }

  private HistoryEvent.Append ended(
      long sequence,
      int hash,
      long intendedNs,
      long sentNs,
      @Nullable Appended appended,
      @Nullable Throwable failure) {
    return new HistoryEvent.Append(
        producer,
        sequence,
        hash,
        intendedNs,
        sentNs,
        clockNs.getAsLong(),
        AppendOutcome.of(failure),
        appended == null ? -1 : appended.offset());
  }

  /** How many appends were begun. */
  public long begun() {
    return nextSequence;
  }
}
