package io.rvi.bench.experiment;

import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.Claims.Status;
import io.rvi.bench.lab.link.Delay;
import io.rvi.bench.load.Percentile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The claims C16 and C18, from latencies over delayed links. */
final class LinkClaims {
  private static final List<String> DATA = List.of("derived/figures.csv", "plan.json");

  /** Fewer repetitions than this decide nothing about latencies. */
  private static final int REPETITIONS_MIN = 3;

  /** How far a p99 may be from what theory predicts. */
  private static final double TOLERANCE = 0.15;

  /** Theory has no queue; from this many appends a round trip on there is one. */
  private static final double LOAD_MAX = 0.2;

  private final Plan plan;
  private final Findings findings;

  LinkClaims(Plan plan, Findings findings) {
    this.plan = plan;
    this.findings = findings;
  }

  List<Claim> judge() {
    return List.of(percentiles(), evenCounts());
  }

  /** A cell and what its repetitions had as a percentile. */
  private record Measured(Cell cell, List<Double> ms) {
    double mean() {
      return ms.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    String words(String metric) {
      return String.format(
          Locale.ROOT,
          "%s %s %.2f ms (%s)",
          cell.name(),
          metric,
          mean(),
          ms.stream()
              .map(value -> String.format(Locale.ROOT, "%.2f", value))
              .collect(Collectors.joining(", ")));
    }
  }

  private Optional<Measured> measured(
      Replication replication, int replicas, Function<LoadFinding, Percentile> which) {
    return plan.cells().stream()
        .filter(cell -> Replication.of(cell) == replication && cell.replicas() == replicas)
        .findFirst()
        .map(cell -> new Measured(cell, values(cell, which)))
        .filter(any -> !any.ms().isEmpty());
  }

  private List<Double> values(Cell cell, Function<LoadFinding, Percentile> which) {
    return findings.cells().stream()
        .filter(finding -> finding.cell().equals(cell.name()))
        .map(CellFinding::load)
        .filter(Objects::nonNull)
        .map(which)
        .filter(percentile -> percentile.carried() && !percentile.atLeast())
        .map(percentile -> percentile.valueNs() / 1e6)
        .toList();
  }

  private Optional<Double> predicted(Cell cell, String metric) {
    return plan.predictions().stream()
        .filter(some -> some.cell().equals(cell.name()) && some.metric().equals(metric))
        .map(Prediction::value)
        .findFirst();
  }

  private Claim percentiles() {
    String id = "C16";
    String claim =
        "of three replicas, a majority's p99 is the 90th percentile of one follower, that of an"
            + " in-sync set the 99.5th";
    if (!(plan.shape().delay().orElse(Delay.NONE) instanceof Delay.Lognormal delay)) {
      return Claim.notRun(id, claim, "links were not delayed lognormally (linkDelay)");
    }
    double load = plan.shape().ratePerSecond() * 2 * delay.medianNs() / 1e9;
    if (load > LOAD_MAX) {
      return Claim.notRun(
          id,
          claim,
          String.format(Locale.ROOT, "%.2f appends a round trip: there are queues", load));
    }
    List<String> seen = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    int repetitions = Integer.MAX_VALUE;
    boolean holds = true;
    for (Replication replication : Replication.values()) {
      Optional<Measured> found = measured(replication, 3, LoadFinding::p99);
      Optional<Double> theory = found.flatMap(any -> predicted(any.cell(), "p99"));
      if (found.isEmpty() || theory.isEmpty()) {
        return Claim.notRun(id, claim, "no p99 at three replicas for each backend");
      }
      double ratio = found.get().mean() / theory.get();
      repetitions = Math.min(repetitions, found.get().ms().size());
      holds &= Math.abs(ratio - 1) <= TOLERANCE;
      expected.add(
          String.format(Locale.ROOT, "%s %.2f ms", found.get().cell().name(), theory.get()));
      seen.add(found.get().words("p99") + String.format(Locale.ROOT, ", %.2f of expected", ratio));
    }
    return new Claim(
        id,
        claim,
        repetitions < REPETITIONS_MIN
            ? Status.INCONCLUSIVE
            : holds ? Status.CONFIRMED : Status.REFUTED,
        "within 15 % of " + String.join(", ", expected),
        String.join("; ", seen),
        repetitions,
        DATA);
  }

  private Claim evenCounts() {
    String id = "C18";
    String claim = "a majority of four is slower than one of three";
    if (plan.shape().delay().isEmpty()) {
      return Claim.notRun(id, claim, "links were not delayed (linkDelay)");
    }
    Optional<Measured> three = measured(Replication.MAJORITY, 3, LoadFinding::p50);
    Optional<Measured> four = measured(Replication.MAJORITY, 4, LoadFinding::p50);
    if (three.isEmpty() || four.isEmpty()) {
      return Claim.notRun(id, claim, "no p50 at three and at four replicas");
    }
    List<Double> ofThree = three.get().ms();
    List<Double> ofFour = four.get().ms();
    boolean apart =
        ofFour.stream().allMatch(slow -> ofThree.stream().allMatch(quick -> quick < slow));
    int repetitions = Math.min(ofThree.size(), ofFour.size());
    Status decided =
        apart
            ? Status.CONFIRMED
            : four.get().mean() <= three.get().mean() ? Status.REFUTED : Status.INCONCLUSIVE;
    return new Claim(
        id,
        claim,
        repetitions < REPETITIONS_MIN ? Status.INCONCLUSIVE : decided,
        "p50 at four above p50 at three in every repetition",
        three.get().words("p50") + "; " + four.get().words("p50"),
        repetitions,
        DATA);
  }
}
