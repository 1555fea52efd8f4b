package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cell over delayed links, on processes of both backends. */
@Tag("clusters")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DelayedLinksTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"isr, 3, 10", "raft, 3, 10", "isr, 1, 0", "raft, 1, 0"})
  void shouldMakeEveryAppendWaitForARoundTripWhereThereAreLinks(
      String backend, int replicas, int leastMs) throws Exception {
    Duration second = Duration.ofSeconds(1);
    Cell cell = new Cell(backend, replicas, Flush.NONE, 128, Topology.PROCESSES, Map.of(), false);
    Shape shape =
        new Shape(
            10, second, Duration.ofSeconds(4), Duration.ZERO, Duration.ofSeconds(5), null, "5ms");
    RawFiles raw = (step, name) -> directory.resolve(name);

    CellFinding finding;
    try (Lab lab = Lab.open(directory.resolve("lab"))) {
      finding =
          new CellTrial(lab, UnaryOperator.identity(), raw, shape, new Step.CellStep(cell, 0), 5)
              .run();
    }

    assertThat(finding.failure()).isNull();
    LoadFinding load = Objects.requireNonNull(finding.load());
    assertThat(load.p50().valueNs()).isGreaterThanOrEqualTo(leastMs * 1_000_000L);
    DecisionTable.Row row =
        Tables.of(
                Plan.of("test", 1, 1, shape, List.of(cell), null),
                new Findings(List.of(finding), List.of(), List.of(), true))
            .rows()
            .get(0);
    assertThat(row.marks().contains("LINKS DELAYED: 5ms each way, under load"))
        .isEqualTo(replicas > 1);
    assertThat(row.load().throughput().value()).as("throughput was not measured").isNull();
  }
}
