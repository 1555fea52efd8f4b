package io.rvi.bench.load;

import static io.rvi.bench.load.ScriptedLog.ONE_MS_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rvi.bench.model.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Logs whose response is known, under both loops, in virtual time: what is reported is the truth.
 */
final class KnownResponseTest {
  private static final long ONE_S_NS = 1_000 * ONE_MS_NS;
  private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final VirtualClock clock = new VirtualClock();

  private LoadResult open(double ratePerSecond, int seconds, Operation operation)
      throws InterruptedException {
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(ratePerSecond),
            Duration.ZERO,
            Duration.ofSeconds(seconds),
            100_000,
            DEADLINE);
    return new OpenLoop(plan, operation, clock).run();
  }

  private Histogram closed(int seconds, Operation operation) throws InterruptedException {
    ClosedLoopPlan plan =
        new ClosedLoopPlan(1, Duration.ZERO, Duration.ofSeconds(seconds), DEADLINE);
    return new ClosedLoop(plan, operation, clock).run().service();
  }

  /** Answers in 1 ms, and stands still for so long at the end of each period. */
  private ScriptedLog stalling(long periodNs, long stallNs) {
    long startNs = clock.nowNs();
    return new ScriptedLog(
        clock,
        sentNs -> {
          long inPeriodNs = (sentNs - startNs) % periodNs;
          boolean stands = inPeriodNs >= periodNs - stallNs;
          return (stands ? sentNs - inPeriodNs + periodNs : sentNs) + ONE_MS_NS;
        });
  }

  private static double ms(LoadResult result, double quantile) {
    return result.percentile(quantile).valueNs() / 1e6;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.9, 0.99, 0.999})
  void shouldReportTheQuantilesOfALogNormalResponse(double quantile) throws Exception {
    // given each quantile of the distribution once, in an order drawn from a seed
    Delay truth = Delay.logNormal(2, 0.6);
    int count = 50_000;
    List<Long> responses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      responses.add(Math.round(truth.quantile((i + 0.5) / count) * ONE_MS_NS));
    }
    Collections.shuffle(responses, new Random(8));
    Iterator<Long> next = responses.iterator();

    // when
    LoadResult result = open(1_000, 50, new ScriptedLog(clock, sentNs -> sentNs + next.next()));

    // then
    double expected = truth.quantile(quantile);
    assertThat(ms(result, quantile)).isCloseTo(expected, ONE_PERCENT);
    assertThat(result.response(Outcome.COMMITTED).getValueAtPercentile(quantile * 100) / 1e6)
        .isCloseTo(expected, ONE_PERCENT);
    assertThat(result.steady()).isTrue();
    assertThat(result.saturated()).isFalse();
  }

  @Test
  void shouldShowAStallThatComesBackWhereAClosedLoopHidesIt() throws Exception {
    LoadResult open = open(1_000, 60, stalling(10 * ONE_S_NS, ONE_S_NS));
    Histogram closed = closed(60, stalling(10 * ONE_S_NS, ONE_S_NS));

    // then the open loop: a tenth of all operations wait, evenly up to a second
    assertThat(open.intended()).isEqualTo(60_000);
    assertThat(ms(open, 0.5)).isCloseTo(1, ONE_PERCENT);
    assertThat(ms(open, 0.9)).isCloseTo(1, within(1.0));
    assertThat(ms(open, 0.95)).isCloseTo(501, ONE_PERCENT);
    assertThat(ms(open, 0.99)).isCloseTo(901, ONE_PERCENT);
    assertThat(ms(open, 0.999)).isCloseTo(991, ONE_PERCENT);
    assertThat(open.response(Outcome.COMMITTED).getMaxValue() / 1e6).isCloseTo(1_001, ONE_PERCENT);
    assertThat(open.counts().of(Outcome.COMMITTED)).isEqualTo(60_000);

    // and the closed loop: as many slow operations as stalls that end while it runs
    assertThat(closed.getTotalCount()).isEqualTo(54_000);
    assertThat(closed.getValueAtPercentile(99) / 1e6).isCloseTo(1, ONE_PERCENT);
    assertThat(closed.getValueAtPercentile(99.9) / 1e6).isCloseTo(1, ONE_PERCENT);
    assertThat(closed.getCountBetweenValues(2 * ONE_MS_NS, Long.MAX_VALUE / 2)).isEqualTo(5);
    assertThat(closed.getMaxValue() / 1e6).isCloseTo(1_001, ONE_PERCENT);
  }

  /** The example of HdrHistogram: 100 s of 1 ms, then 100 s without an answer. */
  @Test
  void shouldHaveHalfOfTheOperationsWaitForHalfOfTheTime() throws Exception {
    LoadResult open = open(100, 200, stalling(200 * ONE_S_NS, 100 * ONE_S_NS));

    assertThat(ms(open, 0.5)).isCloseTo(1, ONE_PERCENT);
    assertThat(open.response(Outcome.COMMITTED).getPercentileAtOrBelowValue(2 * ONE_MS_NS))
        .isCloseTo(50, within(0.1));
    assertThat(
            open.response(Outcome.COMMITTED).getTotalCount() + open.counts().of(Outcome.TIMED_OUT))
        .isEqualTo(20_000);
  }

  @Test
  void shouldCountFailuresApartFromALogNormalResponse() throws Exception {
    Delay truth = Delay.logNormal(2, 0.6);
    Random random = new Random(3);
    ScriptedLog log =
        new ScriptedLog(
                clock, sentNs -> sentNs + Math.round(truth.quantile(random.nextDouble()) * 1e6))
            .failingEach(10);

    LoadResult result = open(1_000, 50, log);

    // then nine tenths answered: the median of all is their 5/9 quantile
    assertThat(result.counts().of(Outcome.NOT_COMMITTED)).isEqualTo(5_000);
    assertThat(result.response(Outcome.COMMITTED).getTotalCount()).isEqualTo(45_000);
    assertThat(ms(result, 0.5)).isCloseTo(truth.quantile(5.0 / 9), ONE_PERCENT);
    assertThat(result.percentile(0.99).atLeast()).isTrue();
  }
}
