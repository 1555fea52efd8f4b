package io.rvi.bench.check;

import io.rvi.bench.check.Violation.Kind;
import java.util.Arrays;

/**
 * The order of the log against the order of time and of each producer's calls. One sweep over the
 * offsets, since {@link Placements} knows of each when it was known to be committed.
 */
final class OrderRules {
  private OrderRules() {}

  /** Checks the whole log. */
  static void check(Appends appends, Placements placements, Violations violations) {
    long[] latest = new long[appends.producers()];
    Arrays.fill(latest, -1);
    for (int offset = 0; offset < placements.size(); offset++) {
      long id = placements.at(offset);
      if (id >= 0) {
        checkTime(appends, placements, violations, id, offset);
        checkProducer(appends, violations, latest, id, offset);
      }
    }
  }

  private static void checkTime(
      Appends appends, Placements placements, Violations violations, long id, int offset) {
    long known = placements.knownBefore(appends.sentNs(id));
    if (known > offset + 1) {
      violations.add(
          Kind.REORDERED,
          () ->
              appends.describe(id)
                  + " is at offset "
                  + offset
                  + ", though offset "
                  + (known - 1)
                  + " was known to be committed at "
                  + placements.knownAt(known - 1)
                  + describe(appends, placements, known - 1));
    }
  }

  private static String describe(Appends appends, Placements placements, long offset) {
    long other = placements.at((int) offset);
    return other < 0 ? "" : ": " + appends.describe(other);
  }

  private static void checkProducer(
      Appends appends, Violations violations, long[] latest, long id, int offset) {
    int producer = Appends.producer(id);
    long before = latest[producer];
    if (before > Appends.sequence(id)) {
      violations.add(
          Kind.REORDERED,
          () ->
              appends.describe(id)
                  + " is at offset "
                  + offset
                  + ", after "
                  + appends.describe(Appends.id(producer, before))
                  + " of the same producer");
    }
    latest[producer] = Math.max(before, Appends.sequence(id));
  }
}
