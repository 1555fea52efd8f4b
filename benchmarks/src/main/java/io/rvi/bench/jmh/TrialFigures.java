package io.rvi.bench.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Carries what a trial recorded into JMH's results, each with its unit, one value a fork and
 * iteration. JMH's auxiliary counters would not do: it adds their values up, and the sum of two
 * percentiles is not one.
 */
public final class TrialFigures implements InternalProfiler {
  /**
   * What the benchmark of this fork reported in this iteration; guarded by itself. It is static
   * because JMH makes the profiler and the benchmark, and lets neither know the other; a fork is a
   * process of its own and runs one benchmark.
   */
  private static final List<ScalarResult> REPORTED = new ArrayList<>();

  /** For JMH. */
  public TrialFigures() {}

  /**
   * Reports a figure of the iteration under way.
   *
   * @param name such as {@code p99}
   * @param value its value, finite
   * @param unit its unit
   */
  static void report(String name, double value, String unit) {
    synchronized (REPORTED) {
      REPORTED.add(new ScalarResult(name, value, unit, AggregationPolicy.AVG));
    }
  }

  /**
   * Reports a count of the iteration under way.
   *
   * @param name such as {@code lost}
   * @param count 0 or more
   * @param unit its unit
   */
  static void count(String name, long count, String unit) {
    report(name, (double) count, unit);
  }

  @Override
  public String getDescription() {
    return "Percentiles, outages and losses as this project's recorder has them";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    synchronized (REPORTED) {
      REPORTED.clear();
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    synchronized (REPORTED) {
      return iteration.getType() == IterationType.MEASUREMENT ? List.copyOf(REPORTED) : List.of();
    }
  }
}
