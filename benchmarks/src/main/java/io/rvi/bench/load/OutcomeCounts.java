package io.rvi.bench.load;

import java.util.EnumMap;
import java.util.Map;

/**
 * Operations per outcome.
 *
 * @param byOutcome counts, 0 or more; every outcome has an entry
 */
public record OutcomeCounts(Map<Outcome, Long> byOutcome) {
  /** Copies the map and fills absent outcomes with 0. */
  public OutcomeCounts {
    Map<Outcome, Long> all = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      all.put(outcome, byOutcome.getOrDefault(outcome, 0L));
    }
    byOutcome = Map.copyOf(all);
  }

  /**
   * Operations with an outcome.
   *
   * @param outcome which
   */
  public long of(Outcome outcome) {
    return byOutcome.getOrDefault(outcome, 0L);
  }

  /** All operations. */
  public long total() {
    return byOutcome.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Operations without success. */
  public long failures() {
    return total() - of(Outcome.COMMITTED);
  }
}
