package io.rvi.bench.jmh;

import io.rvi.bench.experiment.FailoverTrial;
import io.rvi.bench.lab.Lab;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The question: for how long are there no writes when the leader is killed?
 *
 * <p>The trap: to report the worst latency. A client's deadline cuts it off, so that an outage of
 * ten seconds under a deadline of two reads as two. The outage here lies between two
 * acknowledgements, the last before the kill and the first after it, seen by an open loop that goes
 * on sending.
 *
 * <p>The other trap: the first failover of a JVM loads classes that later ones have. It is the
 * warm-up.
 *
 * <p>The method: each iteration kills the leader, waits for writes to resume, restarts the replica
 * and waits until it has caught up. The score contains all of that; the result is the secondary
 * {@code outage}. Where writes do not resume, as with two replicas of a majority, the fork ends
 * with an error.
 *
 * <p>How to run: {@code java -jar benchmarks/target/benchmarks.jar Failover -p replicas=3 -i 50}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 10)
@Fork(1)
@Threads(1)
public class Failover {
  private static final double NS_PER_MS = 1e6;

  /**
   * One kill of the leader.
   *
   * @param under the cluster
   * @throws Exception when writes do not resume
   */
  @Benchmark
  public Duration killLeader(UnderLoad under) throws Exception {
    Duration outage = under.trial().killLeader(Duration.ofMillis(under.resumeMaxMs));
    TrialFigures.report("outage", outage.toNanos() / NS_PER_MS, "ms");
    return outage;
  }

  /** A cluster under an open loop. */
  @State(Scope.Benchmark)
  public static class UnderLoad {
    /** Appends a second: the outage is resolved to their spacing. */
    @Param("500")
    public int ratePerSecond;

    /** How long after a kill writes may take to resume. */
    @Param("15000")
    public int resumeMaxMs;

    private @Nullable Lab lab;
    private @Nullable FailoverTrial trial;

    /**
     * Starts cluster and load.
     *
     * @param params which
     * @throws Exception when they do not start; nothing is left running
     */
    @Setup(Level.Trial)
    public void start(ClusterParams params) throws Exception {
      lab = Lab.open(params.base());
      try {
        trial = FailoverTrial.start(lab, params.cell(false), ratePerSecond);
      } catch (Exception e) {
        // JMH tears down only what was set up.
        stop();
        throw e;
      }
    }

    FailoverTrial trial() {
      if (trial == null) {
        throw new IllegalStateException("the cluster was not started");
      }
      return trial;
    }

    /** Ends load and cluster. */
    @TearDown(Level.Trial)
    public void stop() {
      if (trial != null) {
        trial.close();
      }
      if (lab != null) {
        lab.close();
      }
    }
  }
}
