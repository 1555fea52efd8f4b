package io.rvi.bench.jmh;

import io.rvi.bench.experiment.AckAudit;
import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.CrashFinding;
import io.rvi.bench.experiment.LossFinding;
import io.rvi.bench.experiment.Shape;
import java.time.Duration;
import java.util.Objects;
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
 * The question: after how many crashes do writes resume by themselves, and is anything lost that
 * was acknowledged?
 *
 * <p>The trap: to take one of these for the other. A log may stop and lose nothing, or go on and
 * lose. And a third number is neither: what survives when replicas are lost for good.
 *
 * <p>The method: under a load, replicas are killed one after the other (SIGKILL in topology {@code
 * processes}), the leader first; after each, an append that was sent since must be committed within
 * {@code resumeMaxMs}. Then all are restarted and the whole log is read back. At last, records
 * acked by the smallest legal set, and others that all replicas have, are looked for on the disks
 * left after one directory after the other was emptied.
 *
 * <p>The score is the length of the trial and means nothing. The secondary results: {@code
 * writesResumeAfter} kills, {@code permanentLoss} (L) and {@code permanentLossFull} (L_full), acked
 * records looked for and lost, records stored twice, and the outage after the kill of the leader.
 *
 * <p>How to run: {@code java -jar benchmarks/target/benchmarks.jar FailuresTolerated -p
 * replicas=1,2,3,5}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(3)
@Threads(1)
public class FailuresTolerated {
  private static final double NS_PER_MS = 1e6;

  /**
   * One trial on a fresh cluster.
   *
   * @param params which cluster
   * @param faults the trial
   * @throws Exception when the trial showed nothing
   */
  @Benchmark
  public CrashFinding trial(ClusterParams params, Faults faults) throws Exception {
    CellFinding finding =
        new TrialRun(params.base(), faults.rawDir).of(params.cell(true), faults.shape());
    CrashFinding crash = Objects.requireNonNull(finding.crash());
    LossFinding loss = finding.loss();
    if (loss != null) {
      TrialFigures.report("permanentLoss", loss.permanentLoss(), "losses");
      TrialFigures.report("permanentLossFull", loss.permanentLossFull(), "losses");
    }
    AckAudit audit = crash.audit();
    TrialFigures.count("writesResumeAfter", crash.writesResume(), "kills");
    TrialFigures.count("kills", crash.kills().size(), "kills");
    TrialFigures.count("acked", audit.acked(), "records");
    TrialFigures.count("lost", audit.lost(), "records");
    TrialFigures.count("duplicated", audit.duplicated(), "records");
    Long outageNs = crash.kills().get(0).outageNs();
    if (outageNs != null) {
      TrialFigures.report("outage", outageNs / NS_PER_MS, "ms");
    }
    return crash;
  }

  /** The trial. */
  @State(Scope.Benchmark)
  public static class Faults {
    /** Appends a second while replicas are killed. */
    @Param("200")
    public int ratePerSecond;

    /** How long after a kill writes may take to resume. */
    @Param("5000")
    public int resumeMaxMs;

    /** Records acked by the smallest set, and by all, before replicas are lost for good. */
    @Param("50")
    public int lossRecords;

    /** Where interval logs stay, one directory a fork. */
    @Param("rvi-raw")
    public String rawDir = "";

    Shape shape() {
      return new Shape(
          ratePerSecond,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofMillis(resumeMaxMs),
          lossRecords);
    }
  }
}
