package io.rvi.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatsTest {
  private static final double[][] A = {{10, 11, 12}, {11, 12, 13}, {9, 10, 11}};
  private static final double[][] B = {{20, 22, 24}, {21, 23, 25}, {19, 21, 23}};

  @ParameterizedTest
  @CsvSource({"0.9, 29", "0.99, 299", "0.999, 2995", "0.9999, 29956"})
  void shouldAskForSamplesThatSeeTheTail(double quantile, long minimum) {
    assertThat(SampleSize.minimum(quantile)).isEqualTo(minimum);
    assertThat(SampleSize.carries(quantile, 10 * minimum - 1)).isFalse();
    assertThat(SampleSize.carries(quantile, 10 * minimum)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"30, 0.0950", "100, 0.0295", "300, 0.00994"})
  void shouldBoundWhatWasNeverSeen(int trials, double bound) {
    assertThat(ZeroEvents.upperBound95(trials)).isCloseTo(bound, within(5e-5));
  }

  @Test
  void shouldRefuseABoundWithoutTrials() {
    assertThatIllegalArgumentException().isThrownBy(() -> ZeroEvents.upperBound95(0));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 0.5, 40, 61, 0.9648",
    "10000, 0.99, 9880, 9920, 0.9558",
    "100000, 0.999, 99880, 99920, 0.9548"
  })
  void shouldGiveTheRanksAroundAPercentile(
      int samples, double quantile, long low, long high, double coverage) {
    RankInterval interval = RankInterval.of(samples, quantile);

    assertThat(interval.low()).isEqualTo(low);
    assertThat(interval.high()).isEqualTo(high);
    assertThat(interval.coverage()).isCloseTo(coverage, within(5e-5));
  }

  @Test
  void shouldSplitVariationBetweenForksAndIterations() {
    // when
    TwoLevels a = TwoLevels.of(A);
    TwoLevels b = TwoLevels.of(B);

    // then
    assertThat(a.mean()).isCloseTo(11, within(1e-12));
    assertThat(a.withinForks()).isCloseTo(1, within(1e-12));
    assertThat(a.ofForkMeans()).isCloseTo(1, within(1e-12));
    assertThat(a.betweenForks()).isCloseTo(0.666667, within(5e-7));
    assertThat(a.halfWidth()).isCloseTo(2.484138, within(5e-7));
    assertThat(b.mean()).isCloseTo(22, within(1e-12));
    assertThat(b.withinForks()).isCloseTo(4, within(1e-12));
    assertThat(b.betweenForks()).isZero();
  }

  @Test
  void shouldGiveARatioItsInterval() {
    Interval ratio = TwoLevels.of(B).ratioTo(TwoLevels.of(A));

    assertThat(ratio.estimate()).isCloseTo(2, within(1e-12));
    assertThat(ratio.low()).isCloseTo(1.578091, within(5e-7));
    assertThat(ratio.high()).isCloseTo(2.636870, within(5e-7));
  }

  @Test
  void shouldRefuseARatioToWhatMayBeZero() {
    TwoLevels noise = TwoLevels.of(new double[][] {{-5, -4}, {5, 6}});

    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> TwoLevels.of(A).ratioTo(noise));
  }

  @Test
  void shouldSayHowManyIterationsAForkIsWorth() {
    assertThat(TwoLevels.bestIterations(60, 10, 4, 1)).isEqualTo(5);
  }

  @Test
  void shouldDrawTheSameIntervalFromTheSameSeed() {
    double[] forks = {10, 12, 11, 14, 9, 10, 13};

    Interval interval = new Bootstrap(7).median(forks);

    assertThat(new Bootstrap(7).median(forks)).isEqualTo(interval);
    assertThat(interval.estimate()).isEqualTo(11);
    assertThat(interval.low()).isBetween(9.0, 11.0);
    assertThat(interval.high()).isBetween(11.0, 14.0);
  }

  @Test
  void shouldCoverTheTrueMeanAboutAsOftenAsItSays() {
    // given 200 experiments of 20 forks each, of a normal distribution around 100
    SplittableRandom random = new SplittableRandom(11);
    int covered = 0;
    for (int experiment = 0; experiment < 200; experiment++) {
      double[] forks = new double[20];
      Arrays.setAll(
          forks,
          i -> {
            double sum = 0;
            for (int j = 0; j < 12; j++) {
              sum += random.nextDouble();
            }
            return 100 + 10 * (sum - 6);
          });
      Interval interval = new Bootstrap(experiment).mean(forks);
      covered += interval.low() <= 100 && 100 <= interval.high() ? 1 : 0;
    }

    // then: a percentile bootstrap of 20 covers a little less than the nominal 95 %
    assertThat(covered).isBetween(175, 198);
  }

  @Test
  void shouldResampleForksAndNotOnlyTheirIterations() {
    // given iterations that agree within a fork while forks differ
    double[][] forks = {{1, 1, 1}, {5, 5, 5}, {9, 9, 9}};

    Interval interval = new Bootstrap(3).hierarchicalMean(forks);

    assertThat(interval.estimate()).isEqualTo(5);
    assertThat(interval.low()).isEqualTo(1);
    assertThat(interval.high()).isEqualTo(9);
  }

  @Test
  void shouldRefuseABootstrapOfNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Bootstrap(1).median(new double[0]));
  }

  @Test
  void shouldMeasureHowOftenOneIsAboveTheOther() {
    assertThat(Comparison.of(new double[] {2, 3, 4}, new double[] {1, 2, 3}, 0.1, 1).a12())
        .isCloseTo(0.7778, within(5e-5));
  }

  @ParameterizedTest
  @CsvSource({
    "1.20, 1.30, SLOWER",
    "0.70, 0.80, FASTER",
    "0.95, 1.05, EQUIVALENT",
    "0.85, 1.05, INCONCLUSIVE",
    "1.05, 1.30, INCONCLUSIVE"
  })
  void shouldJudgeByTheWholeInterval(double low, double high, Comparison.Verdict verdict) {
    Interval ratio = new Interval(low, (low + high) / 2, high);

    assertThat(new Comparison(ratio, 0.1, 0.5).verdict()).isEqualTo(verdict);
  }

  @Test
  void shouldCallTwoSamplesOfTheSameEquivalent() {
    double[] one = {1.00, 1.01, 0.99, 1.02, 0.98, 1.00, 1.01, 0.99};
    double[] other = {1.01, 0.99, 1.00, 1.00, 1.02, 0.98, 1.00, 1.01};

    assertThat(Comparison.of(one, other, Comparison.DEFAULT_BAND, 5).verdict())
        .isEqualTo(Comparison.Verdict.EQUIVALENT);
  }
}
