package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rvi.api.Flush;
import io.rvi.bench.experiment.RateTable.Row;
import io.rvi.bench.experiment.RateTable.Sustained;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.Operation;
import io.rvi.bench.load.Outcome;
import io.rvi.bench.load.OutcomeCounts;
import io.rvi.bench.load.Percentile;
import io.rvi.bench.load.ScriptedLog;
import io.rvi.bench.load.VirtualClock;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Logs that bear so much and no more are offered one rate after the other, in virtual time: what is
 * said of the highest rate is the truth, and between which rates it was looked for.
 */
final class RateTest {
  private static final long ONE_MS_NS = 1_000_000;
  private static final Cell CELL =
      new Cell("isr", 3, Flush.NONE, 64, Topology.PROCESSES, Map.of(), false);
  private static final Shape SHAPE =
      new Shape(200, Duration.ofSeconds(2), Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5), 0);
  private static final OutcomeCounts NONE = new OutcomeCounts(Map.of());

  private final VirtualClock clock = new VirtualClock();

  private static RatePlan plan(int clusters, int steps, Integer... ladder) {
    return new RatePlan(
        List.of(CELL),
        List.of(ladder),
        Duration.ofSeconds(3),
        Duration.ofSeconds(2),
        Duration.ofMillis(50),
        steps,
        clusters);
  }

  private static Plan run(RatePlan rate) {
    return Plan.ofAll("test", 1, 1, SHAPE, List.of(), new Plan.Trials(null, null, null, rate));
  }

  private static RateTable table(RatePlan plan, RateFinding... found) {
    Findings findings =
        new Findings(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(found), true);
    return RateTable.of(run(plan), findings);
  }

  /** What a log shows, one of its own for each rate. */
  private RateFinding climb(RatePlan plan, IntFunction<Operation> log) throws Exception {
    RateClimb climb = new RateClimb(plan.ladder(), plan.steps());
    List<RateFinding.Rung> rungs = new ArrayList<>();
    for (OptionalInt next = climb.next(); next.isPresent(); next = climb.next()) {
      int rate = next.getAsInt();
      OpenLoopPlan open =
          new OpenLoopPlan(
              new Arrivals.Constant(rate),
              plan.uncounted(),
              plan.counted(),
              5 * rate,
              Duration.ofSeconds(10));
      LoadResult load = new OpenLoop(open, log.apply(rate), clock).run();
      LoadFinding finding = LoadFinding.of(load, 0, NONE, null);
      rungs.add(new RateFinding.Rung(rate, climb.isStep(rate), finding));
      climb.took(rate, RungVerdict.of(finding, plan));
    }
    return new RateFinding(CELL.name(), 0, rungs, null);
  }

  private IntFunction<Operation> bearing(double perSecond) {
    return rate -> ScriptedLog.queue(clock, Math.round(1e9 / perSecond));
  }

  private static List<Integer> offered(RateFinding found) {
    return found.rungs().stream().map(RateFinding.Rung::rate).toList();
  }

  private static Row row(RateTable table, int rate) {
    return table.rows().stream().filter(row -> row.rate() == rate).findFirst().orElseThrow();
  }

  @Test
  void shouldBracketALogThatBearsFiveThousandASecond() throws Exception {
    RatePlan plan = plan(1, 2, 1_000, 2_000, 5_000, 10_000, 20_000);

    RateFinding found = climb(plan, bearing(5_000));

    assertThat(offered(found)).containsExactly(1_000, 2_000, 5_000, 10_000, 7_071, 5_946);
    RateTable table = table(plan, found);
    Sustained sustained = table.sustained().get(0);
    assertThat(sustained.rate()).isEqualTo(Figure.of(5_000, "records/s", 1));
    assertThat(sustained.next()).isEqualTo(Figure.of(5_946, "records/s", 1));
    assertThat(row(table, 5_000).p99().value()).isEqualTo(0.2);
    assertThat(row(table, 10_000).missed()).isEqualTo(1);
    assertThat(row(table, 10_000).p50().remark()).contains("the rate was missed");
    assertThat(row(table, 10_000).achieved().value()).isBetween(4_990.0, 5_010.0);
    assertThat(row(table, 20_000).remark()).isEqualTo("not tried: 10000/s was missed");
    assertThat(row(table, 20_000).p50().remark()).isEqualTo("not tried: 10000/s was missed");
  }

  @Test
  void shouldComeNearerByStepsThatHold() throws Exception {
    RatePlan plan = plan(1, 2, 1_000, 2_000, 5_000, 10_000);

    RateFinding found = climb(plan, bearing(6_500));

    assertThat(offered(found)).containsExactly(1_000, 2_000, 5_000, 10_000, 7_071, 5_946);
    assertThat(found.rungs().stream().filter(RateFinding.Rung::step)).hasSize(2);
    Sustained sustained = table(plan, found).sustained().get(0);
    assertThat(sustained.rate().value()).isEqualTo(5_946);
    assertThat(sustained.next().value()).isEqualTo(7_071);
  }

  @Test
  void shouldLetTheBoundOnP99BiteBeforeTheRateIsMissed() throws Exception {
    // given a log that keeps every rate, and from 2,000 a second on is late with one in fifty
    RatePlan plan = plan(1, 2, 500, 1_000, 2_000, 5_000);
    long[] count = {0};
    IntFunction<Operation> log =
        rate ->
            new ScriptedLog(
                clock,
                sentNs -> {
                  boolean late = rate >= 2_000 && ++count[0] % 50 == 0;
                  return sentNs + (late ? 80 : 1) * ONE_MS_NS;
                });

    RateFinding found = climb(plan, log);

    // then the climb goes on, as no rate was missed, and the steps are below the first late one
    assertThat(offered(found)).containsExactly(500, 1_000, 2_000, 5_000, 1_414, 1_682);
    RateTable table = table(plan, found);
    assertThat(table.sustained().get(0).rate().value()).isEqualTo(1_682);
    assertThat(table.sustained().get(0).next().value()).isEqualTo(2_000);
    assertThat(row(table, 2_000).p99().value()).isEqualTo(80);
    assertThat(row(table, 2_000).held()).isZero();
    assertThat(row(table, 2_000).missed()).isZero();
  }

  @Test
  void shouldEndWithTheFirstRateWhereThatIsMissed() throws Exception {
    RatePlan plan = plan(1, 2, 500, 2_000);

    RateFinding found = climb(plan, bearing(200));

    assertThat(offered(found)).containsExactly(500);
    Sustained sustained = table(plan, found).sustained().get(0);
    assertThat(sustained.rate().value()).isNull();
    assertThat(sustained.rate().remark()).contains("no rate that was offered held");
    assertThat(sustained.next().value()).isEqualTo(500);
  }

  @Test
  void shouldSayAtLeastWhereEveryRateHeld() throws Exception {
    RatePlan plan = plan(1, 2, 500, 2_000);

    RateFinding found = climb(plan, rate -> ScriptedLog.constant(clock, ONE_MS_NS));

    assertThat(offered(found)).containsExactly(500, 2_000);
    Sustained sustained = table(plan, found).sustained().get(0);
    assertThat(sustained.rate()).isEqualTo(Figure.atLeast(2_000, "records/s", 1));
    assertThat(sustained.next().remark()).isEqualTo("no higher rate was offered");
  }

  @Test
  void shouldCountAFailedAppendAsLateHoweverFastItFails() throws Exception {
    RatePlan plan = plan(1, 0, 2_000);

    RateFinding found = climb(plan, rate -> ScriptedLog.constant(clock, ONE_MS_NS).failingEach(50));

    RateTable table = table(plan, found);
    assertThat(row(table, 2_000).p99()).isEqualTo(Figure.atLeast(10_000, "ms", 1));
    assertThat(row(table, 2_000).failures()).isEqualTo(80);
    assertThat(row(table, 2_000).outcomes()).containsEntry(Outcome.NOT_COMMITTED, 80L);
    assertThat(table.sustained().get(0).rate().value()).isNull();
  }

  @Test
  void shouldNotCallARateSustainedWhoseAppendsDoNotCarryItsP99() throws Exception {
    RatePlan plan = plan(1, 0, 500, 20_000);

    RateFinding found = climb(plan, bearing(1_000));

    Sustained sustained = table(plan, found).sustained().get(0);
    assertThat(sustained.rate().value()).isNull();
    assertThat(sustained.rate().remark())
        .isEqualTo("500/s held, but a p99 of so few appends decides nothing");
  }

  private static RateFinding.Rung rung(int rate, RungVerdict verdict) {
    long p99Ns = verdict == RungVerdict.HELD ? 10 * ONE_MS_NS : 90 * ONE_MS_NS;
    LoadFinding load =
        new LoadFinding(
            rate,
            rate,
            new Percentile(0.5, ONE_MS_NS, false, true, 9_000),
            new Percentile(0.99, p99Ns, false, true, 9_000),
            new Percentile(0.999, p99Ns, false, false, 9_000),
            ONE_MS_NS,
            1_000,
            NONE,
            verdict == RungVerdict.MISSED,
            false,
            false,
            0,
            NONE,
            null);
    return new RateFinding.Rung(rate, false, load);
  }

  private static RateFinding repetition(
      int fork, @Nullable String failure, RateFinding.Rung... rungs) {
    return new RateFinding(CELL.name(), fork, List.of(rungs), failure);
  }

  @Test
  void shouldAskEveryRepetitionForARateOrAHigherOne() {
    RatePlan plan = plan(2, 2, 2_000, 5_000, 10_000);
    RateFinding low =
        repetition(
            0,
            null,
            rung(2_000, RungVerdict.HELD),
            rung(5_000, RungVerdict.HELD),
            rung(10_000, RungVerdict.MISSED),
            rung(7_071, RungVerdict.MISSED),
            rung(5_946, RungVerdict.HELD));
    RateFinding high =
        repetition(
            1,
            null,
            rung(2_000, RungVerdict.HELD),
            rung(5_000, RungVerdict.HELD),
            rung(10_000, RungVerdict.MISSED),
            rung(7_071, RungVerdict.HELD),
            rung(8_409, RungVerdict.HELD));

    RateTable table = table(plan, low, high);

    Sustained sustained = table.sustained().get(0);
    assertThat(sustained.rate()).isEqualTo(Figure.of(5_946, "records/s", 2));
    assertThat(sustained.next()).isEqualTo(Figure.of(7_071, "records/s", 2));
    assertThat(row(table, 8_409).remark()).isEqualTo("a step in 1 of 2 repetitions");
    assertThat(row(table, 7_071).held()).isEqualTo(1);
    assertThat(row(table, 7_071).p99().value()).isNull();
  }

  @Test
  void shouldNotTakeAHigherRateForOneThatDidNotHold() {
    RatePlan plan = plan(2, 0, 2_000, 5_000);
    RateFinding chance =
        repetition(0, null, rung(2_000, RungVerdict.ABOVE_BOUND), rung(5_000, RungVerdict.HELD));
    RateFinding other =
        repetition(1, null, rung(2_000, RungVerdict.HELD), rung(5_000, RungVerdict.MISSED));

    assertThat(table(plan, chance).sustained().get(0).rate().value()).isEqualTo(5_000);
    Sustained sustained = table(plan, chance, other).sustained().get(0);
    assertThat(sustained.rate().value()).isNull();
    assertThat(sustained.next().value()).isEqualTo(2_000);
  }

  @Test
  void shouldLeaveOutAClimbThatFailedAndSaySo() {
    RatePlan plan = plan(2, 0, 2_000, 5_000);
    RateFinding good =
        repetition(0, null, rung(2_000, RungVerdict.HELD), rung(5_000, RungVerdict.HELD));
    RateFinding failed = repetition(1, "a node died", rung(2_000, RungVerdict.HELD));

    RateTable table = table(plan, good, failed);

    assertThat(table.sustained().get(0).rate())
        .isEqualTo(Figure.atLeast(5_000, "records/s", 1).withRemark("1 more repetition(s) failed"));
    assertThat(row(table, 5_000).remark()).isEqualTo("not tried in 1 of 2: the repetition failed");
    assertThat(table(plan, failed).sustained().get(0).rate().remark())
        .isEqualTo("no repetition came to its end");
  }

  @Test
  void shouldNotTakeAFailureWithoutAMessageForNone() throws Exception {
    assertThat(
            StepWork.failure(
                () -> {
                  throw new ClosedChannelException();
                }))
        .contains("ClosedChannelException");
    assertThat(StepWork.failure(() -> {})).isNull();
  }

  @Test
  void shouldSayThatARateHeldAndLeaveWhetherItWasSustainedToAllRepetitions() {
    RatePlan plan = plan(1, 0, 2_000, 5_000);

    assertThat(
            Summaries.of(
                repetition(0, null, rung(2_000, RungVerdict.HELD), rung(5_000, RungVerdict.MISSED)),
                plan))
        .startsWith("2 rates up to 5000/s; 2000/s held a p99 of at most 50");
    assertThat(Summaries.of(repetition(0, "a node died"), plan))
        .startsWith("0 rates up to 0/s; none held")
        .endsWith("; FAILED: a node died");
  }

  @Test
  void shouldPlanAClimbForEachClusterOfEachCell() {
    Cell other = new Cell("raft", 3, Flush.NONE, 64, Topology.PROCESSES, Map.of(), false);
    RatePlan rate =
        new RatePlan(
            List.of(CELL, other),
            List.of(100, 1_000),
            Duration.ofSeconds(9),
            Duration.ofSeconds(2),
            Duration.ofMillis(50),
            2,
            3);

    List<Step> steps = run(rate).steps();

    assertThat(steps).hasSize(6).isEqualTo(run(rate).steps());
    assertThat(steps).extracting(Step::fork).containsExactly(0, 0, 1, 1, 2, 2);
    assertThat(steps)
        .extracting(Step::name)
        .contains("rate-isr-n3-none-64", "rate-raft-n3-none-64");
    assertThat(rate.uncounted()).isEqualTo(Duration.ofSeconds(3));
    assertThat(rate.carries(100)).isFalse();
    assertThat(rate.carries(1_000)).isTrue();
    assertThat(PlannedTime.of(run(rate)))
        .as("6 clusters, each 2 s of warm-up and 4 loads of 9 s and what lies between")
        .isBetween(Duration.ofSeconds(230), Duration.ofSeconds(290));
    assertThatIllegalArgumentException().isThrownBy(() -> plan(1, 0, 200, 100));
  }
}
