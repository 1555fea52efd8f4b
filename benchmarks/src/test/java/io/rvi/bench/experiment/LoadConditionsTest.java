package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.load.OutcomeCounts;
import io.rvi.bench.load.Percentile;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LoadConditionsTest {
  private static final long ONE_S_NS = 1_000_000_000;
  private static final JvmPauses CALM = new JvmPauses("n1", 0, 9_999_999, 400_000);

  private static LoadConditions conditions(
      @Nullable Double senderCores, @Nullable Long leaderMoves, JvmPauses... jvms) {
    return new LoadConditions(ONE_S_NS, true, senderCores, 0.5, leaderMoves, List.of(jvms));
  }

  private static CellFinding cell(
      int fork, boolean senderLate, @Nullable LoadConditions conditions) {
    Percentile p50 = new Percentile(0.5, 2_000_000, false, true, 3_000);
    OutcomeCounts none = new OutcomeCounts(Map.of());
    LoadFinding load =
        new LoadFinding(
            500,
            500,
            p50,
            p50,
            p50,
            1,
            1_489_000,
            none,
            false,
            senderLate,
            false,
            0,
            none,
            conditions);
    return new CellFinding("isr-n3-none-1024", fork, load, null, null, null);
  }

  private static List<String> marks(boolean senderLate, @Nullable LoadConditions conditions) {
    return ConditionMarks.of(List.of(cell(0, senderLate, conditions)));
  }

  @Test
  void shouldNotMarkACellWhoseConditionsAreWithinTheirLimits() {
    assertThat(marks(false, conditions(0.15, 0L, CALM))).isEmpty();
    assertThat(marks(false, conditions(null, 0L, CALM))).isEmpty();
  }

  @Test
  void shouldMarkWithTheFiguresThatTheMarkRestsOn() {
    JvmPauses stopped = new JvmPauses("n2", 12_000_000, 20_000_000, 9_000_000);

    assertThat(marks(true, conditions(0.151, 2L, CALM, stopped)))
        .containsExactly(
            "SENDER LATE: by 1.489 ms at p99; 0.200 ms are 10 % of p50",
            "SENDER BUSY: its thread took 15.1 % of a core; 15 % are allowed",
            "LEADER MOVED: the epoch grew by 2 during the load",
            "JVM PAUSES: n2 stood still for 2.0 % of the time, 12.0 ms of it for its collector");
  }

  @Test
  void shouldMarkACellWhoseLeaderNobodySaw() {
    assertThat(marks(false, conditions(0.01, null)))
        .containsExactly(
            "LEADER NOT SEEN: the cluster did not say who led before and after the load");
  }

  @Test
  void shouldGiveEachMarkOnceWithTheNumberOfItsRepetitions() {
    List<CellFinding> three =
        List.of(
            cell(0, true, conditions(0.01, 0L)),
            cell(1, false, conditions(0.01, 1L)),
            cell(2, true, conditions(0.01, 0L)));

    assertThat(ConditionMarks.of(three))
        .containsExactly(
            "SENDER LATE: in 2 of 3 repetitions, such as by 1.489 ms at p99; 0.200 ms are 10 % of"
                + " p50",
            "LEADER MOVED: in 1 of 3 repetitions, such as the epoch grew by 1 during the load");
  }

  @Test
  void shouldReadFindingsOfEarlierVersionsAsNotRecorded() {
    assertThat(marks(true, null)).containsExactly("SENDER LATE");
    assertThat(marks(false, null)).isEmpty();
  }

  @Test
  void shouldAddUpPausesOfAnyCollectorInAnyLocale() {
    String log =
        """
        42 ns
        [0.9s][gc,start  ] GC(3) Pause Young (Allocation Failure)
        [0.9s][gc        ] GC(3) Pause Young (Allocation Failure) 136M->1M(494M) 3.214ms
        [0.9s][gc,cpu    ] GC(3) User=0.00s Sys=0.00s Real=0.00s
        [0.9s][safepoint ] Safepoint "GenCollectForAllocation", Time since last: 5 ns, \
        Reaching safepoint: 10200 ns, At safepoint: 3300000 ns, Total: 3310200 ns
        [1.1s][gc        ] GC(4) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 1,500ms
        [1.1s][gc        ] GC(5) Concurrent Mark Cycle 9.000ms
        [1.2s][safepoint ] Safepoint "Cleanup", Time since last: 7 ns, \
        Reaching safepoint: 1 ns, At safepoint: 2 ns, Total: 2000000 ns
        [1.3s][safepoint ] Safepoint "Cle\
        """;

    assertThat(JvmPauses.of("n1", log))
        .isEqualTo(new JvmPauses("n1", 4_714_000, 5_310_200, 3_310_200));
  }

  @Test
  void shouldFindNoPauseInALogWithout() {
    assertThat(JvmPauses.of("n1", "")).isEqualTo(new JvmPauses("n1", 0, 0, 0));
  }
}
