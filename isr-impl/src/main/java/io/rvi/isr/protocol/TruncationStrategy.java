package io.rvi.isr.protocol;

/**
 * How a follower finds where its log departs from its leader's.
 *
 * <p>A comparison at each fetch of the epochs of both logs (KIP-101, KIP-279, KIP-320) finds the
 * exact place. Cutting to the high watermark does not: it trails the truth by a fetch, so it cuts
 * records that are committed, and it keeps records below it that another leader has replaced. It is
 * kept to show that.
 */
public enum TruncationStrategy {
  /** At each fetch, by the epochs of both logs. Never cuts below the high watermark. */
  LEADER_EPOCH,
  /** At start and when a leader appears, to the local high watermark. Loses committed records. */
  HIGH_WATERMARK;

  /** Whether a replica cuts its log to its high watermark at start and for each new leader. */
  boolean cutsToHighWatermark() {
    return this == HIGH_WATERMARK;
  }

  /** The epoch that a fetch names, given the true one of the log's last record. */
  long lastFetchedEpoch(long lastEpoch) {
    return this == HIGH_WATERMARK ? EpochHistory.NO_EPOCH : lastEpoch;
  }
}
