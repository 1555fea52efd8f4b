package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.OperationLog;
import io.rvi.bench.load.ScriptedLog;
import io.rvi.bench.load.VirtualClock;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class OutageTimingTest {
  private static final long ONE_MS_NS = 1_000_000;
  private static final long EVENT_NS = 2_000 * ONE_MS_NS;
  private static final OutageFinding.Times TIMES =
      new OutageFinding.Times(
          EVENT_NS,
          EVENT_NS + 5 * ONE_MS_NS,
          EVENT_NS + 2_500 * ONE_MS_NS,
          EVENT_NS + 3_000 * ONE_MS_NS,
          null,
          null,
          null);

  private final VirtualClock clock = new VirtualClock();

  /** A log whose answer to an append comes when the script says, from the load's begin on. */
  private OperationLog answering(LongUnaryOperator script) throws InterruptedException {
    long origin = clock.nowNs();
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(1_000),
            Duration.ZERO,
            Duration.ofSeconds(6),
            100_000,
            Duration.ofSeconds(10));
    ScriptedLog log =
        new ScriptedLog(clock, sentNs -> origin + script.applyAsLong(sentNs - origin));
    return new OpenLoop(plan, log, clock).run().operations();
  }

  private static OutageFinding.Gap gap(OperationLog operations) {
    return Objects.requireNonNull(OutageTiming.of(operations, TIMES));
  }

  @Test
  void shouldMeasureTheGapAndTheTimeUntilTheBandIsMetAgain() throws Exception {
    // given answers within 1 ms; for 700 ms none; then 10 ms for half a second
    OperationLog operations =
        answering(
            sentNs ->
                sentNs < EVENT_NS
                    ? sentNs + ONE_MS_NS
                    : sentNs < EVENT_NS + 700 * ONE_MS_NS
                        ? EVENT_NS + 700 * ONE_MS_NS
                        : sentNs < EVENT_NS + 1_200 * ONE_MS_NS
                            ? sentNs + 10 * ONE_MS_NS
                            : sentNs + ONE_MS_NS);

    OutageFinding.Gap gap = gap(operations);

    assertThat(gap.ended()).isTrue();
    assertThat(gap.lengthNs()).isBetween(698 * ONE_MS_NS, 702 * ONE_MS_NS);
    assertThat(gap.bandNs()).isEqualTo(2 * ONE_MS_NS);
    assertThat(gap.backNs()).isBetween(1_199 * ONE_MS_NS, 1_202 * ONE_MS_NS);
  }

  @Test
  void shouldSayNothingOfTheBandWhereItWasNotMetBeforeTheEventWasUndone() throws Exception {
    OperationLog operations =
        answering(sentNs -> sentNs < EVENT_NS ? sentNs + ONE_MS_NS : sentNs + 10 * ONE_MS_NS);

    assertThat(gap(operations).backNs()).isNull();
  }

  @Test
  void shouldSayThatWritesDidNotResume() throws Exception {
    OperationLog operations =
        answering(
            sentNs ->
                sentNs < EVENT_NS
                    ? sentNs + ONE_MS_NS
                    : Math.max(sentNs, EVENT_NS + 2_600 * ONE_MS_NS));

    OutageFinding.Gap gap = gap(operations);

    assertThat(gap.ended()).isFalse();
    assertThat(gap.lengthNs()).isBetween(2_498 * ONE_MS_NS, 2_502 * ONE_MS_NS);
    assertThat(gap.backNs()).isNull();
    assertThat(gap.healGapNs()).isBetween(2_590 * ONE_MS_NS, 2_610 * ONE_MS_NS);
  }
}
