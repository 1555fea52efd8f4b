package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.api.Flush;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrashTrialTest {
  private static final Shape SHAPE =
      new Shape(200, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1), 0);

  @TempDir private Path directory;

  private CrashFinding crash(int replicas, String replication, CrashVariant variant)
      throws Exception {
    Cell cell =
        new Cell(
            "memory",
            replicas,
            Flush.NONE,
            64,
            Topology.EMBEDDED,
            Map.of("memory.replication", replication, "failureDetection", "100ms"),
            true);
    try (Lab lab = Lab.open(directory.resolve("lab"));
        Cluster cluster = lab.start(CellCluster.spec(cell))) {
      return new CrashTrial(cluster, cell, SHAPE, variant, directory.resolve("history"), 3)
          .run()
          .finding();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3, majority, IN_TURN_FOLLOWERS_FIRST, 1",
    "5, majority, AT_ONCE_WITHOUT_LEADER, 2",
    "3, in-sync, AT_ONCE_WITH_LEADER, 2"
  })
  void shouldMeasureTheSameToleranceInWhateverWayReplicasAreKilled(
      int replicas, String replication, CrashVariant variant, int writesResume) throws Exception {
    CrashFinding finding = crash(replicas, replication, variant);

    assertThat(finding.variant()).isEqualTo(variant);
    assertThat(finding.writesResume()).isEqualTo(writesResume);
    assertThat(finding.audit().clean()).isTrue();
    if (variant.atOnce()) {
      assertThat(Objects.requireNonNull(finding.crowds()))
          .allSatisfy(
              crowd ->
                  assertThat(crowd.leader())
                      .isEqualTo(variant == CrashVariant.AT_ONCE_WITH_LEADER));
      assertThat(finding.kills()).isEmpty();
    } else {
      assertThat(finding.kills().get(0).leader()).isFalse();
      assertThat(finding.kills()).allSatisfy(kill -> assertThat(kill.proof()).isNotEmpty());
    }
  }

  @ParameterizedTest
  @CsvSource({"3, majority, AT_ONCE_WITH_LEADER"})
  void shouldLookForTheNumberWhereWritesStop(int replicas, String replication, CrashVariant variant)
      throws Exception {
    CrashFinding finding = crash(replicas, replication, variant);

    assertThat(Objects.requireNonNull(finding.crowds()))
        .extracting(crowd -> crowd.nodes().size(), CrashFinding.Crowd::resumed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, true),
            org.assertj.core.groups.Tuple.tuple(2, false));
  }
}
