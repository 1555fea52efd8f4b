package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.model.Tolerance;
import java.nio.file.Files;
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

/** Losses and outages on processes of both backends: they land, and end as theory says. */
@Tag("clusters")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RealTrialsTest {
  private static final Topology TOPOLOGY = Topology.PROCESSES;
  private static final Shape SHAPE =
      new Shape(200, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5), 20);

  @TempDir private Path directory;

  private static Cell cell(String backend, int minInSync) {
    Map<String, String> settings =
        minInSync > 1 ? Map.of(Cell.MIN_IN_SYNC, Integer.toString(minInSync)) : Map.of();
    return new Cell(backend, 3, Flush.NONE, 128, TOPOLOGY, settings, true);
  }

  @ParameterizedTest
  @CsvSource({
    "isr, 1, AT_ONCE_LEADER_FIRST",
    "isr, 1, AT_ONCE_LEADER_LAST",
    "isr, 2, IN_TURN_LEADER_LAST",
    "isr, 2, IN_TURN_LEADER_FIRST",
    "raft, 1, IN_TURN_LEADER_LAST",
    "raft, 1, IN_TURN_LEADER_FIRST"
  })
  void shouldLoseNoRecordBeforeTheoryDoes(String backend, int minInSync, LossVariant variant)
      throws Exception {
    Cell cell = cell(backend, minInSync);
    Tolerance theory = Predictions.tolerance(cell);

    LossFinding finding;
    try (Lab lab = Lab.open(directory.resolve("lab"));
        Cluster cluster = lab.start(CellCluster.spec(cell))) {
      finding = new LossTrial(cluster, cell, SHAPE, variant, directory, 5).run();
    }

    assertThat(finding.promiseBroken()).as("%s", finding).isFalse();
    assertThat(finding.permanentLoss()).as("%s", finding).isEqualTo(theory.permanentLoss());
    if (variant.revives()) {
      LossFinding.Revival revived = Objects.requireNonNull(finding.revived());
      assertThat(revived.served()).as("%s", revived).isTrue();
    } else {
      assertThat(finding.permanentLossFull()).isEqualTo(theory.permanentLossFull());
    }
    if (variant.triesLeftBehind()) {
      LossFinding.Revival behind = Objects.requireNonNull(finding.leftBehind());
      assertThat(behind.served()).as("%s", behind).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"isr", "raft"})
  void shouldMeasureOutagesOfKillsThatEndAndLoseNothing(String backend) throws Exception {
    Cell cell = cell(backend, 1);
    try (Lab lab = Lab.open(directory.resolve("lab"));
        OutageSession session =
            OutageSession.start(
                lab,
                cell,
                UnaryOperator.identity(),
                200,
                Duration.ofSeconds(10),
                directory.resolve("history"),
                5)) {
      for (OutageEvent event : List.of(OutageEvent.LEADER_KILL, OutageEvent.FOLLOWER_KILL)) {
        OutageFinding.Trial trial = session.trial(event);
        assertThat(trial.voidBecause()).as("%s", trial).isNull();
        assertThat(Objects.requireNonNull(trial.gap()).ended()).as("%s", trial).isTrue();
      }
      assertThat(session.end().audit().clean()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"isr", "raft"})
  void shouldServeThroughASlowAPausedAndACutOffFollowerAndLoseNothing(String backend)
      throws Exception {
    Cell cell = cell(backend, 1);
    List<SlowLevel> levels =
        List.of(
            new SlowLevel(SlowLevel.Kind.DELAY, 20, 1),
            new SlowLevel(SlowLevel.Kind.PAUSES, 300, 1),
            new SlowLevel(SlowLevel.Kind.LINK_CUT, 4_000, 1));
    SlowPlan plan = new SlowPlan(List.of(cell), levels, Duration.ofSeconds(3), 1, 200);
    RawFiles raw = (step, name) -> directory.resolve(name);

    SlowFinding finding;
    try (Lab lab = Lab.open(directory.resolve("lab"))) {
      Step.SlowStep step = new Step.SlowStep(cell, 0, levels);
      finding = new SlowRun(lab, UnaryOperator.identity(), raw, step, plan, 5).run();
    }

    assertThat(finding.failure()).isNull();
    assertThat(Objects.requireNonNull(finding.audit()).clean()).as("%s", finding).isTrue();
    assertThat(finding.levels())
        .hasSize(3)
        .allMatch(level -> level.voidBecause() == null && level.settled().acked() > 0);
    assertThat(finding.levels().get(2).rolesDuring().leaderChanges())
        .as("%s", finding)
        .isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"isr", "raft"})
  void shouldRecordUnderWhatConditionsALoadWasMeasured(String backend) throws Exception {
    Cell cell = new Cell(backend, 3, Flush.NONE, 128, TOPOLOGY, Map.of(), false);
    Duration second = Duration.ofSeconds(1);
    Shape shape = new Shape(200, second, second, Duration.ZERO, second, null);
    Step.CellStep step = new Step.CellStep(cell, 0);

    CellFinding finding;
    try (Lab lab = Lab.open(directory.resolve("lab"))) {
      RawFiles raw = (of, name) -> directory.resolve(name);
      finding = new CellTrial(lab, UnaryOperator.identity(), raw, shape, step, 5).run();
    }

    assertThat(finding.failure()).isNull();
    LoadConditions conditions =
        Objects.requireNonNull(Objects.requireNonNull(finding.load()).conditions());
    assertThat(conditions.measuredNs()).isGreaterThan(second.toNanos() / 2);
    assertThat(conditions.senderCores()).isBetween(1e-6, 1.0);
    assertThat(conditions.harnessCores()).isNotNull();
    assertThat(conditions.leaderMoves()).as("%s", conditions).isNotNull();
    assertThat(conditions.jvms())
        .extracting(JvmPauses::process)
        .containsExactly(JvmPauses.HARNESS, "n1", "n2", "n3");
    for (JvmPauses jvm : conditions.jvms().subList(1, 4)) {
      String log = Files.readString(directory.resolve(jvm.process() + ".gc.log"));
      assertThat(JvmPauses.of(jvm.process(), log)).isEqualTo(jvm);
    }
  }
}
