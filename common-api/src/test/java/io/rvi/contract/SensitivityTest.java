package io.rvi.contract;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rvi.contract.CrashContract.Stop;
import io.rvi.memory.BrokenBackend;
import io.rvi.memory.Flaw;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite must fail a backend that is wrong, whatever its flaw, and for no other reason. */
final class SensitivityTest {
  private ContractClusters clusters = EmbeddedClusters.of(new BrokenBackend(Flaw.NONE));
  private final Appends appends = new Appends(() -> clusters);
  private final Reads reads = new Reads(() -> clusters);
  private final Crashes crashes = new Crashes(() -> clusters);
  private final Outages outages = new Outages(() -> clusters);

  @AfterEach
  void close() {
    for (ContractPart part : new ContractPart[] {appends, reads, crashes, outages}) {
      part.closeOwn();
      part.closeShared();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldFailABackendWithAFlaw(Flaw flaw) {
    // given
    clusters = EmbeddedClusters.of(new BrokenBackend(flaw));

    // when, then
    assertThatExceptionOfType(AssertionError.class).isThrownBy(caseThatNotices(flaw));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldPassTheSameCaseWithoutTheFlaw(Flaw flaw) {
    // given
    clusters = EmbeddedClusters.of(new BrokenBackend(Flaw.NONE));

    // when, then
    assertThatCode(caseThatNotices(flaw)).doesNotThrowAnyException();
  }

  private ThrowingCallable caseThatNotices(Flaw flaw) {
    return switch (flaw) {
      case NONE -> throw new IllegalArgumentException("there is nothing to notice");
      case LOSES_THE_TAIL_IN_A_CRASH ->
          () -> crashes.shouldGoOnUnderANewLeaderAndBringTheOldOneLevelAgain(Stop.KILLED);
      case COMES_BACK_EMPTY ->
          () -> outages.shouldHaveEveryAcknowledgedRecordAfterAllNodesWereDown(Stop.KILLED);
      case SWAPS_NEIGHBOURS, DENIES_WHAT_IT_STORED -> appends::shouldKeepTheOrderOfPipelinedAppends;
      case READS_THE_PAST -> reads::shouldCoverEveryAcknowledgedAppendByALinearizableRead;
      case DIVERGES -> appends::shouldGiveDenseOffsetsFromZero;
      case ACKNOWLEDGES_WITHOUT_STORING, STORES_TWICE, SHOWS_INTERNAL_ENTRIES ->
          appends::shouldGiveDenseOffsetsFromZero;
    };
  }

  private static final class Appends extends AppendContract {
    private final Supplier<ContractClusters> clusters;

    Appends(Supplier<ContractClusters> clusters) {
      this.clusters = clusters;
    }

    @Override
    ContractClusters clusters() {
      return clusters.get();
    }
  }

  private static final class Reads extends ReadContract {
    private final Supplier<ContractClusters> clusters;

    Reads(Supplier<ContractClusters> clusters) {
      this.clusters = clusters;
    }

    @Override
    ContractClusters clusters() {
      return clusters.get();
    }
  }

  private static final class Crashes extends CrashContract {
    private final Supplier<ContractClusters> clusters;

    Crashes(Supplier<ContractClusters> clusters) {
      this.clusters = clusters;
    }

    @Override
    ContractClusters clusters() {
      return clusters.get();
    }
  }

  private static final class Outages extends OutageContract {
    private final Supplier<ContractClusters> clusters;

    Outages(Supplier<ContractClusters> clusters) {
      this.clusters = clusters;
    }

    @Override
    ContractClusters clusters() {
      return clusters.get();
    }
  }
}
