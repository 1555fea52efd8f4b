package io.rvi.bench.jmh;

import io.rvi.bench.experiment.OutageEvent;
import io.rvi.bench.experiment.OutageFinding;
import io.rvi.bench.experiment.OutageSession;
import io.rvi.bench.lab.Lab;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
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
 * The question: for how long are there no writes after an event, such as a kill of the leader?
 *
 * <p>The code is that of the experiment {@code outage}. The trap: to report the worst latency. A
 * client's deadline cuts it off, so that an outage of ten seconds under a deadline of two reads as
 * two. The outage here lies between two acknowledgements, the last before the kill and the first
 * after it, seen by an open loop that goes on sending.
 *
 * <p>The other trap: the first failover of a JVM loads classes that later ones have. It is the
 * warm-up.
 *
 * <p>The method: each iteration waits until the cluster is level, lets the event happen, waits for
 * writes to resume, undoes it and waits again. The score contains all of that; the result is the
 * secondary {@code outage}, and {@code back}, until response times were in their band again. Where
 * writes do not resume, as with two replicas of a majority, the fork ends with an error. Links are
 * proxies, as some events cut them.
 *
 * <p>How to run: {@code java -jar benchmarks/target/benchmarks.jar Failover -p event=LEADER_KILL -p
 * replicas=3 -i 50}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 10)
@Fork(1)
@Threads(1)
public class Failover {
  private static final double NS_PER_MS = 1e6;

  /** Picks among equals. */
  private static final long SEED = 1;

  /**
   * One event.
   *
   * @param under the cluster
   * @throws Exception when it did not land, or writes do not resume
   */
  @Benchmark
  public OutageFinding.Trial event(UnderLoad under) throws Exception {
    OutageFinding.Trial trial = under.session().trial(under.event);
    OutageFinding.Gap gap = trial.gap();
    if (gap == null || !gap.ended()) {
      throw new IllegalStateException(
          under.event.label()
              + ": "
              + (gap == null ? trial.voidBecause() : "writes did not resume"));
    }
    TrialFigures.report("outage", gap.lengthNs() / NS_PER_MS, "ms");
    Long backNs = gap.backNs();
    if (backNs != null) {
      TrialFigures.report("back", backNs / NS_PER_MS, "ms");
    }
    return trial;
  }

  /** A cluster under an open loop. */
  @State(Scope.Benchmark)
  public static class UnderLoad {
    /** What happens, by its name. */
    @Param("LEADER_KILL")
    public OutageEvent event = OutageEvent.LEADER_KILL;

    /** Appends a second: the outage is resolved to their spacing. */
    @Param("500")
    public int ratePerSecond;

    /** How long after a kill writes may take to resume. */
    @Param("15000")
    public int resumeMaxMs;

    private @Nullable Lab lab;
    private @Nullable OutageSession session;
    private @Nullable Path history;

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
        history = Files.createTempFile(params.base(), "outage-", ".history");
        session =
            OutageSession.start(
                lab,
                params.cell(false),
                UnaryOperator.identity(),
                ratePerSecond,
                Duration.ofMillis(resumeMaxMs),
                history,
                SEED);
      } catch (Exception e) {
        // JMH tears down only what was set up.
        stop();
        throw e;
      }
    }

    OutageSession session() {
      if (session == null) {
        throw new IllegalStateException("the cluster was not started");
      }
      return session;
    }

    /**
     * Ends load and cluster.
     *
     * @throws Exception when something was left behind
     */
    @TearDown(Level.Trial)
    public void stop() throws Exception {
      try {
        if (session != null) {
          session.close();
        }
        if (history != null) {
          Files.deleteIfExists(history);
        }
      } finally {
        if (lab != null) {
          lab.close();
        }
      }
    }
  }
}
