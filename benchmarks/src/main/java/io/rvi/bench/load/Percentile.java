package io.rvi.bench.load;

import io.rvi.bench.stats.SampleSize;
import java.util.Locale;

/**
 * One percentile of the response time over every intended operation.
 *
 * @param quantile above 0, below 1: 0.99 for p99
 * @param valueNs the response time in nanoseconds; where {@code atLeast}, the deadline
 * @param atLeast the percentile falls among operations that failed, timed out or were not sent: the
 *     response time is at least the deadline, and no shorter deadline can make it look better
 * @param carried whether there are operations enough for this percentile: {@link SampleSize}; where
 *     not, it is to be shown as not measured
 * @param samples the operations that it was taken over
 */
public record Percentile(
    double quantile, long valueNs, boolean atLeast, boolean carried, long samples) {
  /** Such as {@code 1.234 ms}, {@code >= 10000.000 ms}, or {@code n/a} where not carried. */
  public String text() {
    return carried
        ? (atLeast ? ">= " : "") + String.format(Locale.ROOT, "%.3f ms", valueNs / 1e6)
        : "n/a";
  }
}
