package io.rvi.isr.protocol;

import io.rvi.api.Flush;

/**
 * What a replica knows of its own log, and the only place that changes it. The payload is the
 * shell's; here are the offsets, the epochs and the producers.
 *
 * <p>{@code 0 <= highWatermark <= logEnd} and {@code 0 <= durableOffset <= logEnd} (G10).
 */
final class ReplicaLog {
  private final ReplicaConfig config;
  private final EpochHistory epochs;
  private final ProducerState producers;

  // The offset after the last record. Rebuilt from the log at start.
  private long logEnd;
  // Everything below survives a power loss. Volatile: a restart learns it from its own flush.
  private long durableOffset;
  // Never falls, but in an unclean election. Persisted as a hint: at start a lower bound.
  private long highWatermark;
  // Rises with each cut, so that an fsync begun before a cut counts for nothing after it.
  private long flushGeneration;
  // The last epoch that a later life of this replica will know of; at least the log's last one.
  private long acceptedEpoch;
  // The log end that the last flush asked for covers; at or below durableOffset: none is under way.
  private long flushAskedTo;

  ReplicaLog(RecoveredLog recovered, ReplicaConfig config) {
    this.config = config;
    epochs = recovered.epochs();
    producers = recovered.producers();
    logEnd = recovered.logEnd();
    durableOffset = recovered.durableOffset();
    highWatermark = recovered.highWatermark();
    flushAskedTo = durableOffset;
    acceptedEpoch = Math.max(recovered.acceptedEpoch(), epochs.latestEpoch());
  }

  long logEnd() {
    return logEnd;
  }

  long durableOffset() {
    return durableOffset;
  }

  long highWatermark() {
    return highWatermark;
  }

  EpochHistory epochs() {
    return epochs;
  }

  ProducerState producers() {
    return producers;
  }

  /** The epoch of the last record. */
  long lastEpoch() {
    return epochs.lastRecordEpoch(logEnd);
  }

  /** The last epoch that is known to be accepted after a crash of any kind (R19). */
  long acceptedEpoch() {
    return acceptedEpoch;
  }

  /** An epoch is durably accepted. */
  void acceptedEpochDurable(long epoch) {
    acceptedEpoch = Math.max(acceptedEpoch, epoch);
  }

  /** How far this copy counts in its flush class (R6). */
  long counted() {
    return config.flush() == Flush.NONE ? logEnd : durableOffset;
  }

  /** Appends a batch at the end. */
  void append(RecordBatch batch, long epoch, Effects out) {
    epochs.assign(epoch, logEnd);
    producers.append(batch, logEnd, highWatermark);
    out.add(new ReplicaEffect.Append(batch, logEnd, epoch));
    logEnd += batch.count();
    if (config.flush() == Flush.EACH) {
      askFlush(out);
    }
  }

  /** Cuts the end. The caller has made sure that nothing committed goes, or accepts it. */
  void truncateTo(long offset, Effects out) {
    if (offset < 0 || offset > logEnd) {
      throw new IllegalStateException("cut at " + offset + " of a log that ends at " + logEnd);
    }
    logEnd = offset;
    epochs.truncateTo(offset);
    producers.truncateTo(offset);
    highWatermark = Math.min(highWatermark, offset);
    durableOffset = Math.min(durableOffset, offset);
    flushGeneration++;
    flushAskedTo = durableOffset;
    out.add(new ReplicaEffect.TruncateTo(offset));
  }

  /**
   * Raises the high watermark; a lower value changes nothing.
   *
   * @return whether it rose
   */
  boolean raiseHighWatermark(long to) {
    if (to > logEnd) {
      throw new IllegalStateException("high watermark " + to + " above the log end " + logEnd);
    }
    if (to <= highWatermark) {
      return false;
    }
    highWatermark = to;
    return true;
  }

  /**
   * At the end of a turn: asks for an fsync if something waits for one and none is under way, so
   * that what arrives during one fsync shares the next.
   */
  void settle(Effects out) {
    if (config.flush() != Flush.NONE && durableOffset < logEnd && flushAskedTo <= durableOffset) {
      askFlush(out);
    }
  }

  /**
   * Takes the answer of an fsync.
   *
   * @return whether more is durable now
   */
  boolean flushed(long upTo, long generation) {
    if (generation != flushGeneration || upTo <= durableOffset) {
      return false;
    }
    durableOffset = Math.min(upTo, logEnd);
    return true;
  }

  private void askFlush(Effects out) {
    flushAskedTo = logEnd;
    out.add(new ReplicaEffect.Flush(logEnd, flushGeneration));
  }
}
