package io.rvi.bench.experiment;

import io.rvi.api.Flush;
import java.util.Locale;
import java.util.Map;

/** What happens to replicas after they have acknowledged records, and what may be lost by it. */
public enum DurabilityEvent {
  /** One follower of a level cluster loses power. */
  FOLLOWER(2),
  /** The leader of a level cluster loses power. */
  LEADER(2),
  /**
   * All others are down while a majority, the leader among it, acknowledges; then that majority
   * loses power at once. An in-sync set has shrunk to it.
   */
  ACK_SET(2),
  /** All replicas of a level cluster lose power at once. */
  ALL(1),
  /**
   * As {@link #ACK_SET}, but of the majority one follower loses power and the others die. The
   * follower comes back together with those that were down, and the rest after them.
   */
  ACKER_WITH_LAGGARDS(3),
  /** All others are down while the leader alone acknowledges; then it loses power. */
  LAST_STANDING(2),
  /**
   * All others are down while the leader alone acknowledges; then it dies, they come back without
   * it, and may lead by {@code unclean.leader.election.enable}.
   */
  UNCLEAN_ELECTION(2),
  /** All replicas die at once, each of which cuts its log to its high watermark as it starts. */
  TRUNCATION(2);

  /** What is promised of acknowledged records. */
  public enum Promise {
    /** None is lost. */
    KEPT,
    /** They may be lost; theory does not say how many. */
    MAY_BE_LOST,
    /** Those that the leader alone acknowledged are lost. */
    LOST
  }

  private final int replicasMin;

  DurabilityEvent(int replicasMin) {
    this.replicasMin = replicasMin;
  }

  /** Such as {@code ack-set}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether somebody loses power, so that data has to lie on volumes that can lose it. */
  public boolean takesPower() {
    return this != UNCLEAN_ELECTION && this != TRUNCATION;
  }

  /** The settings that the event is about, over those of its cell. */
  Map<String, String> settings() {
    return switch (this) {
      case UNCLEAN_ELECTION -> Map.of("unclean.leader.election.enable", "true");
      case TRUNCATION -> Map.of("truncation", "high-watermark");
      default -> Map.of();
    };
  }

  /**
   * Whether it says something of a cell. A leader alone acknowledges in an in-sync set only; what a
   * setting shows that has nothing to do with disks is shown without an fsync.
   *
   * @param cell the cell
   */
  public boolean appliesTo(Cell cell) {
    boolean inSync = Replication.of(cell) == Replication.IN_SYNC_SET;
    boolean isMet =
        switch (this) {
          case FOLLOWER, LEADER, ACK_SET, ALL, ACKER_WITH_LAGGARDS -> true;
          case LAST_STANDING -> inSync && cell.minInSync() == 1;
          case UNCLEAN_ELECTION, TRUNCATION ->
              inSync && cell.minInSync() == 1 && cell.flush() == Flush.NONE;
        };
    return isMet && cell.replicas() >= replicasMin;
  }

  /**
   * How many replicas acknowledge the records that count, the leader among them; the others are
   * down meanwhile.
   */
  int acknowledging(Cell cell) {
    return switch (this) {
      case FOLLOWER, LEADER, ALL, TRUNCATION -> cell.replicas();
      case ACK_SET, ACKER_WITH_LAGGARDS -> cell.replicas() / 2 + 1;
      case LAST_STANDING, UNCLEAN_ELECTION -> 1;
    };
  }

  /**
   * What a cell's protocol and flush class promise. Class {@code none} promises nothing of power
   * losses by itself: there the copies that others have count, and an in-sync set's rule that a
   * replica that may have lost bytes is a new one.
   *
   * @param cell the cell
   */
  public Promise promise(Cell cell) {
    if (this == UNCLEAN_ELECTION) {
      return Promise.LOST;
    }
    if (this == TRUNCATION) {
      return Promise.MAY_BE_LOST;
    }
    boolean othersKeep =
        this == FOLLOWER
            || this == LEADER
            || (this == ACKER_WITH_LAGGARDS && Replication.of(cell) == Replication.IN_SYNC_SET);
    return cell.flush() != Flush.NONE || othersKeep ? Promise.KEPT : Promise.MAY_BE_LOST;
  }
}
