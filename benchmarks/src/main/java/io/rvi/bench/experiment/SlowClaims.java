package io.rvi.bench.experiment;

import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.Claims.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The claims C19 to C21, from slow followers. */
final class SlowClaims {
  private static final List<String> DATA = List.of("derived/slow.csv", "derived/slow-trials.csv");

  /** Fewer clusters than this decide nothing about latencies. */
  private static final int TRIALS_MIN = 3;

  /** A slope over fewer delays than this is none. */
  private static final int DELAYS_MIN = 2;

  /**
   * How much of an added round trip an in-sync set's median may get longer by: one, and half of one
   * more where a record waits for a fetch under way; a tenth each for what else there is.
   */
  private static final double SLOPE_SET_LOW = 0.9;

  private static final double SLOPE_SET_HIGH = 1.6;

  private static final double SLOPE_MAJORITY_HIGH = 0.05;

  /** From this slope on, an append waits for the slow ones. */
  private static final double SLOPE_WAITS = 0.5;

  /** For so long nobody may be evicted; the claim says ten minutes. */
  private static final double NEVER_S = 600;

  private final @Nullable SlowPlan slow;
  private final List<SlowTable.Row> rows;
  private final List<SlowFinding> findings;

  SlowClaims(Plan plan, Findings findings) {
    this.slow = plan.slow();
    this.rows = SlowTable.of(plan, findings).rows();
    this.findings = findings.slow();
  }

  List<Claim> judge() {
    return List.of(slope(), neverEvicted(), twoSlowOfFive());
  }

  /** Rows of delays, of cells of one protocol and replica count. */
  private List<SlowTable.Row> delays(boolean inSync, int replicas, Predicate<SlowTable.Row> which) {
    List<String> names =
        slow == null
            ? List.of()
            : slow.cells().stream()
                .filter(cell -> cell.replicas() == replicas)
                .filter(cell -> (Replication.of(cell) == Replication.IN_SYNC_SET) == inSync)
                .map(Cell::name)
                .toList();
    return rows.stream()
        .filter(row -> row.level().kind() == SlowLevel.Kind.DELAY && row.trials() > 0)
        .filter(row -> names.contains(row.cell()))
        .filter(which)
        .toList();
  }

  private static Predicate<SlowTable.Row> slowFollowers(int followers) {
    return row -> row.level().followers() == followers && row.addedMs() != null;
  }

  /** Least squares through the origin: what is added to the median, by what to a round trip. */
  static double slope(List<SlowTable.Row> rows) {
    double products = 0;
    double squares = 0;
    for (SlowTable.Row row : rows) {
      products += row.addedRoundTripMs() * Objects.requireNonNull(row.addedMs());
      squares += (double) row.addedRoundTripMs() * row.addedRoundTripMs();
    }
    return products / squares;
  }

  private static int trials(List<SlowTable.Row> rows) {
    return rows.stream().mapToInt(SlowTable.Row::trials).sum();
  }

  private static boolean areFew(List<SlowTable.Row> rows) {
    return rows.stream().anyMatch(row -> row.trials() < TRIALS_MIN);
  }

  private static String words(List<SlowTable.Row> rows) {
    return rows.stream()
        .map(
            row ->
                String.format(
                    Locale.ROOT,
                    "%s %s: p50 %s, then %s, %d evictions",
                    row.cell(),
                    row.level().label(),
                    row.p50Before().text(),
                    row.p50Settled().text(),
                    row.evictions()))
        .collect(Collectors.joining("; "));
  }

  private Claim slope() {
    String id = "C19";
    String claim =
        "a slow in-sync follower adds its delay to the median of an in-sync set, and none to that"
            + " of a majority of three";
    // An evicted follower is not waited for any more, which is another matter.
    List<SlowTable.Row> set = delays(true, 3, slowFollowers(1).and(row -> row.evictions() == 0));
    List<SlowTable.Row> majority = delays(false, 3, slowFollowers(1));
    if (set.size() < DELAYS_MIN || majority.size() < DELAYS_MIN) {
      return Claim.notRun(
          id, claim, "fewer than two delays of one follower of three, for each backend");
    }
    double ofSet = slope(set);
    double ofMajority = slope(majority);
    List<SlowTable.Row> all = new ArrayList<>(set);
    all.addAll(majority);
    boolean holds =
        ofSet >= SLOPE_SET_LOW && ofSet <= SLOPE_SET_HIGH && ofMajority < SLOPE_MAJORITY_HIGH;
    return new Claim(
        id,
        claim,
        areFew(all) ? Status.INCONCLUSIVE : holds ? Status.CONFIRMED : Status.REFUTED,
        "median by added round trip: 1 to 1.5 for the in-sync set, as a record may wait for a fetch"
            + " under way; below 0.05 for the majority",
        String.format(Locale.ROOT, "%.3f and %.3f; %s", ofSet, ofMajority, words(all)),
        trials(all),
        DATA);
  }

  private long detectionMs() {
    return findings.stream().mapToLong(SlowFinding::detectionMs).min().orElse(0);
  }

  private Claim neverEvicted() {
    String id = "C20";
    String claim = "a follower slower than all others but within the lag limit is never evicted";
    // Twice the round trip may pass until a follower is seen to have caught up.
    List<SlowTable.Row> within =
        delays(true, 3, row -> 2 * row.addedRoundTripMs() <= detectionMs());
    if (within.isEmpty()) {
      return Claim.notRun(id, claim, "no delay within the lag limit");
    }
    double seconds = within.stream().mapToDouble(SlowTable.Row::watchedS).sum();
    int evictions = within.stream().mapToInt(SlowTable.Row::evictions).sum();
    return new Claim(
        id,
        claim,
        evictions > 0
            ? Status.REFUTED
            : seconds >= NEVER_S ? Status.CONFIRMED : Status.INCONCLUSIVE,
        "no replica leaves the in-sync set in ten minutes and more",
        String.format(Locale.ROOT, "%d evictions in %.0f s; %s", evictions, seconds, words(within)),
        trials(within),
        DATA);
  }

  private Claim twoSlowOfFive() {
    String id = "C21";
    String claim =
        "a majority of five hides two slow followers and not three; an in-sync set hides none";
    List<SlowTable.Row> set = delays(true, 5, slowFollowers(1).and(row -> row.evictions() == 0));
    List<SlowTable.Row> hidden = new ArrayList<>(delays(false, 5, slowFollowers(1)));
    hidden.addAll(delays(false, 5, slowFollowers(2)));
    List<SlowTable.Row> shown = delays(false, 5, slowFollowers(3));
    if (set.isEmpty() || shown.isEmpty() || hidden.size() < 2) {
      return Claim.notRun(id, claim, "one, two and three slow followers of five not all tried");
    }
    List<SlowTable.Row> all = new ArrayList<>(set);
    all.addAll(hidden);
    all.addAll(shown);
    boolean holds =
        slope(set) >= SLOPE_WAITS
            && slope(hidden) < SLOPE_MAJORITY_HIGH
            && slope(shown) >= SLOPE_WAITS;
    return new Claim(
        id,
        claim,
        areFew(all) ? Status.INCONCLUSIVE : holds ? Status.CONFIRMED : Status.REFUTED,
        "median by added round trip: above 0.5 for the in-sync set from one slow follower on, for"
            + " the majority below 0.05 with two and above 0.5 with three",
        String.format(
            Locale.ROOT,
            "in-sync set, one: %.3f; majority, one and two: %.3f, three: %.3f; %s",
            slope(set),
            slope(hidden),
            slope(shown),
            words(all)),
        trials(all),
        DATA);
  }
}
