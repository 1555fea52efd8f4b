package io.rvi.isr.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LagDetectorTest {
  private static final long LAG_MAX_MS = 100;

  @Test
  void shouldGiveAMemberGraceAtTheStartOfAnEpoch() {
    LagDetector lag = LagDetector.withGrace(1_000);

    assertThat(lag.lags(1_100, LAG_MAX_MS)).isFalse();
    assertThat(lag.lags(1_101, LAG_MAX_MS)).isTrue();
  }

  @Test
  void shouldTakeAnOutsiderForLaggingUntilItHasCaughtUp() {
    LagDetector lag = LagDetector.behind();
    lag.observe(5, 9, 1_000);
    assertThat(lag.lags(1_000, LAG_MAX_MS)).isTrue();

    lag.observe(9, 9, 1_010);
    assertThat(lag.lags(1_010, LAG_MAX_MS)).isFalse();
  }

  @Test
  void shouldNotBlameAFollowerThatTrailsABusyLeaderByOneRoundTrip() {
    LagDetector lag = LagDetector.withGrace(0);
    for (long now = 0; now <= 1_000; now += 10) {
      // It always has what the leader had at the fetch before, never all.
      lag.observe(now - 10, now, now);
    }

    assertThat(lag.lags(1_000, LAG_MAX_MS)).isFalse();
  }

  @Test
  void shouldBlameAFollowerThatFallsEverFurtherBehind() {
    LagDetector lag = LagDetector.withGrace(0);
    for (long now = 0; now <= 1_000; now += 10) {
      lag.observe(now / 2, now, now);
    }

    assertThat(lag.lags(1_000, LAG_MAX_MS)).isTrue();
  }

  @Test
  void shouldNotHoldTheLeadersOwnPauseAgainstTheFollower() {
    LagDetector lag = LagDetector.withGrace(0);

    lag.forgive(500);

    assertThat(lag.lags(550, LAG_MAX_MS)).isFalse();
    assertThat(lag.lags(601, LAG_MAX_MS)).isTrue();
  }
}
