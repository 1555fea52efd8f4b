package io.rvi.bench.experiment;

import io.rvi.api.Flush;
import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.Claims.Status;
import io.rvi.bench.lab.link.Delay;
import io.rvi.bench.load.Percentile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The claims C16 and C18, from latencies over delayed links. Both are of single appends, so that
 * there is no verdict where appends are not a round trip apart.
 */
final class LinkClaims {
  private static final List<String> DATA = List.of("derived/figures.csv", "plan.json");

  /** Fewer repetitions than this decide nothing about latencies. */
  private static final int REPETITIONS_MIN = 3;

  /** How far a p99 may be from what theory predicts. */
  private static final double TOLERANCE = 0.15;

  private final Plan plan;
  private final Findings findings;

  LinkClaims(Plan plan, Findings findings) {
    this.plan = plan;
    this.findings = findings;
  }

  List<Claim> judge() {
    return List.of(percentiles(), evenCounts());
  }

  /**
   * A cell and what its repetitions had as a percentile.
   *
   * @param ms in milliseconds, one for each repetition that was not disturbed
   * @param disturbed what was wrong with the others
   */
  private record Measured(Cell cell, String metric, List<Double> ms, List<String> disturbed) {
    double median() {
      double[] sorted = sorted(ms);
      return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    String words() {
      return String.format(
          Locale.ROOT,
          "%s %s %.2f ms (%s)",
          cell.name(),
          metric,
          median(),
          ms.stream()
              .map(value -> String.format(Locale.ROOT, "%.2f", value))
              .collect(Collectors.joining(", ")));
    }
  }

  private Optional<Cell> cell(Replication replication, int replicas) {
    return plan.cells().stream()
        .filter(cell -> Replication.of(cell) == replication && cell.replicas() == replicas)
        .filter(cell -> cell.flush() == Flush.NONE)
        .findFirst();
  }

  /** Of each protocol that has one. */
  private List<Cell> cells(int replicas) {
    return Arrays.stream(Replication.values())
        .flatMap(replication -> cell(replication, replicas).stream())
        .toList();
  }

  private Measured measured(Cell cell, String metric, Function<LoadFinding, Percentile> which) {
    List<Double> ms = new ArrayList<>();
    List<String> disturbed = new ArrayList<>();
    for (CellFinding finding : findings.cells()) {
      if (finding.cell().equals(cell.name())) {
        LoadFinding load = finding.load();
        String why = load == null ? "failed" : disturbance(load, which.apply(load));
        if (why.isEmpty()) {
          ms.add(which.apply(Objects.requireNonNull(load)).valueNs() / 1e6);
        } else {
          disturbed.add(cell.name() + ", repetition " + (finding.fork() + 1) + ": " + why);
        }
      }
    }
    return new Measured(cell, metric, ms, disturbed);
  }

  /** Why a repetition does not show what single appends take; empty when it does. */
  private static String disturbance(LoadFinding load, Percentile percentile) {
    LoadConditions conditions = load.conditions();
    if (!percentile.carried()) {
      return percentile.samples() + " appends do not carry the percentile";
    }
    if (load.saturated()) {
      return "the rate was missed";
    }
    if (percentile.atLeast()) {
      return "the percentile lies among failed appends";
    }
    if (conditions != null && !Objects.equals(conditions.leaderMoves(), 0L)) {
      return "the leader moved, or was not seen";
    }
    return "";
  }

  private Optional<Double> predicted(Cell cell, String metric) {
    return plan.predictions().stream()
        .filter(some -> some.cell().equals(cell.name()) && some.metric().equals(metric))
        .map(Prediction::value)
        .findFirst();
  }

  /** Why nothing can be said of single appends; empty when something can. */
  private Optional<String> unfit() {
    if (plan.shape().delay().isEmpty()) {
      return Optional.of("links were not delayed (linkDelay)");
    }
    double load = plan.shape().appendsARoundTrip();
    return load < Shape.APART_BELOW
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%.2f appends in a mean round trip: they wait for each other; below %.1f they do"
                    + " not",
                load,
                Shape.APART_BELOW));
  }

  private Claim percentiles() {
    String id = "C16";
    String claim =
        "of three replicas, a majority's p99 is the 90th percentile of one follower, that of an"
            + " in-sync set the 99.5th";
    Optional<String> unfit = unfit();
    if (unfit.isEmpty() && !(plan.shape().delay().orElseThrow() instanceof Delay.Lognormal)) {
      unfit = Optional.of("links were not delayed lognormally (linkDelay)");
    }
    if (unfit.isEmpty() && cells(3).size() < Replication.values().length) {
      unfit = Optional.of("no cell of three replicas, flush none, of each protocol");
    }
    if (unfit.isPresent()) {
      return Claim.notRun(id, claim, unfit.get());
    }
    List<String> seen = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    List<String> disturbed = new ArrayList<>();
    List<Status> each = new ArrayList<>();
    int repetitions = Integer.MAX_VALUE;
    for (Cell cell : cells(3)) {
      Optional<Double> theory = predicted(cell, "p99");
      if (theory.isEmpty()) {
        return Claim.notRun(id, claim, "nothing is predicted of " + cell.name());
      }
      Measured found = measured(cell, "p99", LoadFinding::p99);
      disturbed.addAll(found.disturbed());
      if (found.ms().isEmpty()) {
        return Claim.notRun(id, claim, "no figure. " + String.join("; ", found.disturbed()));
      }
      double predicted = theory.get();
      repetitions = Math.min(repetitions, found.ms().size());
      each.add(isWithin(found.ms(), predicted));
      expected.add(String.format(Locale.ROOT, "%s %.2f ms", cell.name(), predicted));
      seen.add(
          found.words()
              + String.format(
                  Locale.ROOT,
                  ", %.2f of expected, %+.2f ms",
                  found.median() / predicted,
                  found.median() - predicted));
    }
    return new Claim(
        id,
        claim,
        decided(repetitions, disturbed, worst(each)),
        "within 15 % of " + String.join(", ", expected),
        words(seen, disturbed),
        repetitions,
        DATA);
  }

  /** Every repetition has to say the same. */
  private static Status isWithin(List<Double> ms, double expected) {
    long within = ms.stream().filter(m -> Math.abs(m / expected - 1) <= TOLERANCE).count();
    return within == ms.size()
        ? Status.CONFIRMED
        : within == 0 ? Status.REFUTED : Status.INCONCLUSIVE;
  }

  private static Status worst(List<Status> each) {
    return each.contains(Status.REFUTED)
        ? Status.REFUTED
        : each.contains(Status.INCONCLUSIVE) ? Status.INCONCLUSIVE : Status.CONFIRMED;
  }

  private static Status decided(int repetitions, List<String> disturbed, Status status) {
    return repetitions < REPETITIONS_MIN || !disturbed.isEmpty() ? Status.INCONCLUSIVE : status;
  }

  private static String words(List<String> seen, List<String> disturbed) {
    return String.join("; ", seen)
        + (disturbed.isEmpty() ? "" : ". Left out: " + String.join("; ", disturbed));
  }

  private Claim evenCounts() {
    String id = "C18";
    String claim = "a majority of four is slower than one of three";
    Optional<String> unfit = unfit();
    if (unfit.isPresent()) {
      return Claim.notRun(id, claim, unfit.get());
    }
    Optional<Cell> small = cell(Replication.MAJORITY, 3);
    Optional<Cell> large = cell(Replication.MAJORITY, 4);
    if (small.isEmpty() || large.isEmpty()) {
      return Claim.notRun(id, claim, "no cells of three and of four replicas, flush none");
    }
    Measured three = measured(small.get(), "p50", LoadFinding::p50);
    Measured four = measured(large.get(), "p50", LoadFinding::p50);
    List<String> disturbed = new ArrayList<>(three.disturbed());
    disturbed.addAll(four.disturbed());
    if (three.ms().isEmpty() || four.ms().isEmpty()) {
      return Claim.notRun(id, claim, "no figure. " + String.join("; ", disturbed));
    }
    int repetitions = Math.min(three.ms().size(), four.ms().size());
    return new Claim(
        id,
        claim,
        decided(repetitions, disturbed, isAbove(four.ms(), three.ms())),
        "p50 at four above p50 at three in every repetition",
        words(List.of(three.words(), four.words()), disturbed),
        repetitions,
        DATA);
  }

  /** Confirmed or refuted only where no two repetitions say different things. */
  private static Status isAbove(List<Double> ms, List<Double> others) {
    double[] sorted = sorted(ms);
    double[] other = sorted(others);
    return sorted[0] > other[other.length - 1]
        ? Status.CONFIRMED
        : sorted[sorted.length - 1] < other[0] ? Status.REFUTED : Status.INCONCLUSIVE;
  }

  private static double[] sorted(List<Double> ms) {
    double[] all = ms.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(all);
    return all;
  }
}
