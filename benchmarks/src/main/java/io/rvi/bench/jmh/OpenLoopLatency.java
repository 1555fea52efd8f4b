package io.rvi.bench.jmh;

import io.rvi.bench.experiment.LoadConditions;
import io.rvi.bench.experiment.LoadFinding;
import io.rvi.bench.experiment.Shape;
import io.rvi.bench.load.Outcome;
import io.rvi.bench.load.Percentile;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The question: what do users wait for an append, at a rate that does not care how the log feels?
 *
 * <p>The trap: to let JMH time the appends. A closed loop sends less while the log is slow, and so
 * leaves out just the samples that were slow (coordinated omission). Here a sender starts appends
 * on a schedule and each is timed from its intended start.
 *
 * <p>The score is the length of the trial and means nothing. The results are the secondary ones:
 * {@code p50}, {@code p99}, {@code p99.9} of the response time over every intended append, failed
 * ones as infinite; the rate achieved; the sender's own lateness and what it took of a core; moves
 * of the leader. Each is the mean over forks, with JMH's interval for that mean: the fork is the
 * sample. A trial that misses its rate, or whose percentile falls among failed appends, throws. A
 * percentile that the operations do not carry is left out: a p99.9 takes 29,950 of them, which the
 * defaults are made for.
 *
 * <p>How to run: {@code java -jar benchmarks/target/benchmarks.jar OpenLoopLatency -p
 * backend=isr,raft -p replicas=3 -f 3}, some five minutes.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(3)
@Threads(1)
public class OpenLoopLatency {
  private static final double NS_PER_MS = 1e6;

  /**
   * One trial on a fresh cluster.
   *
   * @param params which cluster
   * @param shape the load
   * @throws Exception when the trial failed
   */
  @Benchmark
  public LoadFinding trial(ClusterParams params, Load shape) throws Exception {
    LoadFinding load =
        Objects.requireNonNull(
            new TrialRun(params.base(), shape.rawDir).of(params.cell(false), shape.shape()).load());
    if (load.saturated()) {
      throw new IllegalStateException(
          "SATURATED: "
              + load.achievedPerSecond()
              + " of "
              + load.targetPerSecond()
              + " a second; lower ratePerSecond");
    }
    report("p50", load.p50());
    report("p99", load.p99());
    report("p99.9", load.p999());
    TrialFigures.report("achieved", load.achievedPerSecond(), "records/s");
    TrialFigures.report("lateness.p99", load.latenessP99Ns() / NS_PER_MS, "ms");
    addConditions(load.conditions());
    TrialFigures.count("committed", load.counts().of(Outcome.COMMITTED), "records");
    TrialFigures.count("failed", load.counts().failures(), "records");
    return load;
  }

  private static void addConditions(@Nullable LoadConditions conditions) {
    if (conditions == null) {
      return;
    }
    Double cores = conditions.senderCores();
    if (cores != null) {
      TrialFigures.report("sender.cores", cores, "cores");
    }
    Long moves = conditions.leaderMoves();
    if (moves != null) {
      TrialFigures.count("leader.moves", moves, "epochs");
    }
  }

  private static void report(String name, Percentile percentile) {
    if (!percentile.carried()) {
      return;
    }
    if (percentile.atLeast()) {
      throw new IllegalStateException(name + " is " + percentile.text() + ": appends failed");
    }
    TrialFigures.report(name, percentile.valueNs() / NS_PER_MS, "ms");
  }

  /** The load. */
  @State(Scope.Benchmark)
  public static class Load {
    /** Intended appends a second. */
    @Param("1000")
    public int ratePerSecond;

    /** Seconds of load before anything counts. */
    @Param("10")
    public int warmUpSeconds;

    /** Seconds that count; with the rate above just enough operations for a p99.9. */
    @Param("30")
    public int seconds;

    /** Where interval logs stay, one directory a fork. */
    @Param("rvi-raw")
    public String rawDir = "";

    Shape shape() {
      return new Shape(
          ratePerSecond,
          Duration.ofSeconds(warmUpSeconds),
          Duration.ofSeconds(seconds),
          Duration.ZERO,
          Duration.ofSeconds(1),
          null);
    }
  }
}
