package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.bench.experiment.Claims.Status;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.OutcomeCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Verdicts come out for and against theory, by what was found. */
class ClaimsTest {
  private static final Shape SHAPE =
      new Shape(200, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5), 50);
  private static final AckAudit CLEAN = new AckAudit(100, 0, 0, 0, 0, Map.of(), List.of());
  private static final AckAudit LOSING =
      new AckAudit(100, 3, 0, 0, 0, Map.of("LOST", 3L), List.of());
  private static final OutcomeCounts COUNTS = new OutcomeCounts(Map.of());
  private static final List<NodeId> NODES = List.of(new NodeId(1), new NodeId(2), new NodeId(3));

  private static Cell cell(String replication) {
    return new Cell(
        "memory",
        3,
        Flush.NONE,
        replication.equals("in-sync") ? 64 : 128,
        Topology.EMBEDDED,
        Map.of("memory.replication", replication),
        true);
  }

  private static Plan plan(Cell... cells) {
    List<OutagePlan.Scope> scopes =
        List.of(cells).stream().map(cell -> new OutagePlan.Scope(cell, 1, 10)).toList();
    return Plan.of("test", 1, 1, SHAPE, List.of(cells), new OutagePlan(scopes, 200));
  }

  /** A loss trial of three after which records were missing from so many losses on. */
  private static LossFinding losses(int lostLeastFrom, int lostFullFrom) {
    List<LossFinding.Stage> stages = new ArrayList<>();
    for (int losses = 0; losses < 3; losses++) {
      stages.add(
          new LossFinding.Stage(
              losses,
              NODES.subList(losses, 3),
              losses >= lostFullFrom ? 50 : 0,
              losses >= lostLeastFrom ? 50 : 0));
    }
    return new LossFinding(
        1,
        LossVariant.AT_ONCE_LEADER_FIRST,
        NODES.subList(0, 1),
        NODES.subList(1, 3),
        NODES,
        50,
        50,
        stages,
        List.of(),
        null,
        null);
  }

  private static CrashFinding crashes(int resumed, AckAudit audit) {
    List<CrashFinding.Kill> kills = new ArrayList<>();
    for (int down = 1; down <= 3; down++) {
      kills.add(
          new CrashFinding.Kill(
              NODES.get(down - 1), down == 1, down, down * 1_000L, down <= resumed, null, "down"));
    }
    return new CrashFinding(
        kills, audit, COUNTS, 10, CrashVariant.IN_TURN_LEADER_FIRST, 1L, List.of(), null);
  }

  private static Findings found(Cell cell, CrashFinding crash, LossFinding loss) {
    return new Findings(
        List.of(new CellFinding(cell.name(), 0, null, crash, loss, null)),
        List.of(),
        List.of(),
        true);
  }

  private static OutageFinding outages(
      Cell cell, OutageEvent event, long lengthMs, AckAudit audit) {
    List<OutageFinding.Trial> trials = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long atNs = 1_000_000_000L * i;
      trials.add(
          new OutageFinding.Trial(
              event,
              event.label(),
              "landed",
              null,
              i % 2 == 0,
              new OutageFinding.Times(atNs, atNs, atNs, atNs, null, null, null),
              new OutageFinding.Gap(
                  atNs, atNs + (lengthMs + i) * 1_000_000, true, 1_000, null, null)));
    }
    return new OutageFinding(cell.name(), 0, 1, 600, trials, audit, COUNTS, null);
  }

  private static Status status(Claims claims, String id) {
    return claims.claims().stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .orElseThrow()
        .status();
  }

  @Test
  void shouldConfirmWhatTheTrialsShow() {
    Cell cell = cell("in-sync");

    Claims claims = Claims.of(plan(cell), found(cell, crashes(2, CLEAN), losses(1, 3)));

    assertThat(status(claims, "C01")).isEqualTo(Status.CONFIRMED);
    assertThat(status(claims, "C03")).isEqualTo(Status.CONFIRMED);
    assertThat(status(claims, "C06")).isEqualTo(Status.CONFIRMED);
    assertThat(status(claims, "C04")).isEqualTo(Status.NOT_RUN);
    assertThat(status(claims, "C33")).isEqualTo(Status.NOT_RUN);
    assertThat(status(claims, "C19")).isEqualTo(Status.NOT_RUN);
  }

  @Test
  void shouldRefuteWhereMoreIsLostOrLessResumesThanPromised() {
    Cell cell = cell("in-sync");

    Claims claims = Claims.of(plan(cell), found(cell, crashes(1, CLEAN), losses(1, 2)));

    assertThat(status(claims, "C01")).isEqualTo(Status.REFUTED);
    assertThat(status(claims, "C06")).isEqualTo(Status.REFUTED);
  }

  @Test
  void shouldRefuteAMajorityThatToleratesMoreThanPromised() {
    Cell cell = cell("majority");

    Claims claims = Claims.of(plan(cell), found(cell, crashes(2, CLEAN), losses(2, 3)));

    assertThat(status(claims, "C04")).isEqualTo(Status.REFUTED);
  }

  @Test
  void shouldJudgeOutagesByTheirTimesAndTheCheckersVerdict() {
    // given failovers of the two within one and two detection times
    Cell set = cell("in-sync");
    Cell majority = cell("majority");
    Plan plan = plan(set, majority);
    Findings findings =
        new Findings(
            List.of(),
            List.of(),
            List.of(
                outages(set, OutageEvent.LEADER_KILL, 700, CLEAN),
                outages(majority, OutageEvent.LEADER_KILL, 650, CLEAN),
                outages(majority, OutageEvent.LEADER_PAUSED, 650, LOSING)),
            true);

    // when
    Claims claims = Claims.of(plan, findings);

    // then
    assertThat(status(claims, "C33")).isEqualTo(Status.CONFIRMED);
    assertThat(status(claims, "C34")).isEqualTo(Status.CONFIRMED);
    assertThat(status(claims, "C13")).isEqualTo(Status.REFUTED);
    assertThat(status(claims, "C14")).isEqualTo(Status.NOT_RUN);
    assertThat(status(claims, "C37")).isNotEqualTo(Status.NOT_RUN);
  }

  @Test
  void shouldRefuteAFailoverThatIsTooLong() {
    Cell set = cell("in-sync");
    Cell majority = cell("majority");
    Findings findings =
        new Findings(
            List.of(),
            List.of(),
            List.of(
                outages(set, OutageEvent.LEADER_KILL, 5_000, CLEAN),
                outages(majority, OutageEvent.LEADER_KILL, 650, CLEAN)),
            true);

    Claims claims = Claims.of(plan(set, majority), findings);

    assertThat(status(claims, "C33")).isEqualTo(Status.REFUTED);
    assertThat(status(claims, "C34")).isEqualTo(Status.REFUTED);
  }

  @Test
  void shouldCountWhatDidNotResumeAsLong() {
    Cell cell = cell("majority");
    OutageFinding some = outages(cell, OutageEvent.LEADER_KILL, 700, CLEAN);
    List<OutageFinding.Trial> open =
        some.trials().stream()
            .map(
                trial ->
                    new OutageFinding.Trial(
                        trial.event(),
                        trial.what(),
                        trial.proof(),
                        null,
                        false,
                        trial.times(),
                        new OutageFinding.Gap(0, 5_000_000_000L, false, 1, null, null)))
            .toList();
    OutageFinding none = new OutageFinding(cell.name(), 0, 1, 600, open, CLEAN, COUNTS, null);

    OutageTable table =
        OutageTable.of(plan(cell), new Findings(List.of(), List.of(), List.of(none), true));

    OutageTable.Row row = table.rows().get(0);
    assertThat(row.resumed()).isZero();
    assertThat(row.outage().atLeast()).isTrue();
    assertThat(row.longOnes()).isEqualTo(10);
  }
}
