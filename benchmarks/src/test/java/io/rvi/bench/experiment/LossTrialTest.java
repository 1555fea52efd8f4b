package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.api.Flush;
import io.rvi.bench.check.Checker;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LossTrialTest {
  private static final Shape SHAPE =
      new Shape(200, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1), 20);

  @TempDir private Path directory;

  private static Cell cell(String backend, int replicas, String replication) {
    return new Cell(
        backend,
        replicas,
        Flush.NONE,
        64,
        Topology.EMBEDDED,
        Map.of("memory.replication", replication, "failureDetection", "100ms"),
        true);
  }

  private LossFinding lose(Cell cell, LossVariant variant) throws Exception {
    try (Lab lab = Lab.open(directory.resolve("lab"));
        Cluster cluster = lab.start(CellCluster.spec(cell))) {
      return new LossTrial(cluster, cell, SHAPE, variant, directory, 7).run();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, majority, 0, 0", "4, majority, 2, 3", "3, in-sync, 0, 2"})
  void shouldCountTheLossesThatARecordSurvives(
      int replicas, String replication, int least, int full) throws Exception {
    LossFinding finding =
        lose(cell("memory", replicas, replication), LossVariant.AT_ONCE_LEADER_FIRST);

    assertThat(finding.permanentLoss()).isEqualTo(least);
    assertThat(finding.decides(least)).isTrue();
    assertThat(finding.permanentLossFull()).isEqualTo(full);
    assertThat(finding.promiseBroken()).isFalse();
    assertThat(finding.ackSet()).hasSize(least + 1);
    assertThat(finding.stages()).hasSize(replicas);
    assertThat(finding.proofs()).hasSizeGreaterThanOrEqualTo(replicas);
  }

  @ParameterizedTest
  @EnumSource(LossVariant.class)
  void shouldTellLostFromUnavailableInEachOrder(LossVariant variant) throws Exception {
    // given a majority of four, which keeps what three had after two losses and serves it no more
    LossFinding finding = lose(cell("memory", 4, "majority"), variant);

    // then
    assertThat(finding.permanentLoss()).isEqualTo(2);
    assertThat(finding.promiseBroken()).isFalse();
    if (variant.revives()) {
      LossFinding.Revival revived = Objects.requireNonNull(finding.revived());
      assertThat(revived.started()).hasSize(2);
      assertThat(revived.served()).isFalse();
      assertThat(revived.lost()).isZero();
      assertThat(finding.decides(2)).isFalse();
    }
    if (variant.triesLeftBehind()) {
      assertThat(Objects.requireNonNull(finding.leftBehind()).served()).isFalse();
    }
  }

  @Test
  void shouldServeWhatIsLeftOfAMajorityOfThree() throws Exception {
    LossFinding finding = lose(cell("memory", 3, "majority"), LossVariant.IN_TURN_LEADER_FIRST);

    LossFinding.Revival revived = Objects.requireNonNull(finding.revived());
    assertThat(revived.served()).isTrue();
    assertThat(revived.lost()).isZero();
  }

  @Test
  void shouldFindLessThanTheoryWhereFollowersKeepNothing() throws Exception {
    // given a log that acknowledges as a majority does, and keeps each record on one disk alone
    Cell cell = cell(FlawedBackends.KeepsOneCopy.NAME, 3, "majority");

    // when
    LossFinding finding = lose(cell, LossVariant.AT_ONCE_LEADER_FIRST);

    // then
    assertThat(finding.permanentLoss()).isLessThan(Predictions.tolerance(cell).permanentLoss());
    assertThat(finding.permanentLossFull()).isLessThan(2);
  }

  @Test
  void shouldSayThatAPromiseWasBrokenWhereNothingWasEverLost() throws Exception {
    // given a log that acknowledges each tenth append without storing it
    Cell cell = cell(FlawedBackends.StoresNothing.NAME, 3, "majority");

    // when
    LossFinding finding = lose(cell, LossVariant.AT_ONCE_LEADER_FIRST);

    // then
    assertThat(finding.permanentLoss()).isEqualTo(-1);
    assertThat(finding.promiseBroken()).isTrue();
  }

  @Test
  void shouldLeaveHistoriesThatGiveTheSameVerdictAgain() throws Exception {
    LossFinding finding = lose(cell("memory", 3, "majority"), LossVariant.AT_ONCE_LEADER_FIRST);

    for (LossFinding.Stage stage : finding.stages()) {
      Path file = directory.resolve("loss-least-after-" + stage.losses() + ".history");
      assertThat(Checker.check(file).lost()).isEqualTo(stage.lostLeast());
    }
    assertThat(finding.stages().get(2).lostLeast()).isEqualTo(20);
  }

  @Test
  void shouldShowNothingWhereStoppedReplicasCannotBeRead() {
    assertThatThrownBy(
            () ->
                lose(
                    cell(FlawedBackends.Unreadable.NAME, 1, "majority"),
                    LossVariant.AT_ONCE_LEADER_FIRST))
        .isInstanceOf(TrialException.class)
        .hasMessageContaining("cannot read a stopped replica");
  }
}
