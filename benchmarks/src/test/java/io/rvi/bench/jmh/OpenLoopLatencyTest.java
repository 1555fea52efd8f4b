package io.rvi.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rvi.bench.stats.SampleSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

final class OpenLoopLatencyTest {
  @Test
  void shouldSendEnoughByDefaultForAPercentileOf999InAThousand() throws Exception {
    long operations = defaultOf("ratePerSecond") * defaultOf("seconds");

    assertThat(SampleSize.carries(0.999, operations)).as(operations + " operations").isTrue();
  }

  private static long defaultOf(String name) throws NoSuchFieldException {
    Param param = OpenLoopLatency.Load.class.getField(name).getAnnotation(Param.class);
    return Long.parseLong(param.value()[0]);
  }

  @Test
  void shouldGiveTheMeanOfTheForksPercentilesAnIntervalOverForks() {
    // given three forks of one trial each, as JMH's runner collects them
    List<BenchmarkResult> forks = new ArrayList<>();
    for (double ms : new double[] {2.0, 2.5, 3.0}) {
      forks.add(new BenchmarkResult(null, List.of(fork(ms, IterationType.MEASUREMENT))));
    }

    Result<?> p99 =
        Objects.requireNonNull(new RunResult(null, forks).getSecondaryResults().get("p99"));

    // then Student's 99.9 % of two degrees of freedom, 31.599, times 0.5 / sqrt(3)
    assertThat(p99.getSampleCount()).isEqualTo(3);
    assertThat(p99.getScore()).isCloseTo(2.5, within(1e-9));
    assertThat(p99.getScoreError()).isCloseTo(9.122, within(1e-3));
    assertThat(p99.getScoreUnit()).isEqualTo("ms");
  }

  @Test
  void shouldNotCountATrialThatWarmsUp() {
    assertThat(fork(2, IterationType.WARMUP).getSecondaryResults()).isEmpty();
  }

  @SuppressWarnings("NullAway") // Parameters of a benchmark, which no profiler of ours looks at.
  private static IterationResult fork(double p99, IterationType type) {
    TrialFigures profiler = new TrialFigures();
    IterationParams params = new IterationParams(type, 1, TimeValue.NONE, 1);
    IterationResult result = new IterationResult(null, params, null);
    result.addResult(
        new SingleShotResult(ResultRole.PRIMARY, "trial", 30_000_000_000L, 1, TimeUnit.SECONDS));
    profiler.beforeIteration(null, params);
    TrialFigures.report("p99", p99, "ms");
    result.addResults(profiler.afterIteration(null, params, result));
    return result;
  }
}
