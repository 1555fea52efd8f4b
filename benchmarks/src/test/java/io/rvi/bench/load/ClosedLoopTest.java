package io.rvi.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final Duration SHORT = Duration.ofMillis(200);

  private static ClosedLoopPlan plan(int inFlight) {
    return new ClosedLoopPlan(inFlight, Duration.ZERO, SHORT, Duration.ofMillis(50));
  }

  @Test
  void shouldCountAnOperationOnceItsAckIsThereAndKeepInFlightBounded() throws Exception {
    // given operations that take 5 ms, so that submitting alone would be far faster
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger mostUnderWay = new AtomicInteger();
    AtomicInteger started = new AtomicInteger();
    Operation operation =
        index -> {
          started.incrementAndGet();
          mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
          return CompletableFuture.runAsync(
              underWay::decrementAndGet,
              CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS));
        };

    // when
    ClosedLoop.Result result = new ClosedLoop(plan(4), operation).run();

    // then: at most 4 in 5 ms, and nothing is measured below the 5 ms
    assertThat(mostUnderWay.get()).isLessThanOrEqualTo(4);
    assertThat(result.counts().of(Outcome.COMMITTED)).isPositive().isLessThanOrEqualTo(4 * 40);
    assertThat(result.counts().of(Outcome.COMMITTED)).isLessThanOrEqualTo(started.get());
    assertThat(result.service().getMinNonZeroValue()).isGreaterThan(4_900_000);
    assertThat(result.counts().failures()).isZero();
  }

  @Test
  void shouldNotCountFailuresAsThroughput() throws Exception {
    Operation failing =
        index -> CompletableFuture.failedFuture(new IllegalStateException("outside the contract"));

    ClosedLoop.Result result = new ClosedLoop(plan(1), failing).run();

    assertThat(result.committedPerSecond()).isZero();
    assertThat(result.counts().of(Outcome.BROKEN)).isPositive();
    assertThat(result.service().getTotalCount()).isZero();
  }

  @Test
  void shouldCountOperationsThatNeverEnd() throws Exception {
    ClosedLoop.Result result = new ClosedLoop(plan(3), index -> new CompletableFuture<>()).run();

    assertThat(result.counts().of(Outcome.TIMED_OUT)).isEqualTo(3);
  }
}
