package io.rvi.bench.experiment;

import io.rvi.bench.load.OperationLog;
import io.rvi.bench.load.Outcome;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads windows off the operations of a load. */
final class SlowTiming {
  private SlowTiming() {}

  /**
   * The appends of a time.
   *
   * @param operations of the load, which has ended
   * @param fromNs its begin
   * @param untilNs its end, not of it
   */
  static SlowFinding.Window window(OperationLog operations, long fromNs, long untilNs) {
    long[] responsesNs = new long[operations.size()];
    int acked = 0;
    long intended = 0;
    long ackedWithin = 0;
    for (int i = 0; i < operations.size(); i++) {
      boolean committed = operations.outcome(i) == Outcome.COMMITTED;
      if (committed && isWithin(operations.endedNs(i), fromNs, untilNs)) {
        ackedWithin++;
      }
      if (isWithin(operations.intendedNs(i), fromNs, untilNs)) {
        intended++;
        if (committed) {
          responsesNs[acked++] = operations.responseNs(i);
        }
      }
    }
    long[] sorted = Arrays.copyOf(responsesNs, acked);
    Arrays.sort(sorted);
    return new SlowFinding.Window(
        intended,
        acked,
        ackedWithin,
        atQuantile(sorted, intended, 0.50),
        atQuantile(sorted, intended, 0.99));
  }

  private static boolean isWithin(long timeNs, long fromNs, long untilNs) {
    return timeNs >= fromNs && timeNs < untilNs;
  }

  /** By nearest rank; what was not acknowledged counts as longer than all that was. */
  private static @Nullable Long atQuantile(long[] sorted, long intended, double quantile) {
    int rank = (int) Math.max(1, (long) Math.ceil(quantile * intended));
    return rank > sorted.length ? null : (Long) sorted[rank - 1];
  }
}
