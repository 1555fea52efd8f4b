package io.rvi.bench.jmh;

import io.rvi.bench.experiment.FloorTrial;
import io.rvi.bench.lab.Lab;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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
 * The question: what does a single append cost beyond what the machine takes for the same hops and
 * the same writes?
 *
 * <p>The trap: microseconds of one machine against those of another, or of a quiet hour against
 * those of a busy one. Here the bare chain of sockets and files is measured right before and right
 * after the cell, on the same machine, one operation after the other in each.
 *
 * <p>The score is the length of the trial and means nothing. The secondary results: {@code p50} and
 * {@code p99} of the cell and of the floor, and {@code p50.ratio} and {@code p99.ratio}.
 *
 * <p>How to run: {@code java -jar benchmarks/target/benchmarks.jar AgainstFloor -p backend=isr -p
 * recordBytes=100}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(3)
@Threads(1)
public class AgainstFloor {
  private static final double P50 = 50;
  private static final double P99 = 99;
  private static final double NS_PER_US = 1e3;

  /**
   * Floor, cell, floor.
   *
   * @param params which cell
   * @param length how long each takes
   * @throws Exception when one of them failed
   */
  @Benchmark
  public FloorTrial.Result trial(ClusterParams params, Length length) throws Exception {
    try (Lab lab = Lab.open(params.base())) {
      FloorTrial.Result result =
          new FloorTrial(lab, params.base(), params.cell(false))
              .run(Duration.ofSeconds(length.warmUpSeconds), Duration.ofSeconds(length.seconds));
      TrialFigures.report("p50", result.cellNs(P50) / NS_PER_US, "us");
      TrialFigures.report("p99", result.cellNs(P99) / NS_PER_US, "us");
      TrialFigures.report("floor.p50", result.floorNs(P50) / NS_PER_US, "us");
      TrialFigures.report("floor.p99", result.floorNs(P99) / NS_PER_US, "us");
      TrialFigures.report("p50.ratio", result.ratio(P50), "x");
      TrialFigures.report("p99.ratio", result.ratio(P99), "x");
      return result;
    }
  }

  /** How long cell and floors take. */
  @State(Scope.Benchmark)
  public static class Length {
    /** Seconds of each that do not count. */
    @Param("4")
    public int warmUpSeconds;

    /** Seconds of each that count. */
    @Param("4")
    public int seconds;
  }
}
