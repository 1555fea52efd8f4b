package io.rvi.bench.check;

import io.rvi.api.Appended;
import io.rvi.api.ReplicatedLog;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One producer whose appends enter the history. One client appends to one log through one of these,
 * from one thread: the sequence is the order of the calls. Close it before the history, so that an
 * append that never ended is in it too: the log may hold its record.
 */
public final class RecordedProducer implements AutoCloseable {
  private final ReplicatedLog log;
  private final int producer;
  private final int recordBytes;
  private final HistoryWriter history;
  private final LongSupplier clockNs;

  /** Appends that have not ended, by sequence. */
  private final Map<Long, Sent> pending = new ConcurrentHashMap<>();

  private long nextSequence;

  /** An append under way. */
  private record Sent(long sequence, int hash, long intendedNs, long sentNs) {}

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
    Sent sent = new Sent(sequence, hash, intendedNs, clockNs.getAsLong());
    pending.put(sequence, sent);
    return log.append(payload).whenComplete((appended, failure) -> ended(sent, appended, failure));
  }

  private void ended(Sent sent, @Nullable Appended appended, @Nullable Throwable failure) {
    if (pending.remove(sent.sequence()) != null) { // Else the close was faster and has recorded it.
      long offset = appended == null ? -1 : appended.offset();
      record(sent, clockNs.getAsLong(), AppendOutcome.of(failure), offset);
    }
  }

  private void record(Sent sent, long endedNs, AppendOutcome outcome, long offset) {
    history.record(
        new HistoryEvent.Append(
            producer,
            sent.sequence(),
            sent.hash(),
            sent.intendedNs(),
            sent.sentNs(),
            endedNs,
            outcome,
            offset));
  }

  /** How many appends were begun. */
  public long begun() {
    return nextSequence;
  }

  /** Records each append that has not ended as unknown. What it ends with later is not recorded. */
  @Override
  public void close() {
    for (Sent sent : List.copyOf(pending.values())) {
      if (pending.remove(sent.sequence()) != null) {
        record(sent, HistoryEvent.NEVER_NS, AppendOutcome.UNKNOWN, -1);
      }
    }
  }
}
