package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.bench.experiment.Claims.Status;
import io.rvi.bench.experiment.DurabilityEvent.Promise;
import io.rvi.bench.lab.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What durability trials say follows from what was found, for and against theory. */
class DurabilityTest {
  private static final Shape SHAPE =
      new Shape(200, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5), 0);
  private static final List<NodeId> NODES = List.of(new NodeId(1), new NodeId(2), new NodeId(3));

  @TempDir Path directory;

  private static Cell cell(String backend, Flush flush) {
    return new Cell(backend, 3, flush, 64, Topology.PROCESSES, Map.of(), false);
  }

  private static Plan plan() {
    List<Cell> cells = new ArrayList<>();
    for (Flush flush : List.of(Flush.NONE, Flush.GROUP)) {
      cells.add(cell("isr", flush));
      cells.add(cell("raft", flush));
    }
    DurabilityPlan durability =
        new DurabilityPlan(cells, List.of(DurabilityEvent.values()), 1, 100);
    return Plan.ofAll(
        "test", 1, 1, SHAPE, List.of(), new Plan.Trials(null, durability, null, null));
  }

  private static DurabilityFinding found(
      Cell cell, DurabilityEvent event, long lost, long countedLost) {
    AckAudit audit =
        new AckAudit(
            200,
            lost,
            0,
            0,
            0,
            lost > 0 ? Map.of("LOST", lost, "DIVERGED", 5L) : Map.of(),
            List.of());
    DurabilityFinding.Trial trial =
        new DurabilityFinding.Trial(
            NODES,
            NODES,
            List.of("power-loss: down"),
            200,
            Map.of("n1", 200 - lost),
            true,
            true,
            500L,
            audit,
            countedLost,
            null,
            null,
            List.of());
    return new DurabilityFinding(cell.name(), event, 0, 7, trial, null);
  }

  private static Findings findings(DurabilityFinding... durability) {
    return new Findings(
        List.of(), List.of(), List.of(), List.of(durability), List.of(), List.of(), true);
  }

  private static Status status(String id, DurabilityFinding... durability) {
    return Claims.of(plan(), findings(durability)).claims().stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .orElseThrow()
        .status();
  }

  @Test
  void shouldPlanNoEventThatACellCannotHave() {
    assertThat(plan().steps())
        .noneMatch(step -> step.name().equals("durability-raft-n3-none-64-last-standing"))
        .noneMatch(step -> step.name().equals("durability-isr-n3-group-64-unclean-election"))
        .anyMatch(step -> step.name().equals("durability-isr-n3-none-64-unclean-election"))
        .hasSize(8 + 6 + 5 + 5);
  }

  @Test
  void shouldPromiseThatAnFsyncKeepsAll() {
    for (DurabilityEvent event : DurabilityEvent.values()) {
      if (event.takesPower()) {
        assertThat(event.promise(cell("raft", Flush.GROUP))).isEqualTo(Promise.KEPT);
        assertThat(event.promise(cell("isr", Flush.EACH))).isEqualTo(Promise.KEPT);
      }
    }
    assertThat(DurabilityEvent.ALL.promise(cell("isr", Flush.NONE))).isEqualTo(Promise.MAY_BE_LOST);
  }

  @Test
  void shouldCallALossUnderAnFsyncABrokenPromise() {
    Findings findings = findings(found(cell("raft", Flush.GROUP), DurabilityEvent.ALL, 3, 3));

    DurabilityTable.Row row = DurabilityTable.of(plan(), findings).rows().get(0);

    assertThat(row.broken()).isEqualTo(1);
    assertThat(row.losing()).isEqualTo(1);
    assertThat(row.losingShareMax95()).isNull();
  }

  @Test
  void shouldNotCallALossThatWasAllowedBrokenAndBoundTheShareOfNone() {
    Findings findings =
        findings(
            found(cell("isr", Flush.NONE), DurabilityEvent.ALL, 100, 100),
            found(cell("raft", Flush.NONE), DurabilityEvent.ALL, 0, 0));

    List<DurabilityTable.Row> rows = DurabilityTable.of(plan(), findings).rows();

    assertThat(rows).allMatch(row -> row.broken() == 0);
    assertThat(rows.get(1).losingShareMax95()).isNotNull();
  }

  @Test
  void shouldJudgeAPowerLossOfAllByBothBackendsWithAndWithoutFsync() {
    DurabilityFinding isr = found(cell("isr", Flush.NONE), DurabilityEvent.ALL, 100, 100);
    DurabilityFinding raft = found(cell("raft", Flush.NONE), DurabilityEvent.ALL, 5, 5);
    DurabilityFinding kept = found(cell("isr", Flush.GROUP), DurabilityEvent.ALL, 0, 0);
    DurabilityFinding broken = found(cell("raft", Flush.GROUP), DurabilityEvent.ALL, 1, 1);

    assertThat(status("C12", isr, raft, kept)).isEqualTo(Status.CONFIRMED);
    assertThat(status("C12", isr, raft, kept, broken)).isEqualTo(Status.REFUTED);
    assertThat(status("C12", isr, raft)).isEqualTo(Status.NOT_RUN);
  }

  @Test
  void shouldDecideNothingWhereTheTwoCountsDiffer() {
    DurabilityFinding unclean =
        found(cell("isr", Flush.NONE), DurabilityEvent.UNCLEAN_ELECTION, 100, 99);

    assertThat(status("C08", unclean)).isEqualTo(Status.INCONCLUSIVE);
    assertThat(
            status("C08", found(cell("isr", Flush.NONE), DurabilityEvent.UNCLEAN_ELECTION, 9, 9)))
        .isEqualTo(Status.CONFIRMED);
  }

  @Test
  void shouldNotRefuteByAbsenceWhatOnlyCanHappen() {
    DurabilityEvent event = DurabilityEvent.ACKER_WITH_LAGGARDS;

    assertThat(
            status(
                "C10",
                found(cell("raft", Flush.NONE), event, 0, 0),
                found(cell("raft", Flush.GROUP), event, 0, 0)))
        .isEqualTo(Status.INCONCLUSIVE);
  }

  @Test
  void shouldReadWhatNodesSayTheyCut() {
    NodeLosses said = new NodeLosses();

    said.collect("ERROR d-0: records 5 to 7 were committed and are lost by an unclean election");
    said.collect("WARN d-0: records 8 to 9 are cut where unclean elections are allowed, and are");
    said.collect("WARN d-0: records 7 to 8 are cut where unclean elections are allowed, and are");
    said.collect("INFO records 5 to 99 were read");

    assertThat(said.least()).isEqualTo(3);
    assertThat(said.most()).isEqualTo(5);
  }

  @Test
  void shouldNotAgreeWithNodesThatSayTheyCutFewerRecordsThanAreLost() {
    Cell cell = cell("isr", Flush.NONE);
    DurabilityFinding silent = found(cell, DurabilityEvent.UNCLEAN_ELECTION, 100, 100);

    assertThat(status("C08", saying(silent, 0, 100))).isEqualTo(Status.CONFIRMED);
    assertThat(status("C08", saying(silent, 0, 99))).isEqualTo(Status.INCONCLUSIVE);
    assertThat(status("C08", saying(silent, 101, 110))).isEqualTo(Status.INCONCLUSIVE);
  }

  /** The same finding, with the least and the most records that nodes said are lost. */
  private static DurabilityFinding saying(DurabilityFinding found, long least, long most) {
    DurabilityFinding.Trial trial = Objects.requireNonNull(found.trial());
    DurabilityFinding.Trial said =
        new DurabilityFinding.Trial(
            trial.acknowledging(),
            trial.victims(),
            trial.proofs(),
            trial.acked(),
            trial.heldByVictims(),
            trial.servedWithoutRest(),
            trial.served(),
            trial.outageMs(),
            trial.audit(),
            trial.countedLost(),
            least,
            most,
            trial.remarks());
    return new DurabilityFinding(
        found.cell(), found.event(), found.fork(), found.seed(), said, found.failure());
  }

  @Test
  void shouldCountAgainFromItsFileWhatIsNeitherServedNorOnADisk() throws IOException {
    AckCount count = new AckCount();
    count.acknowledged(0);
    count.acknowledged(1);
    Path file = directory.resolve("acked.csv");

    count.write(file);

    assertThat(count.lost()).isEqualTo(2);
    assertThat(AckCount.lostOf(file)).isEqualTo(2);
    Files.writeString(file, "sequence,served,on_disk\n0,true,false\n1,,true\n2,false,true\n");
    assertThat(AckCount.lostOf(file)).isEqualTo(1);
    Files.writeString(file, "sequence,served,on_disk\n0,true,false\n0,true,false\n");
    assertThatThrownBy(() -> AckCount.lostOf(file)).hasMessageContaining("another form");
  }
}
