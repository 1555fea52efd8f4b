package io.rvi.isr.node;

import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchHeader;
import io.rvi.isr.log.EpochStart;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.log.LogListener;
import io.rvi.isr.log.LogPlace;
import io.rvi.isr.log.LogSlice;
import io.rvi.isr.log.PartitionLog;
import io.rvi.isr.protocol.EpochHistory;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.ProducerState;
import io.rvi.isr.protocol.RecoveredLog;
import io.rvi.isr.protocol.ReplicaConfig;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A log as it was opened, before there is a replica that listens to it: logs are opened first, as
 * their damage decides the identity under which the node registers.
 */
final class OpenedLog implements LogListener {
  private static final int SCAN_BYTES = 1 << 20;

  /**
   * How much of the log's end is read for what producers may still repeat: more than a partition
   * takes in a producer's deadline at 25 MB/s, and read in a fraction of a second.
   */
  private static final long PRODUCER_BYTES = 256L << 20;

  private final PartitionLog log;
  private final long departedIn;
  private @Nullable LogListener listener;
  private @Nullable LogFailure failure;

  /**
   * Opens a log; the directory is created when absent.
   *
   * @param place where it lies
   * @param powerLossPossible as {@link PartitionLog#open} has it
   * @param departedIn the epoch in which an earlier replica was deleted; -1 for none
   */
  OpenedLog(LogPlace place, boolean powerLossPossible, long departedIn) throws LogFailure {
    this.departedIn = departedIn;
    this.log = PartitionLog.open(place, powerLossPossible, this);
  }

  PartitionLog log() {
    return log;
  }

  /** From now on the listener hears of flushes and failures. */
  void attach(LogListener attached) {
    listener = attached;
    if (failure != null) {
      attached.failed(failure);
    }
  }

  @Override
  public void flushed(long durableOffset) {
    if (listener != null) {
      listener.flushed(durableOffset);
    }
  }

  @Override
  public void failed(LogFailure failed) {
    failure = failed;
    if (listener != null) {
      listener.failed(failed);
    }
  }

  /** What the protocol has to know of it. Reads the end of the log. */
  RecoveredLog recovered(ReplicaConfig config) throws LogFailure {
    List<OffsetAndEpoch> fromBatches = new ArrayList<>();
    List<OffsetAndEpoch> noted = new ArrayList<>();
    for (EpochStart start : log.epochs()) {
      OffsetAndEpoch entry = new OffsetAndEpoch(start.startOffset(), start.epoch());
      (start.startOffset() < log.endOffset() ? fromBatches : noted).add(entry);
    }
    return new RecoveredLog(
        log.endOffset(),
        Math.min(log.durableOffset(), log.endOffset()),
        log.recovery().highWatermark(),
        EpochHistory.recover(fromBatches, noted, log.endOffset()),
        producers(config),
        Math.max(departedIn, log.recovery().acceptedEpoch()));
  }

  private ProducerState producers(ReplicaConfig config) throws LogFailure {
    ProducerState producers = new ProducerState(config.dedupBatchesMax(), config.producersMax());
    long from = log.tailOffset(PRODUCER_BYTES);
    long committed = log.recovery().highWatermark();
    while (from < log.endOffset()) {
      LogSlice slice = log.find(from, log.endOffset(), SCAN_BYTES);
      ByteBuffer bytes = ByteBuffer.allocate(slice.bytes());
      log.read(slice, bytes);
      bytes.flip();
      for (int at = 0; at < bytes.limit(); ) {
        StoredBatch batch = new StoredBatch(bytes, at, header(bytes, at), true);
        producers.append(batch, batch.baseOffset(), committed);
        at = batch.end();
      }
      from = slice.nextOffset();
    }
    return producers;
  }

  private static BatchHeader header(ByteBuffer bytes, int at) throws LogFailure {
    try {
      return BatchBytes.header(bytes, at);
    } catch (BatchException e) {
      throw new LogFailure(
          LogFailure.Kind.DAMAGED,
          "a batch that was just checked is damaged: " + e.getMessage(),
          e);
    }
  }
}
