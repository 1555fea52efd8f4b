package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunnerTest {
  private static final Shape SHORT =
      new Shape(
          200,
          Duration.ofMillis(50),
          Duration.ofMillis(300),
          Duration.ZERO,
          Duration.ofSeconds(1),
          20);

  @TempDir private Path directory;

  private final List<String> said = new ArrayList<>();

  private Cell memory(String backend, int replicas, String replication) {
    return new Cell(
        backend,
        replicas,
        Flush.NONE,
        64,
        Topology.EMBEDDED,
        Map.of("memory.replication", replication, "failureDetection", "100ms"),
        true);
  }

  private Findings run(Plan plan) throws Exception {
    Progress progress =
        new Progress() {
          @Override
          public void began(Step step, int number, int of) {
            said.add(number + "/" + of + " " + step.name());
          }

          @Override
          public void ended(Step step, String summary) {
            said.add(summary);
          }
        };
    try (Lab lab = Lab.open(directory.resolve("lab"))) {
      return new Runner(lab, directory, UnaryOperator.identity(), this::raw, progress).run(plan);
    }
  }

  private Path raw(Step step, String name) throws IOException {
    return Files.createDirectories(directory.resolve("raw").resolve(step.name())).resolve(name);
  }

  private static CellFinding of(Findings findings, Cell cell) {
    return findings.cells().stream()
        .filter(found -> found.cell().equals(cell.name()))
        .findFirst()
        .orElseThrow();
  }

  private static DecisionTable.Row row(DecisionTable table, Cell cell) {
    return table.rows().stream()
        .filter(found -> found.cell().equals(cell.name()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldMeasureThatAMajorityOfThreeSurvivesOneCrashAndLosesNothing() throws Exception {
    // given
    Cell cell = memory("memory", 3, "majority");
    Plan plan = Plan.of("test", 1, 1, SHORT, List.of(cell), null);

    // when
    Findings findings = run(plan);

    // then
    CellFinding finding = of(findings, cell);
    assertThat(finding.failure()).isNull();
    CrashFinding crash = Objects.requireNonNull(finding.crash());
    assertThat(crash.kills()).hasSize(3);
    assertThat(crash.kills().get(0).leader()).isTrue();
    assertThat(crash.writesResume()).isEqualTo(1);
    assertThat(crash.audit().clean()).isTrue();
    assertThat(crash.audit().acked()).isPositive();
    DecisionTable.Row row = row(Tables.of(plan, findings), cell);
    assertThat(row.faults().writesResume()).isEqualTo(new DecisionTable.Tolerance(1, 1, ""));
    assertThat(row.faults().permanentLoss()).isEqualTo(new DecisionTable.Tolerance(1, 1, ""));
    assertThat(row.faults().permanentLossFull()).isEqualTo(new DecisionTable.Tolerance(2, 2, ""));
    assertThat(row.faults().lost()).isZero();
    assertThat(row.faults().outage().value()).isBetween(50.0, 2_000.0);
    assertThat(row.marks()).contains("ONE JVM: NOT CITABLE").doesNotContain("PROMISE BROKEN");
    assertThat(findings.complete()).isTrue();
  }

  @Test
  void shouldMeasureThatAnInSyncSetOfThreeSurvivesTwoCrashes() throws Exception {
    Cell cell = memory("memory", 3, "in-sync");
    Plan plan = Plan.of("test", 2, 1, SHORT, List.of(cell), null);

    DecisionTable.Row row = row(Tables.of(plan, run(plan)), cell);

    assertThat(row.faults().writesResume()).isEqualTo(new DecisionTable.Tolerance(2, 2, ""));
    assertThat(row.faults().lost()).isZero();
  }

  @Test
  void shouldFindWhatALogLosesInACrash() throws Exception {
    // given a log whose replicas lose their last three records at each of three kills
    Cell cell = memory(FlawedBackends.LosesTheTail.NAME, 3, "in-sync");
    Plan plan = Plan.of("test", 3, 1, SHORT, List.of(cell), null);

    // when
    Findings findings = run(plan);

    // then
    CrashFinding crash = Objects.requireNonNull(of(findings, cell).crash());
    assertThat(crash.audit().lost()).isBetween(3L, 9L);
    DecisionTable.Row row = row(Tables.of(plan, findings), cell);
    assertThat(row.faults().lost()).isEqualTo(crash.audit().lost());
    assertThat(row.faults().lostShareMax95()).isNull();
    assertThat(row.marks()).contains("PROMISE BROKEN");
  }

  @Test
  void shouldFindWhatALogStoresTwice() throws Exception {
    // given a log that stores each tenth append twice
    Cell cell = memory(FlawedBackends.StoresTwice.NAME, 2, "in-sync");
    Plan plan = Plan.of("test", 3, 1, SHORT, List.of(cell), null);

    // when
    Findings findings = run(plan);

    // then
    CrashFinding crash = Objects.requireNonNull(of(findings, cell).crash());
    long appends = crash.counts().of(Outcome.COMMITTED);
    // Every tenth that was asked for; of one that failed in a crash, one copy may be there.
    long failed = crash.counts().failures();
    assertThat(crash.audit().duplicated())
        .isPositive()
        .isBetween(appends / 10 - 1 - failed, appends / 10 + 1 + failed);
    assertThat(crash.audit().lost()).isZero();
    assertThat(row(Tables.of(plan, findings), cell).faults().duplicated())
        .isEqualTo(crash.audit().duplicated());
  }

  @Test
  void shouldKeepTheOtherCellsWhenOneFails() throws Exception {
    // given a cell whose backend does not exist
    Cell absent = memory("absent", 1, "majority");
    Cell good = memory("memory", 1, "majority");
    Plan plan = Plan.of("test", 4, 1, SHORT, List.of(absent, good), null);

    // when
    Findings findings = run(plan);

    // then
    assertThat(of(findings, absent).failure()).contains("absent");
    assertThat(of(findings, good).failure()).isNull();
    DecisionTable table = Tables.of(plan, findings);
    assertThat(row(table, absent).marks()).anyMatch(mark -> mark.startsWith("FAILED: "));
    assertThat(row(table, absent).load().p50().value()).isNull();
    assertThat(row(table, good).load().p50().value()).isPositive();
    assertThat(said).anyMatch(line -> line.startsWith("FAILED: "));
  }

  @Test
  void shouldSerialiseAsJsonWithoutNaNAndLeaveRawFilesOfEachPart() throws Exception {
    Cell cell = memory("memory", 1, "majority");
    Plan plan = Plan.of("test", 5, 1, SHORT, List.of(cell), null);

    Findings findings = run(plan);
    JsonMapper json = JsonMapper.builder().build();
    String text =
        json.writeValueAsString(
            Map.of("plan", plan, "findings", findings, "table", Tables.of(plan, findings)));

    JsonNode back = json.readTree(text);
    assertThat(text).doesNotContain("NaN", "Infinity");
    assertThat(back.at("/table/rows/0/backend").asString()).isEqualTo("memory");
    assertThat(back.at("/plan/predictions")).isNotEmpty();
    try (Stream<Path> files = Files.list(directory.resolve("raw").resolve(cell.name()))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "latency.hlog",
              "latency.csv.gz",
              "crash.hlog",
              "crash.csv.gz",
              "crash.history",
              "loss-full-appends.history",
              "loss-full-after-0.history",
              "loss-least-appends.history",
              "loss-least-after-0.history");
    }
  }
}
