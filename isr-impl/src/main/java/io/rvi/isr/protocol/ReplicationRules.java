package io.rvi.isr.protocol;

import java.util.List;

/**
 * The decisions of the protocol that an earlier design took otherwise and lost records by. Each
 * method is one rule in its present form; what a simulation of history overrides is named there.
 */
public interface ReplicationRules {
  /** The rules as they are. */
  ReplicationRules CURRENT = new ReplicationRules() {};

  /**
   * Whether a fetch of an epoch may be served by a leader of another (R1; KIP-320: never).
   *
   * @param requestEpoch the follower's
   * @param leaderEpoch the leader's
   */
  default boolean servesEpoch(long requestEpoch, long leaderEpoch) {
    return requestEpoch == leaderEpoch;
  }

  /**
   * Where a leader tells a follower that the follower's last epoch ends (R2; KIP-279: with the
   * leader's own floor epoch).
   *
   * @param history the leader's epochs
   * @param lastFetchedEpoch the follower's
   * @param logEnd the leader's log end
   */
  default OffsetAndEpoch endOfEpoch(EpochHistory history, long lastFetchedEpoch, long logEnd) {
    return history.endOf(lastFetchedEpoch, logEnd);
  }

  /**
   * Where a follower cuts its log, told where its leader's departs (R2). An offset of the leader is
   * the end of a batch here only in an epoch that both logs have; of one that is not here, nothing
   * but the end of the follower's own epoch before it is known to be, and the next fetch asks on.
   *
   * @param history the follower's epochs
   * @param diverging the leader's answer
   * @param logEnd the follower's log end
   */
  default long truncationPoint(EpochHistory history, OffsetAndEpoch diverging, long logEnd) {
    OffsetAndEpoch own = history.endOf(diverging.epoch(), logEnd);
    return own.epoch() == diverging.epoch()
        ? Math.min(diverging.offset(), own.offset())
        : own.offset();
  }

  /**
   * Whether a follower takes a batch of an epoch after a record of another (an epoch never goes
   * back along a log).
   *
   * @param lastEpoch the epoch of the log's last record
   * @param batchEpoch the batch's
   */
  default boolean continues(long lastEpoch, long batchEpoch) {
    return batchEpoch >= lastEpoch;
  }

  /** Whether a fetch that diverges still tells the leader how far the follower is (R2: no). */
  default boolean divergingFetchCounts() {
    return false;
  }

  /**
   * Whether a follower may enter the in-sync set (R7; KAFKA-7128: also past the epoch's start, as a
   * new leader's high watermark trails).
   *
   * @param counted how far the follower's copy counts
   * @param highWatermark the leader's
   * @param epochStart the leader's log end when it became leader
   * @param keepsUp whether it has lately had all that the leader had
   */
  default boolean mayJoin(long counted, long highWatermark, long epochStart, boolean keepsUp) {
    return keepsUp && counted >= Math.max(highWatermark, epochStart);
  }

  /**
   * The replicas that a record must have reached to be committed (R6; KIP-497: all that ZooKeeper
   * may already hold in sync).
   *
   * @param isr the in-sync set
   */
  default List<Member> commitMembers(IsrState isr) {
    return isr.maximal();
  }

  /** Whether a proposal whose answer was lost stays possible (R9; Z2: yes). */
  default boolean unknownStaysPossible() {
    return true;
  }

  /** Whether a member counts only with the storage it qualified with (R7, R10, R12: yes). */
  default boolean storageMatters() {
    return true;
  }

  /** Whether metadata for another life of this node is refused (R11: yes). */
  default boolean incarnationMatters() {
    return true;
  }
}
