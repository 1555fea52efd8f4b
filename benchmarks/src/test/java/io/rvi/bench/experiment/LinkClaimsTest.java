package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.rvi.api.Flush;
import io.rvi.bench.experiment.Claims.Claim;
import io.rvi.bench.experiment.Claims.Status;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Calibration;
import io.rvi.bench.load.OutcomeCounts;
import io.rvi.bench.load.Percentile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts on latencies over delayed links come out for and against theory, by what was found. */
final class LinkClaimsTest {
  private static final String LOGNORMAL = "lognormal(10ms, 0.6)";
  private static final OutcomeCounts COUNTS = new OutcomeCounts(Map.of());
  private static final Calibration CALIBRATION =
      new Calibration(sample(1_000), sample(100), sample(50), 20, null);

  private static Calibration.Sample sample(double us) {
    return new Calibration.Sample(1_000, List.of(0.0, 0.5, 1.0), List.of(us, us, us));
  }

  private static Cell cell(String backend, int replicas) {
    return new Cell(backend, replicas, Flush.NONE, 1_024, Topology.PROCESSES, Map.of(), false);
  }

  private static Plan plan(double rate, @Nullable String delay, Cell... cells) {
    Duration second = Duration.ofSeconds(1);
    Shape shape = new Shape(rate, second, second, Duration.ZERO, second, null, delay);
    return Plan.of("test", 1, 3, shape, List.of(cells), null).withCalibration(CALIBRATION);
  }

  private static CellFinding finding(Cell cell, int fork, double p50Ms, double p99Ms) {
    return finding(cell, fork, percentile(0.5, p50Ms), percentile(0.99, p99Ms), false, null);
  }

  private static CellFinding finding(
      Cell cell,
      int fork,
      Percentile p50,
      Percentile p99,
      boolean saturated,
      @Nullable Long leaderMoves) {
    LoadConditions conditions =
        leaderMoves == null ? null : new LoadConditions(1, true, 0.0, 0.0, leaderMoves, List.of());
    LoadFinding load =
        new LoadFinding(
            5, 5, p50, p99, p99, 0, 0, COUNTS, saturated, false, false, 0, COUNTS, conditions);
    return new CellFinding(cell.name(), fork, load, null, null, null);
  }

  private static Percentile percentile(double quantile, double ms) {
    return new Percentile(quantile, (long) (ms * 1e6), false, true, 5_000);
  }

  private static Claim claim(String id, Plan plan, List<CellFinding> cells) {
    Findings findings = new Findings(cells, List.of(), List.of(), true);
    return Claims.of(plan, findings).claims().stream()
        .filter(some -> some.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static double predicted(Plan plan, Cell cell) {
    return plan.predictions().stream()
        .filter(some -> some.cell().equals(cell.name()) && some.metric().equals("p99"))
        .findFirst()
        .orElseThrow()
        .value();
  }

  @ParameterizedTest
  @CsvSource({
    "1.00, 1.00, 3, CONFIRMED",
    "1.14, 0.87, 3, CONFIRMED",
    "1.20, 1.00, 3, REFUTED",
    "1.00, 0.80, 3, REFUTED",
    "1.00, 1.00, 2, INCONCLUSIVE"
  })
  void shouldJudgeBothTailsByTheirPredictions(
      double ofSet, double ofMajority, int repetitions, Status expected) {
    Cell isr = cell("isr", 3);
    Cell raft = cell("raft", 3);
    Plan plan = plan(5, LOGNORMAL, isr, raft);
    List<CellFinding> cells = new ArrayList<>();
    for (int fork = 0; fork < repetitions; fork++) {
      cells.add(finding(isr, fork, 30, ofSet * predicted(plan, isr)));
      cells.add(finding(raft, fork, 20, ofMajority * predicted(plan, raft)));
    }

    assertThat(predicted(plan, isr)).isGreaterThan(1.5 * predicted(plan, raft));
    assertThat(claim("C16", plan, cells).status()).isEqualTo(expected);
  }

  /** The 99.5th percentile of the sum of two delays, and its 90th: by drawing them. */
  @Test
  void shouldExpectWhatOneFollowerTakesAndNotAFetchThatWasLate() {
    Cell isr = cell("isr", 3);
    Cell raft = cell("raft", 3);
    Plan plan = plan(8, LOGNORMAL, isr, raft);
    Random random = new Random(20261203);
    double[] trips =
        IntStream.range(0, 400_000)
            .mapToDouble(
                i ->
                    10 * Math.exp(0.6 * random.nextGaussian())
                        + 10 * Math.exp(0.6 * random.nextGaussian()))
            .sorted()
            .toArray();

    // then the slower of two is within its p99 when both are within their 99.5th percentile; the
    // quicker when one is within its 90th
    double nodesMs = 0.2; // A round trip of client and leader, and one between nodes.
    assertThat(predicted(plan, isr)).isCloseTo(trips[398_000] + nodesMs, withinPercentage(2));
    assertThat(predicted(plan, raft)).isCloseTo(trips[360_000] + nodesMs, withinPercentage(2));
  }

  @Test
  void shouldDecideNothingWhereRepetitionsSayDifferentThings() {
    Cell isr = cell("isr", 3);
    Cell raft = cell("raft", 3);
    Plan plan = plan(5, LOGNORMAL, isr, raft);
    List<CellFinding> cells = new ArrayList<>();
    for (int fork = 0; fork < 3; fork++) {
      cells.add(finding(isr, fork, 30, predicted(plan, isr)));
      cells.add(finding(raft, fork, 20, (fork == 0 ? 1.2 : 1.0) * predicted(plan, raft)));
    }

    assertThat(claim("C16", plan, cells).status()).isEqualTo(Status.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"saturated", "among failures", "leader moved"})
  void shouldNotDecideByTheRepetitionsThatWentWell(String trouble) {
    Cell isr = cell("isr", 3);
    Cell raft = cell("raft", 3);
    Plan plan = plan(5, LOGNORMAL, isr, raft);
    List<CellFinding> cells = new ArrayList<>();
    for (int fork = 0; fork < 4; fork++) {
      Percentile p99 = percentile(0.99, predicted(plan, isr));
      boolean isLast = fork == 3;
      if (isLast && trouble.equals("among failures")) {
        p99 = new Percentile(0.99, 2_000_000_000L, true, true, 5_000);
      }
      cells.add(
          finding(
              isr,
              fork,
              percentile(0.5, 30),
              p99,
              isLast && trouble.equals("saturated"),
              isLast && trouble.equals("leader moved") ? 1L : 0L));
      cells.add(finding(raft, fork, 20, predicted(plan, raft)));
    }

    assertThat(claim("C16", plan, cells))
        .satisfies(claim -> assertThat(claim.status()).isEqualTo(Status.INCONCLUSIVE))
        .satisfies(
            claim -> assertThat(claim.toString()).contains("isr-n3-none-1024, repetition 4: "));
  }

  @Test
  void shouldSayThatAppendsWereTooFewAndThatFsyncsAreNotOfTheClaim() {
    Cell isr = cell("isr", 3);
    Cell raft = cell("raft", 3);
    Cell flushed = new Cell("raft", 3, Flush.GROUP, 1_024, Topology.PROCESSES, Map.of(), false);
    Percentile few = new Percentile(0.99, 1, false, false, 960);
    List<CellFinding> cells =
        List.of(
            finding(isr, 0, percentile(0.5, 1), few, false, 0L),
            finding(raft, 0, percentile(0.5, 1), few, false, 0L),
            finding(flushed, 0, 1, 1));

    assertThat(claim("C16", plan(5, LOGNORMAL, isr, raft), cells).toString())
        .contains("960 appends do not carry the percentile");
    assertThat(claim("C16", plan(5, LOGNORMAL, isr, flushed), cells).toString())
        .contains("flush none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "5; uniform(1ms, 2ms)",
        "11; lognormal(10ms, 0.6)",
        "8.4; lognormal(10ms, 0.6)",
        "5; lognormal(10ms, 1.3)"
      })
  void shouldNotJudgeTailsOfOtherDelaysOrWithQueues(double rate, String delay) {
    Cell isr = cell("isr", 3);
    Cell raft = cell("raft", 3);

    assertThat(
            claim(
                    "C16",
                    plan(rate, delay, isr, raft),
                    List.of(finding(isr, 0, 1, 1), finding(raft, 0, 1, 1)))
                .status())
        .isEqualTo(Status.NOT_RUN);
  }

  @Test
  void shouldNotJudgeLatenciesOverLinksAsTheyAre() {
    Cell three = cell("raft", 3);
    Cell four = cell("raft", 4);

    assertThat(
            claim(
                    "C18",
                    plan(5, null, three, four),
                    List.of(finding(three, 0, 1, 1), finding(four, 0, 2, 2)))
                .status())
        .isEqualTo(Status.NOT_RUN);
  }

  @ParameterizedTest
  @CsvSource({
    "20, 21, 25, CONFIRMED",
    "20, 24, 23, INCONCLUSIVE",
    "20, 24, 21, INCONCLUSIVE",
    "20, 24, 19, REFUTED",
  })
  void shouldJudgeFourReplicasByTheirMedian(
      double threeLow, double threeHigh, double fourMs, Status expected) {
    Cell three = cell("raft", 3);
    Cell four = cell("raft", 4);
    List<CellFinding> cells = new ArrayList<>();
    for (int fork = 0; fork < 3; fork++) {
      cells.add(finding(three, fork, fork == 0 ? threeLow : threeHigh, 50));
      cells.add(finding(four, fork, fourMs, 50));
    }

    assertThat(claim("C18", plan(5, LOGNORMAL, three, four), cells).status()).isEqualTo(expected);
  }
}
