package io.rvi.bench.jmh;

import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Progress;
import io.rvi.bench.experiment.Runner;
import io.rvi.bench.experiment.Shape;
import io.rvi.bench.experiment.Step;
import io.rvi.bench.lab.Lab;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Runs one cell of an experiment on a fresh cluster: the code that `run` uses, no other. */
final class TrialRun {
  private final Path base;
  private final String rawDir;

  /**
   * A place for trials.
   *
   * @param base where clusters keep their data
   * @param rawDir where raw files are to stay
   */
  TrialRun(Path base, String rawDir) {
    this.base = base;
    this.rawDir = rawDir;
  }

  /**
   * Runs a cell.
   *
   * @return what it showed, with nothing missing
   * @throws IllegalStateException when a part failed
   */
  CellFinding of(Cell cell, Shape shape) throws IOException, InterruptedException, StartException {
    Step.CellStep step = new Step.CellStep(cell, 0);
    Plan plan =
        new Plan(
            "jmh",
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
    Path raw = Files.createDirectories(Path.of(rawDir).toAbsolutePath());
    Path directory = Files.createTempDirectory(raw, step.name() + "-");
    try (Lab lab = Lab.open(base)) {
      Runner runner =
          new Runner(
              lab,
              base,
              UnaryOperator.identity(),
              (part, name) -> directory.resolve(name),
              Progress.SILENT);
      Findings findings = runner.run(plan);
      CellFinding finding = findings.cells().get(0);
      if (finding.failure() != null) {
        throw new IllegalStateException(step.name() + ": " + finding.failure());
      }
      return finding;
    }
  }
}
