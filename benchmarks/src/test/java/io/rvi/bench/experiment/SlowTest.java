package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.api.NodeId;
import io.rvi.api.TopicDescription;
import io.rvi.bench.experiment.Claims.Status;
import io.rvi.bench.experiment.SlowFinding.Roles;
import io.rvi.bench.experiment.SlowFinding.Window;
import io.rvi.bench.lab.Topology;
import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.OperationLog;
import io.rvi.bench.load.ScriptedLog;
import io.rvi.bench.load.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** What slow followers and a cut link are said to do follows from what was found. */
class SlowTest {
  private static final long ONE_MS_NS = 1_000_000;
  private static final long ONE_S_NS = 1_000 * ONE_MS_NS;
  private static final Shape SHAPE =
      new Shape(200, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5), 0);
  private static final Roles QUIET = new Roles(0, 0, 0, 0, 100, ONE_MS_NS);
  private static final List<SlowLevel> LEVELS =
      List.of(
          delay(5, 1),
          delay(100, 1),
          delay(100, 2),
          delay(100, 3),
          new SlowLevel(SlowLevel.Kind.PAUSES, 300, 1),
          new SlowLevel(SlowLevel.Kind.LINK_CUT, 60_000, 1));

  private final VirtualClock clock = new VirtualClock();

  private static SlowLevel delay(long millis, int followers) {
    return new SlowLevel(SlowLevel.Kind.DELAY, millis, followers);
  }

  private static Cell cell(String backend, int replicas) {
    return new Cell(backend, replicas, Flush.NONE, 64, Topology.PROCESSES, Map.of(), false);
  }

  private static Plan plan() {
    List<Cell> cells = List.of(cell("isr", 3), cell("raft", 3), cell("isr", 5), cell("raft", 5));
    SlowPlan slow = new SlowPlan(cells, LEVELS, Duration.ofSeconds(10), 3, 200);
    return Plan.ofAll("test", 1, 1, SHAPE, List.of(), new Plan.Trials(null, null, slow, null));
  }

  private static Window window(long p50Ms) {
    return new Window(1_000, 990, 980, p50Ms * ONE_MS_NS, 2 * p50Ms * ONE_MS_NS);
  }

  /** Three clusters on which a level lifted the median so far from 2 ms. */
  private static List<SlowFinding> found(
      Cell cell, SlowLevel level, long addedMs, Roles during, long lastedS) {
    SlowFinding.Times times =
        new SlowFinding.Times(
            0, 5 * ONE_S_NS, 5 * ONE_S_NS, (5 + lastedS) * ONE_S_NS, (6 + lastedS) * ONE_S_NS);
    SlowFinding.Level one =
        new SlowFinding.Level(
            level,
            "slow-link",
            "delayed",
            null,
            times,
            QUIET,
            during,
            window(2),
            window(2 + addedMs),
            window(2 + addedMs));
    return Collections.nCopies(
        3, new SlowFinding(cell.name(), 0, 7, 600, List.of(one), null, null, null));
  }

  private static List<SlowFinding> found(Cell cell, SlowLevel level, long addedMs) {
    return found(cell, level, addedMs, QUIET, 10);
  }

  @SafeVarargs
  private static Findings findings(List<SlowFinding>... found) {
    List<SlowFinding> all = new ArrayList<>();
    for (List<SlowFinding> one : found) {
      all.addAll(one);
    }
    return new Findings(List.of(), List.of(), List.of(), List.of(), all, List.of(), true);
  }

  @SafeVarargs
  private static Status status(String id, List<SlowFinding>... found) {
    return Claims.of(plan(), findings(found)).claims().stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .orElseThrow()
        .status();
  }

  @Test
  void shouldPlanEveryLevelOfEachClusterThatACellCanHave() {
    List<Step> steps = plan().steps();

    assertThat(steps).hasSize(4 * 3);
    for (Step step : steps) {
      int replicas = ((Step.SlowStep) step).cell().replicas();
      assertThat(((Step.SlowStep) step).levels())
          .containsExactlyInAnyOrderElementsOf(
              LEVELS.stream().filter(level -> level.followers() < replicas).toList());
    }
    assertThat(PlannedTime.of(plan()))
        .as("4 cells, 3 clusters, 5 or 6 levels of 15 s and more, one of 65 s")
        .isBetween(Duration.ofSeconds(1_600), Duration.ofSeconds(2_000));
  }

  @Test
  void shouldReadAWindowOffTheAppendsThatWereMeantForIt() throws Exception {
    // given a second of answers after 1 ms, one of 20 ms, and then none any more
    OperationLog operations =
        answering(
            sentNs ->
                sentNs < ONE_S_NS
                    ? sentNs + ONE_MS_NS
                    : sentNs < 2 * ONE_S_NS ? sentNs + 20 * ONE_MS_NS : 60 * ONE_S_NS);

    assertThat(SlowTiming.window(operations, 0, ONE_S_NS))
        .isEqualTo(new Window(1_000, 1_000, 999, ONE_MS_NS, ONE_MS_NS));
    Window slow = SlowTiming.window(operations, ONE_S_NS, 2 * ONE_S_NS);
    assertThat(slow.p50Ns()).isEqualTo(20 * ONE_MS_NS);
    assertThat(slow.acked()).isEqualTo(1_000);
    assertThat(slow.ackedWithin()).isBetween(979L, 982L);
    Window over = SlowTiming.window(operations, ONE_S_NS, 3 * ONE_S_NS);
    assertThat(over.intended()).isEqualTo(2_000);
    assertThat(over.acked()).isEqualTo(1_000);
    assertThat(over.p50Ns()).isEqualTo(20 * ONE_MS_NS);
    assertThat(over.p99Ns()).isNull();
  }

  private OperationLog answering(LongUnaryOperator script) throws InterruptedException {
    long origin = clock.nowNs();
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(1_000),
            Duration.ZERO,
            Duration.ofSeconds(4),
            100_000,
            Duration.ofSeconds(10));
    ScriptedLog log =
        new ScriptedLog(clock, sentNs -> origin + script.applyAsLong(sentNs - origin));
    return new OpenLoop(plan, log, clock).run().operations();
  }

  private static TopicDescription.Partition seen(int leader, long epoch, int... inSync) {
    Set<NodeId> set = new HashSet<>();
    for (int node : inSync) {
      set.add(new NodeId(node));
    }
    return new TopicDescription.Partition(
        0,
        leader == 0 ? Optional.empty() : Optional.of(new NodeId(leader)),
        epoch,
        List.of(new NodeId(1), new NodeId(2), new NodeId(3)),
        set,
        0,
        0,
        List.of());
  }

  @Test
  void shouldCountEachEvictionReturnAndChangeOfLeader() {
    RoleCount count = new RoleCount();

    count.look(seen(1, 4, 1, 2, 3));
    count.look(seen(1, 4, 1, 3));
    count.look(seen(1, 4, 1, 2, 3));
    assertThat(count.take(9)).isEqualTo(new Roles(1, 1, 0, 0, 3, 9));

    count.look(seen(0, 5));
    count.look(seen(3, 6, 3));
    count.look(seen(1, 7, 1, 2, 3));
    assertThat(count.take(9)).isEqualTo(new Roles(2, 2, 2, 3, 3, 9));
    assertThat(count.take(9)).isEqualTo(new Roles(0, 0, 0, 0, 0, 9));
  }

  @Test
  void shouldConfirmThatAnInSyncSetWaitsForItsSlowFollowerAndAMajorityDoesNot() {
    List<SlowFinding> set = found(cell("isr", 3), delay(5, 1), 12);
    List<SlowFinding> setMore = found(cell("isr", 3), delay(100, 1), 230);
    List<SlowFinding> majority = found(cell("raft", 3), delay(5, 1), 0);
    List<SlowFinding> majorityMore = found(cell("raft", 3), delay(100, 1), 2);

    assertThat(status("C19", set, setMore, majority, majorityMore)).isEqualTo(Status.CONFIRMED);
    assertThat(status("C19", set, setMore, majority, found(cell("raft", 3), delay(100, 1), 190)))
        .isEqualTo(Status.REFUTED);
    assertThat(
            status(
                "C19",
                set.subList(0, 1),
                setMore.subList(0, 1),
                majority.subList(0, 1),
                majorityMore.subList(0, 1)))
        .isEqualTo(Status.INCONCLUSIVE);
    assertThat(status("C19", set, setMore)).isEqualTo(Status.NOT_RUN);
  }

  @Test
  void shouldNotCallTenSecondsNever() {
    Roles evicted = new Roles(1, 1, 0, 0, 100, ONE_MS_NS);
    Cell set = cell("isr", 3);

    assertThat(status("C20", found(set, delay(5, 1), 10))).isEqualTo(Status.INCONCLUSIVE);
    assertThat(status("C20", found(set, delay(5, 1), 10, QUIET, 600))).isEqualTo(Status.CONFIRMED);
    assertThat(status("C20", found(set, delay(5, 1), 10, evicted, 600))).isEqualTo(Status.REFUTED);
  }

  @Test
  void shouldFindTheStepAtThreeSlowFollowersOfFiveForAMajority() {
    List<SlowFinding> set = found(cell("isr", 5), delay(100, 1), 200);
    List<SlowFinding> one = found(cell("raft", 5), delay(100, 1), 1);
    List<SlowFinding> two = found(cell("raft", 5), delay(100, 2), 1);
    List<SlowFinding> three = found(cell("raft", 5), delay(100, 3), 200);

    assertThat(status("C21", set, one, two, three)).isEqualTo(Status.CONFIRMED);
    assertThat(status("C21", set, one, found(cell("raft", 5), delay(100, 2), 200), three))
        .isEqualTo(Status.REFUTED);
    assertThat(status("C21", set, one, two)).isEqualTo(Status.NOT_RUN);
  }

  @Test
  void shouldShowTheWorstTrialOfACutLinkAndLeaveOutWhatDidNotLand() {
    SlowLevel cut = LEVELS.get(LEVELS.size() - 1);
    Cell cell = cell("raft", 3);
    List<SlowFinding> good = found(cell, cut, 1, new Roles(0, 0, 1, 1, 100, ONE_MS_NS), 60);
    SlowFinding.Level level = good.get(0).levels().get(0);
    SlowFinding bad =
        new SlowFinding(
            cell.name(),
            1,
            7,
            600,
            List.of(
                new SlowFinding.Level(
                    cut,
                    "cut",
                    "5 bytes passed",
                    "did not land",
                    level.times(),
                    QUIET,
                    new Roles(0, 0, 9, 9, 100, ONE_MS_NS),
                    level.before(),
                    level.during(),
                    level.settled())),
            null,
            null,
            null);

    SlowTable.Row row = SlowTable.of(plan(), findings(good, List.of(bad))).rows().get(0);

    assertThat(row.trials()).isEqualTo(3);
    assertThat(row.voids()).isEqualTo(1);
    assertThat(row.leaderChangesMost()).isEqualTo(1);
    assertThat(row.ackedSettled()).isEqualTo(0.99);
  }
}
