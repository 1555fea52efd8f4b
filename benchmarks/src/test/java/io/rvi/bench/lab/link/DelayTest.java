package io.rvi.bench.lab.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.apache.commons.math3.distribution.LogNormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayTest {
  private static final int SAMPLES = 20_000;

  @TempDir Path directory;

  @Test
  void shouldReadEachForm() {
    assertThat(Delay.parse("5ms")).isEqualTo(new Delay.Constant(5_000_000));
    assertThat(Delay.parse("uniform(1ms, 5ms)")).isEqualTo(new Delay.Uniform(1_000_000, 5_000_000));
    assertThat(Delay.parse("lognormal( 2ms,0.5 )")).isEqualTo(new Delay.Lognormal(2_000_000, 0.5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "fast",
        "uniform(5ms, 1ms)",
        "uniform(5ms)",
        "lognormal(5ms, x)",
        "lognormal(5ms, 9)",
        "recorded(/no/such/file)",
        "normal(5ms, 1ms)"
      })
  void shouldRefuseWhatIsNoDelayAndNameIt(String text) {
    assertThatThrownBy(() -> Delay.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }

  @Test
  void shouldDrawALognormalDelay() {
    LogNormalDistribution expected = new LogNormalDistribution(Math.log(2_000_000), 0.5);

    double distance =
        distance(draw(new Delay.Lognormal(2_000_000, 0.5)), expected::cumulativeProbability);

    assertThat(distance).isLessThan(0.02);
  }

  @Test
  void shouldDrawAUniformDelay() {
    double distance =
        distance(draw(new Delay.Uniform(1_000_000, 3_000_000)), ns -> (ns - 1_000_000) / 2_000_000);

    assertThat(distance).isLessThan(0.02);
  }

  @Test
  void shouldDrawAsOftenAsRecorded() throws Exception {
    Histogram recorded = new Histogram(3);
    recorded.recordValueWithCount(1_000_000, 900);
    recorded.recordValueWithCount(8_000_000, 100);
    Path file = directory.resolve("rtt.hlog");
    try (PrintStream out = new PrintStream(file.toFile(), "US-ASCII")) {
      recorded.setStartTimeStamp(0);
      recorded.setEndTimeStamp(1);
      new HistogramLogWriter(out).outputIntervalHistogram(recorded);
    }

    long[] drawn = draw(Delay.parse("recorded(" + file + ")"));

    long slow = LongStream.of(drawn).filter(ns -> ns > 7_000_000).count();
    assertThat(slow / (double) SAMPLES).isBetween(0.09, 0.11);
  }

  private static long[] draw(Delay delay) {
    SplittableRandom random = new SplittableRandom(42);
    return LongStream.generate(() -> delay.sampleNs(random)).limit(SAMPLES).toArray();
  }

  /** The Kolmogorov-Smirnov distance between samples and a distribution function. */
  private static double distance(long[] samples, DoubleUnaryOperator cumulative) {
    long[] sorted = samples.clone();
    Arrays.sort(sorted);
    double worst = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = cumulative.applyAsDouble((double) sorted[i]);
      worst = Math.max(worst, Math.abs(expected - (i + 1.0) / sorted.length));
      worst = Math.max(worst, Math.abs(expected - (double) i / sorted.length));
    }
    return worst;
  }
}
