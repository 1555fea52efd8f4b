package io.rvi.bench.experiment;

import io.rvi.bench.load.OperationLog;
import io.rvi.bench.load.Outage;
import io.rvi.bench.load.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads an event's outage off the operations of the load that ran through it. */
final class OutageTiming {
  /** What the band is taken from, before the event. */
  static final long BASE_NS = 500_000_000L;

  /** For so long all appends have to meet the band for the log to be back in it. */
  static final long STEADY_NS = 300_000_000L;

  private static final int BAND_FACTOR = 2;

  private OutageTiming() {}

  /**
   * The outage of an event.
   *
   * @param operations of the load, so far
   * @param times of the event
   * @return null when no append was acknowledged before the event
   */
  static OutageFinding.@Nullable Gap of(OperationLog operations, OutageFinding.Times times) {
    Optional<Outage> outage = Outage.after(operations, times.injectedNs(), times.healedNs());
    if (outage.isEmpty()) {
      return null;
    }
    Outage found = outage.get();
    long bandNs = BAND_FACTOR * longestBefore(operations, times.injectedNs());
    return new OutageFinding.Gap(
        found.fromNs(),
        found.toNs(),
        found.ended(),
        bandNs,
        found.ended() ? back(operations, times, found.toNs(), bandNs) : null,
        Outage.after(operations, times.healedNs(), times.levelNs())
            .map(Outage::lengthNs)
            .orElse(null));
  }

  private static long longestBefore(OperationLog operations, long eventNs) {
    long longest = 0;
    for (int i = 0; i < operations.size(); i++) {
      long intendedNs = operations.intendedNs(i);
      boolean before = intendedNs >= eventNs - BASE_NS && intendedNs < eventNs;
      if (before && operations.outcome(i) == Outcome.COMMITTED && operations.endedNs(i) < eventNs) {
        longest = Math.max(longest, operations.responseNs(i));
      }
    }
    return longest;
  }

  /** From the event to the first append that met the band with all that followed for a while. */
  private static @Nullable Long back(
      OperationLog operations, OutageFinding.Times times, long gapEndNs, long bandNs) {
    long steadyFromNs = -1;
    for (int i = 0; i < operations.size(); i++) {
      long intendedNs = operations.intendedNs(i);
      if (intendedNs < gapEndNs) {
        continue;
      }
      if (intendedNs >= times.healedNs()) {
        return null;
      }
      boolean meets =
          operations.outcome(i) == Outcome.COMMITTED && operations.responseNs(i) <= bandNs;
      if (!meets) {
        steadyFromNs = -1;
      } else if (steadyFromNs < 0) {
        steadyFromNs = intendedNs;
      } else if (intendedNs - steadyFromNs >= STEADY_NS) {
        return steadyFromNs - times.injectedNs();
      }
    }
    return null;
  }
}
