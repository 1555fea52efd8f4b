package io.rvi.isr.protocol;

import java.util.Objects;

/**
 * What a replica finds in its storage when it starts: the longest valid prefix of the log (R15).
 *
 * @param logEnd the offset after the last valid record
 * @param durableOffset everything below it survives a power loss; at most {@code logEnd}
 * @param highWatermark the last checkpoint: a lower bound of the true one, 0 if there is none.
 *     Clamped to the log's end
 * @param epochs where each leader epoch starts: from the batches, with the durable starts of epochs
 *     that have none
 * @param producers what the batches say of their producers
 * @param acceptedEpoch the last epoch that {@link ReplicaEffect.PersistAcceptedEpoch} or {@link
 *     ReplicaEffect.PersistEpochStart} stored, also when the log was cut since; {@link
 *     EpochHistory#NO_EPOCH} if there is none
 */
public record RecoveredLog(
    long logEnd,
    long durableOffset,
    long highWatermark,
    EpochHistory epochs,
    ProducerState producers,
    long acceptedEpoch) {
  /** Checks the ranges. */
  public RecoveredLog {
    Objects.requireNonNull(epochs, "epochs");
    Objects.requireNonNull(producers, "producers");
    if (durableOffset < 0 || durableOffset > logEnd || highWatermark < 0) {
      throw new IllegalArgumentException(
          "not 0 <= durable "
              + durableOffset
              + " <= log end "
              + logEnd
              + ", or high watermark "
              + highWatermark
              + " < 0");
    }
    highWatermark = Math.min(highWatermark, logEnd);
  }

  /** A new, empty log. */
  public static RecoveredLog empty(ReplicaConfig config) {
    return new RecoveredLog(
        0,
        0,
        0,
        EpochHistory.empty(),
        new ProducerState(config.dedupBatchesMax(), config.producersMax()),
        EpochHistory.NO_EPOCH);
  }
}
