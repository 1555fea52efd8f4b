package io.rvi.bench.load;

import static io.rvi.bench.load.ScriptedLog.ONE_MS_NS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutageTest {
  private static final long ONE_S_NS = 1_000 * ONE_MS_NS;

  private final VirtualClock clock = new VirtualClock();

  /** A log that answers in 1 ms, and answers nothing of a time at all. */
  private OperationLog silentBetween(long fromNs, long toNs) throws InterruptedException {
    long origin = clock.nowNs();
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(1_000),
            Duration.ZERO,
            Duration.ofSeconds(6),
            100_000,
            Duration.ofMillis(200));
    ScriptedLog log =
        new ScriptedLog(
            clock,
            sentNs ->
                sentNs >= origin + fromNs && sentNs < origin + toNs
                    ? ScriptedLog.NEVER
                    : sentNs + ONE_MS_NS);
    return new OpenLoop(plan, log, clock).run().operations();
  }

  @Test
  void shouldMeasureFromTheLastAckToTheFirstThoughEveryOperationFailedSooner() throws Exception {
    // given a deadline of 200 ms and an outage of 1.5 s
    OperationLog operations = silentBetween(2 * ONE_S_NS, 2 * ONE_S_NS + 1_500 * ONE_MS_NS);

    // when
    Outage outage = Outage.after(operations, 2 * ONE_S_NS, 6 * ONE_S_NS).orElseThrow();

    // then, to the spacing of the operations
    assertThat(outage.ended()).isTrue();
    assertThat(outage.lengthNs()).isBetween(1_499 * ONE_MS_NS, 1_502 * ONE_MS_NS);
  }

  @Test
  void shouldSayThatAnOutageOutlastedItsObservation() throws Exception {
    OperationLog operations = silentBetween(2 * ONE_S_NS, 10 * ONE_S_NS);

    Outage outage = Outage.after(operations, 2 * ONE_S_NS, 6 * ONE_S_NS).orElseThrow();

    assertThat(outage.ended()).isFalse();
    assertThat(outage.lengthNs()).isBetween(3_990 * ONE_MS_NS, 4_010 * ONE_MS_NS);
  }

  @Test
  void shouldSayNothingOfAnEventBeforeTheLoad() throws Exception {
    OperationLog operations = silentBetween(0, ONE_S_NS);

    assertThat(Outage.after(operations, ONE_S_NS / 2, 6 * ONE_S_NS)).isEqualTo(Optional.empty());
  }

  @Test
  void shouldShowTheUsualGapWhereTheEventDidNothing() throws Exception {
    OperationLog operations = silentBetween(5 * ONE_S_NS, 5 * ONE_S_NS);

    Outage outage = Outage.after(operations, 2 * ONE_S_NS, 4 * ONE_S_NS).orElseThrow();

    assertThat(outage.lengthNs()).isEqualTo(ONE_MS_NS);
  }
}
