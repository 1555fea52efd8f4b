package io.rvi.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.stats.Comparison;
import io.rvi.bench.stats.Comparison.Verdict;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The whole way from operations to a verdict, in virtual time: forks that differ by chance, each an
 * open loop of its own, their p50, the bootstrap over forks and the band. A log's response is
 * lognormal with a sigma of 0.6; a fork as a whole is faster or slower by a further lognormal
 * factor, which is what operations within a fork do not show.
 */
final class SlowedBackendTest {
  private static final int FORKS = 10;
  private static final double MEDIAN_NS = 2e6;
  private static final double SIGMA = 0.6;
  private static final double SLOWED = 1.2;

  private final Random random = new Random(20261129);

  /** The p50 of each fork, in nanoseconds. */
  private double[] forks(double slowdown, double spread) {
    double[] p50 = new double[FORKS];
    Arrays.setAll(p50, fork -> p50Ns(slowdown * Math.exp(spread * random.nextGaussian())));
    return p50;
  }

  private double p50Ns(double factor) {
    VirtualClock clock = new VirtualClock();
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(1_000),
            Duration.ofMillis(50),
            Duration.ofSeconds(1),
            10_000,
            Duration.ofSeconds(1));
    ScriptedLog log =
        new ScriptedLog(
            clock,
            sentNs ->
                sentNs + (long) (factor * MEDIAN_NS * Math.exp(SIGMA * random.nextGaussian())));
    try {
      return new OpenLoop(plan, log, clock).run().percentile(0.5).valueNs();
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts virtual time", e);
    }
  }

  private int verdicts(int pairs, double slowdown, double spread, Verdict... wanted) {
    int count = 0;
    for (int pair = 0; pair < pairs; pair++) {
      double[] plain = forks(1, spread);
      double[] other = forks(slowdown, spread);
      Verdict verdict = Comparison.of(other, plain, Comparison.DEFAULT_BAND, pair).verdict();
      count += Arrays.asList(wanted).contains(verdict) ? 1 : 0;
    }
    return count;
  }

  @Test
  void shouldCallAtMostOneOfTwentyEqualPairsDifferent() {
    assertThat(verdicts(20, 1, 0.04, Verdict.FASTER, Verdict.SLOWER)).isLessThanOrEqualTo(1);
  }

  @Test
  void shouldCallEqualPairsEquivalentAsARule() {
    assertThat(verdicts(20, 1, 0.04, Verdict.EQUIVALENT)).isGreaterThanOrEqualTo(15);
  }

  @Test
  void shouldCallABackendSlowedByAFifthSlowerInNineOfTenPairs() {
    assertThat(verdicts(10, SLOWED, 0.04, Verdict.SLOWER)).isGreaterThanOrEqualTo(9);
  }

  @Test
  void shouldCallABackendThatTakesAFifthLessFasterInNineOfTenPairs() {
    assertThat(verdicts(10, 0.8, 0.04, Verdict.FASTER)).isGreaterThanOrEqualTo(9);
  }

  @Test
  void shouldRatherNotSayThanSayWrongWhereForksDifferByMoreThanTheEffect() {
    assertThat(verdicts(20, 1, 0.2, Verdict.FASTER, Verdict.SLOWER)).isLessThanOrEqualTo(1);
    assertThat(verdicts(10, SLOWED, 0.2, Verdict.FASTER)).isZero();
    assertThat(verdicts(10, SLOWED, 0.2, Verdict.INCONCLUSIVE)).isGreaterThanOrEqualTo(5);
  }
}
