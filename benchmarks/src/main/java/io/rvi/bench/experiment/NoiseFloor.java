package io.rvi.bench.experiment;

import io.rvi.api.Flush;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Calibration.Noise;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What the harness itself adds: the open loop of every cell, on the backend that does nothing. */
public final class NoiseFloor {
  private static final String BACKEND = "memory";

  /** So that half a second carries a p99. */
  private static final double RATE = 6_000;

  private static final Duration WARM_UP = Duration.ofMillis(200);
  private static final Duration MEASURED = Duration.ofMillis(500);

  private NoiseFloor() {}

  /**
   * Measures it; about 1 s.
   *
   * @param lab where the node runs, within this JVM
   * @param scratch an existing directory for raw files, which nobody keeps
   * @param recordBytes payload of a record
   * @return empty where the backend is not there or the load went wrong
   * @throws InterruptedException when the thread is interrupted
   */
  public static Optional<Noise> measure(Lab lab, Path scratch, int recordBytes)
      throws InterruptedException {
    Cell cell = new Cell(BACKEND, 1, Flush.NONE, recordBytes, Topology.EMBEDDED, Map.of(), false);
    Shape shape = new Shape(RATE, WARM_UP, MEASURED, Duration.ZERO, Duration.ofSeconds(1), null);
    Step.CellStep step = new Step.CellStep(cell, 0);
    Plan plan =
        new Plan(
            "noise",
            1,
            1,
            shape,
            List.of(cell),
            null,
            null,
            null,
            null,
            List.of(step),
            List.of(),
            List.of());
    RawFiles raw = (part, name) -> Files.createDirectories(scratch).resolve(name);
    CellFinding finding =
        new Runner(lab, scratch, UnaryOperator.identity(), raw, Progress.SILENT)
            .run(plan)
            .cells()
            .get(0);
    LoadFinding load = finding.load();
    return finding.failure() != null || load == null || load.p50().atLeast()
        ? Optional.empty()
        : Optional.of(
            new Noise(
                RATE,
                load.p50().valueNs() / 1e3,
                load.p99().valueNs() / 1e3,
                load.latenessP99Ns() / 1e3));
  }
}
