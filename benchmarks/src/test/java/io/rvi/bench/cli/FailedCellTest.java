package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.CellFinding;
import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Shape;
import io.rvi.bench.experiment.Tables;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.report.DecisionText;
import io.rvi.bench.report.RunJson;
import io.rvi.bench.result.Validity;
import io.rvi.spi.LogBackend;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** One cell of several fails: its row stays, says so, and the run is not a good one. */
final class FailedCellTest {
  @Test
  void shouldKeepTheRowOfACellThatFailedAndEndTheRunAsInvalid() {
    List<Cell> cells = List.of(cell(1), cell(3));
    Shape shape =
        new Shape(
            100,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ZERO,
            Duration.ofSeconds(1),
            null);
    Plan plan = Plan.of("test", 1, 1, shape, cells, null);
    List<CellFinding> found =
        cells.stream()
            .map(c -> new CellFinding(c.name(), 0, null, null, null, "node 1: port in use"))
            .toList();
    Findings findings = new Findings(found, List.of(), List.of(), true);
    DecisionTable table = Tables.of(plan, RunJson.findings(RunJson.write(findings)));
    RunConfig config = config();

    Verdict verdict = Verdict.of(table, findings, config, false);

    assertThat(verdict.validity()).isEqualTo(Validity.INVALID);
    assertThat(verdict.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(verdict.reasons()).contains("memory-n3-none-1024: FAILED: node 1: port in use");
    assertThat(table.rows()).hasSize(2);
    assertThat(new DecisionText(table).lines(200))
        .anySatisfy(line -> assertThat(line).contains("memory", "n/a", "FAILED"))
        .contains("! memory-n3-none-1024: FAILED: node 1: port in use");
  }

  private static Cell cell(int replicas) {
    return new Cell("memory", replicas, Flush.NONE, 1_024, Topology.EMBEDDED, Map.of(), false);
  }

  private static RunConfig config() {
    ConfigOptions options =
        CommandLine.populateCommand(new ConfigOptions(), "-P", "backend=memory");
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    Terminal terminal = new Terminal(out, out, false, false, 120);
    return options.read(new Context(terminal, Map.of(), backends()));
  }

  private static List<LogBackend> backends() {
    return ServiceLoader.load(LogBackend.class).stream().map(ServiceLoader.Provider::get).toList();
  }
}
