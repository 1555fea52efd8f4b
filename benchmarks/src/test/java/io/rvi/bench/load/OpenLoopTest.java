package io.rvi.bench.load;

import static io.rvi.bench.load.ScriptedLog.ONE_MS_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenLoopTest {
  private static final long ONE_S_NS = 1_000 * ONE_MS_NS;

  private final VirtualClock clock = new VirtualClock();

  private LoadResult run(double ratePerSecond, int seconds, int inFlightMax, Operation operation)
      throws InterruptedException {
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(ratePerSecond),
            Duration.ofSeconds(1),
            Duration.ofSeconds(seconds),
            inFlightMax,
            Duration.ofSeconds(10));
    return new OpenLoop(plan, operation, clock).run();
  }

  @Test
  void shouldReportTheResponseOfALogThatIsAlwaysTheSame() throws Exception {
    // when
    LoadResult result = run(1_000, 10, 10_000, ScriptedLog.constant(clock, 2 * ONE_MS_NS));

    // then
    assertThat(result.intended()).isEqualTo(10_000);
    assertThat(result.counts().of(Outcome.COMMITTED)).isEqualTo(10_000);
    assertThat(result.percentile(0.5).valueNs()).isEqualTo(2 * ONE_MS_NS);
    assertThat(result.percentile(0.99).valueNs()).isEqualTo(2 * ONE_MS_NS);
    assertThat(result.service(Outcome.COMMITTED).getMaxValue())
        .isBetween(2 * ONE_MS_NS, 2_002_000L);
    assertThat(result.latenessNs(0.9999)).isZero();
    assertThat(result.achievedPerSecond()).isEqualTo(1_000);
    assertThat(result.saturated()).isFalse();
  }

  @Test
  void shouldShowAStallInEachOperationThatWasDueInIt() throws Exception {
    // given a log that answers in 1 ms but stands still for one second of ten
    long stallFromNs = clock.nowNs() + 5 * ONE_S_NS;
    ScriptedLog log =
        new ScriptedLog(
            clock,
            sentNs ->
                Math.max(sentNs, inside(sentNs, stallFromNs) ? stallFromNs + ONE_S_NS : sentNs)
                    + ONE_MS_NS);

    // when
    LoadResult result = run(1_000, 10, 10_000, log);

    // then a tenth of the operations waited, evenly between nothing and the whole second
    assertThat(result.percentile(0.5).valueNs()).isEqualTo(ONE_MS_NS);
    assertThat(result.percentile(0.9).valueNs()).isCloseTo(ONE_MS_NS, within(ONE_MS_NS));
    assertThat(result.percentile(0.95).valueNs() / 1e9).isCloseTo(0.5, within(0.005));
    assertThat(result.percentile(0.99).valueNs() / 1e9).isCloseTo(0.9, within(0.005));
    assertThat(result.response(Outcome.COMMITTED).getMaxValue() / 1e9)
        .isCloseTo(1.001, within(0.002));
    assertThat(result.response(Outcome.COMMITTED).getTotalCount()).isEqualTo(10_000);
  }

  private static boolean inside(long timeNs, long stallFromNs) {
    return timeNs >= stallFromNs && timeNs < stallFromNs + ONE_S_NS;
  }

  @Test
  void shouldCountFailedOperationsAsInfiniteAndNotAsFast() throws Exception {
    // given a log that fails every tenth operation at once
    ScriptedLog log = ScriptedLog.constant(clock, 2 * ONE_MS_NS).failingEach(10);

    // when
    LoadResult result = run(1_000, 10, 10_000, log);

    // then
    assertThat(result.counts().of(Outcome.NOT_COMMITTED)).isEqualTo(1_000);
    assertThat(result.counts().total()).isEqualTo(10_000);
    assertThat(result.percentile(0.5).valueNs()).isEqualTo(2 * ONE_MS_NS);
    assertThat(result.percentile(0.9).atLeast()).isFalse();
    assertThat(result.percentile(0.99).atLeast()).isTrue();
    assertThat(result.percentile(0.99).text()).isEqualTo(">= 10000.000 ms");
    assertThat(result.response(Outcome.COMMITTED).getTotalCount()).isEqualTo(9_000);
    assertThat(result.achievedPerSecond()).isCloseTo(900, within(1.0));
  }

  @Test
  void shouldCallALogThatMissesTheRateSaturated() throws Exception {
    // given a log that can do 5,000 a second
    LoadResult result = run(8_000, 5, 100_000, ScriptedLog.queue(clock, ONE_S_NS / 5_000));

    // then
    assertThat(result.saturated()).isTrue();
    assertThat(result.achievedPerSecond()).isCloseTo(5_000, within(5.0));
  }

  @Test
  void shouldCountWhatTheBoundKeptFromBeingSent() throws Exception {
    // given a log that never answers
    LoadResult result = run(100, 2, 10, new ScriptedLog(clock, sentNs -> ScriptedLog.NEVER));

    // then the ten under way were sent in the warm-up, and none after them
    assertThat(result.counts().of(Outcome.OVERFLOWED)).isEqualTo(200);
    assertThat(result.counts().of(Outcome.COMMITTED)).isZero();
    assertThat(result.percentile(0.5).atLeast()).isTrue();
    assertThat(result.saturated()).isTrue();
  }

  @Test
  void shouldCountOperationsThatNeverEndAsTimedOut() throws Exception {
    LoadResult result = run(100, 2, 1_000, new ScriptedLog(clock, sentNs -> ScriptedLog.NEVER));

    assertThat(result.counts().of(Outcome.TIMED_OUT)).isEqualTo(200);
    assertThat(result.counts().total()).isEqualTo(200);
  }

  @Test
  void shouldTimeFromTheIntendedStartWhenTheSenderIsHeldUp() throws Exception {
    // given an operation that keeps the sender busy for 5 ms where 1 ms is its turn
    LoadResult result =
        run(
            1_000,
            1,
            10,
            index -> {
              clock.busyFor(5 * ONE_MS_NS);
              return CompletableFuture.completedFuture(index);
            });

    // then each one is later than the one before, and says so
    assertThat(result.latenessNs(0.9999)).isGreaterThan(7 * ONE_S_NS);
    assertThat(result.percentile(0.5).valueNs()).isGreaterThan(4 * ONE_S_NS);
    assertThat(result.service(Outcome.COMMITTED).getMaxValue()).isLessThan(6 * ONE_MS_NS);
    assertThat(result.senderLate()).isTrue();
    assertThat(result.sender().cores().orElseThrow()).isCloseTo(1, within(1e-9));
  }

  @Test
  void shouldSayWhatSendingTookOfACore() throws Exception {
    // given an operation whose start takes 50 us, once a millisecond; the warm-up's is ten times
    // that
    LoadResult result =
        run(
            1_000,
            2,
            10,
            index -> {
              clock.busyFor(index < 1_000 ? ONE_MS_NS / 2 : ONE_MS_NS / 20);
              return CompletableFuture.completedFuture(index);
            });

    // then only the measured part counts
    assertThat(result.sender().cores().orElseThrow()).isCloseTo(0.05, within(1e-4));
    assertThat(result.sender().realTime()).isFalse();
  }

  /** The sender is held up by 300 us before every fiftieth operation. */
  @ParameterizedTest
  @CsvSource({"2000000, true", "4000000, false"})
  void shouldHoldTheSendersLatenessAtP99AgainstTheMedianResponse(long responseNs, boolean late)
      throws Exception {
    ScriptedLog log = ScriptedLog.constant(clock, responseNs);

    LoadResult result =
        run(
            1_000,
            2,
            100,
            index -> {
              CompletableFuture<?> future = log.start(index);
              clock.busyFor(index % 50 == 49 ? 13 * ONE_MS_NS / 10 : 0);
              return future;
            });

    // then 2 % of the operations are 300 us late, and the median response is the log's
    assertThat(result.latenessNs(0.5)).isZero();
    assertThat(result.latenessNs(0.99)).isEqualTo(300_000);
    assertThat(result.percentile(0.5).valueNs()).isEqualTo(responseNs);
    assertThat(result.senderLate()).isEqualTo(late);
  }

  @Test
  void shouldCallALoadSteadyWhoseResponseStays() throws Exception {
    LoadResult result = run(100, 3, 10, ScriptedLog.constant(clock, 2 * ONE_MS_NS));

    assertThat(result.steady()).isTrue();
  }

  @Test
  void shouldNotCallALoadSteadyWhoseResponseIsStillFalling() throws Exception {
    // given a log that answers ever faster, as a JVM that is still compiling does
    long[] delayNs = {8 * ONE_MS_NS};
    LoadResult result =
        run(
            100,
            3,
            10,
            new ScriptedLog(
                clock,
                sentNs -> {
                  delayNs[0] = delayNs[0] * 998 / 1_000;
                  return sentNs + delayNs[0];
                }));

    assertThat(result.steady()).isFalse();
  }

  @Test
  void shouldNotCallALoadSteadyWhereMostOperationsOfAPartFail() throws Exception {
    LoadResult result = run(100, 3, 10, ScriptedLog.constant(clock, 2 * ONE_MS_NS).failingEach(1));

    assertThat(result.steady()).isFalse();
  }

  @Test
  void shouldKeepTrackOfAnOperationThatThrows() throws Exception {
    LoadResult result =
        run(
            100,
            1,
            10,
            index -> {
              throw new IllegalStateException("scripted");
            });

    assertThat(result.counts().of(Outcome.BROKEN)).isEqualTo(100);
    assertThat(result.counts().of(Outcome.OVERFLOWED)).isZero();
  }

  @Test
  void shouldTellWhetherAnythingSentSinceATimeWasCommitted() throws Exception {
    // given a log that never answers what is sent after 1.5 s
    long deadFromNs = clock.nowNs() + 3 * ONE_S_NS / 2;
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(100),
            Duration.ZERO,
            Duration.ofSeconds(3),
            1_000,
            Duration.ofSeconds(1));
    OpenLoop loop =
        new OpenLoop(
            plan,
            new ScriptedLog(
                clock, sentNs -> sentNs < deadFromNs ? sentNs + ONE_MS_NS : ScriptedLog.NEVER),
            clock);

    // when
    loop.run();

    // then
    assertThat(loop.committedSince(ONE_S_NS)).isTrue();
    assertThat(loop.committedSince(3 * ONE_S_NS / 2)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e12})
  void shouldRefuseARateThatIsNone(double rate) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Arrivals.Constant(rate))
        .withMessageContaining("a rate is above 0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Arrivals.Poisson(rate, 1));
  }

  @Test
  void shouldRefuseALoadThatWouldNotFitInMemory() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new OpenLoopPlan(
                    new Arrivals.Constant(100_000),
                    Duration.ZERO,
                    Duration.ofHours(1),
                    10,
                    Duration.ofSeconds(1)))
        .withMessageContaining("lower the rate or the duration");
  }

  @Test
  void shouldDrawTheSamePoissonArrivalsFromTheSameSeed() {
    // given
    Arrivals.Schedule one = new Arrivals.Poisson(1_000, 7).schedule();
    Arrivals.Schedule two = new Arrivals.Poisson(1_000, 7).schedule();
    int count = 100_000;

    // when
    long last = 0;
    for (int i = 0; i < count; i++) {
      long next = one.nextNs();
      assertThat(two.nextNs()).isEqualTo(next);
      assertThat(next).isGreaterThanOrEqualTo(last);
      last = next;
    }

    // then their mean rate is the one asked for: 100,000 arrivals stray by 0.3 % (one sigma)
    assertThat(count / (last / 1e9)).isCloseTo(1_000, within(15.0));
  }

  @Test
  void shouldNotShowAPercentileThatTheOperationsDoNotCarry() throws Exception {
    LoadResult result = run(100, 2, 1_000, ScriptedLog.constant(clock, ONE_MS_NS));

    assertThat(result.percentile(0.5).carried()).isTrue();
    assertThat(result.percentile(0.99).carried()).isFalse();
    assertThat(result.percentile(0.99).text()).isEqualTo("n/a");
  }
}
