package io.rvi.bench.experiment;

import io.rvi.bench.load.OutcomeCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the outage trials on one cluster showed.
 *
 * @param cell the cell's name
 * @param fork which of its clusters, from 0
 * @param seed of every choice on it
 * @param detectionMs the failure detection that its backend was set to
 * @param trials one after the other, on one load
 * @param audit the checker's verdict on every append of the load; null when the load did not end
 * @param counts the load's operations by outcome; null likewise
 * @param failure why trials are missing; null when all were run
 */
public record OutageFinding(
    String cell,
    int fork,
    long seed,
    long detectionMs,
    List<Trial> trials,
    @Nullable AckAudit audit,
    @Nullable OutcomeCounts counts,
    @Nullable String failure) {
  /** Copies the list. */
  public OutageFinding {
    trials = List.copyOf(trials);
  }

  /**
   * One event.
   *
   * @param event its class
   * @param what what was done to whom
   * @param proof how it is known that it landed
   * @param voidBecause why the trial does not count; null when it does
   * @param victimControlled whether the leader that it took was the controller too
   * @param times when what happened
   * @param gap the outage, as the load's acknowledgements have it; null in a void trial
   */
  public record Trial(
      OutageEvent event,
      String what,
      String proof,
      @Nullable String voidBecause,
      boolean victimControlled,
      Times times,
      @Nullable Gap gap) {}

  /**
   * Nanoseconds after the begin of the load.
   *
   * @param injectedNs when it was begun to do the event
   * @param effectiveNs when it was done
   * @param healedNs when it was begun to undo it: the end of the observation
   * @param levelNs when all replicas were in sync again
   * @param epochSeenNs when a replica was first seen to know of a later epoch; null where not
   *     watched or not seen
   * @param leaderSeenNs when a leader of a later epoch was first seen; null likewise
   * @param lookEveryMaxNs the longest time between two looks before that: how exact these two are
   */
  public record Times(
      long injectedNs,
      long effectiveNs,
      long healedNs,
      long levelNs,
      @Nullable Long epochSeenNs,
      @Nullable Long leaderSeenNs,
      @Nullable Long lookEveryMaxNs) {}

  /**
   * What the acknowledgements show.
   *
   * @param fromNs the last one before the longest gap after the event
   * @param toNs the first one after it; where not {@code ended}, the end of the observation
   * @param ended whether one followed before the event was undone
   * @param bandNs up to this response time the log counts as back in its band: twice the longest of
   *     the last half second before the event
   * @param backNs from the event until every append met the band again; null when it did not, or
   *     was not watched for long enough
   * @param healGapNs the longest gap from the undoing until all replicas were in sync
   */
  public record Gap(
      long fromNs,
      long toNs,
      boolean ended,
      long bandNs,
      @Nullable Long backNs,
      @Nullable Long healGapNs) {
    /** How long no append was acknowledged, in nanoseconds; where not {@code ended}, at least. */
    public long lengthNs() {
      return toNs - fromNs;
    }
  }
}
