package io.rvi.bench.experiment;

import io.rvi.bench.load.OutcomeCounts;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the levels on one cluster showed.
 *
 * @param cell the cell's name
 * @param fork which of its clusters, from 0
 * @param seed of every choice on it
 * @param detectionMs the failure detection that its backend was set to
 * @param levels one after the other, on one load
 * @param audit the checker's verdict on every append of the load; null when the load did not end
 * @param counts the load's operations by outcome; null likewise
 * @param failure why levels are missing; null when all were tried
 */
public record SlowFinding(
    String cell,
    int fork,
    long seed,
    long detectionMs,
    List<Level> levels,
    @Nullable AckAudit audit,
    @Nullable OutcomeCounts counts,
    @Nullable String failure) {
  /** Copies the list. */
  public SlowFinding {
    levels = List.copyOf(levels);
  }

  /** The directory of its raw files, with a slash at the end. */
  public String raw() {
    return String.format(Locale.ROOT, "raw/%s/f%02d/", Step.SlowStep.name(cell), fork);
  }

  /**
   * One level.
   *
   * @param level which
   * @param what what was done to whom
   * @param proof how it is known that it landed
   * @param voidBecause why it does not count; null when it does
   * @param times when what happened
   * @param rolesBefore what leader and in-sync set did before it
   * @param rolesDuring and what during it
   * @param before appends that were meant to start before it
   * @param during appends that were meant to start during it
   * @param settled those of them that came one failure detection after its begin or later
   */
  public record Level(
      SlowLevel level,
      String what,
      String proof,
      @Nullable String voidBecause,
      Times times,
      Roles rolesBefore,
      Roles rolesDuring,
      Window before,
      Window during,
      Window settled) {}

  /**
   * Nanoseconds after the begin of the load.
   *
   * @param fromNs from when on the cluster was watched before it
   * @param injectedNs when it was begun to do it
   * @param effectiveNs when it was done
   * @param healedNs when it was begun to undo it, the last time where it comes again and again
   * @param levelNs when all replicas were in sync again
   */
  public record Times(
      long fromNs, long injectedNs, long effectiveNs, long healedNs, long levelNs) {}

  /**
   * What was seen, past all links, of the partition's leader and in-sync set.
   *
   * @param evictions replicas that left the in-sync set, each time counted
   * @param returns replicas that came back, each time counted
   * @param leaderChanges how often another replica led than before
   * @param epochs by how much the leader epoch rose, elections that nobody won among it
   * @param looks how often was looked
   * @param lookEveryMaxNs the longest time between two looks so far on this level: what lasted
   *     longer was seen
   */
  public record Roles(
      int evictions, int returns, int leaderChanges, long epochs, int looks, long lookEveryMaxNs) {}

  /**
   * Appends that were meant to start in a time.
   *
   * @param intended how many
   * @param acked how many of them were acknowledged, ever
   * @param ackedWithin acknowledgements that came in that time, whenever they were meant to start
   * @param p50Ns the response time at that quantile of all intended ones; null where it lies among
   *     those that were not acknowledged
   * @param p99Ns likewise
   */
  public record Window(
      long intended, long acked, long ackedWithin, @Nullable Long p50Ns, @Nullable Long p99Ns) {}
}
