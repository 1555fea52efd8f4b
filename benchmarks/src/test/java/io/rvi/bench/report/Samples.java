package io.rvi.bench.report;

import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.DecisionTable.Faults;
import io.rvi.bench.experiment.DecisionTable.Load;
import io.rvi.bench.experiment.DecisionTable.Row;
import io.rvi.bench.experiment.DecisionTable.Tolerance;
import io.rvi.bench.experiment.Figure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Made-up tables for tests; none of their numbers was measured. */
final class Samples {
  private Samples() {}

  static DecisionTable table(Row... rows) {
    return new DecisionTable("PREVIEW", List.of("Made up for a test."), List.of(rows));
  }

  static Row row(
      String backend, int replicas, int theory, @Nullable Integer measured, String... marks) {
    return new Row(
        backend + "-n" + replicas + "-none-1024",
        backend,
        replicas,
        "none",
        1_024,
        "processes",
        new Load(
            500,
            Figure.of(500, "records/s", 1),
            Figure.of(0.412, "ms", 1),
            Figure.atLeast(10_000, "ms", 1),
            Figure.of(81_234.5, "records/s", 1),
            Figure.of(0.2, "ms", 1),
            Figure.missing("x", "needs both p50 and floor")),
        new Faults(
            new Tolerance(theory, measured, ""),
            new Tolerance(0, null, "not measured in this preset"),
            0,
            0,
            1_000,
            1,
            0.95,
            Figure.of(612, "ms", 1),
            null),
        List.of(marks));
  }
}
