package io.rvi.isr.sim;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.isr.protocol.ReplicationRules;
import io.rvi.isr.protocol.TruncationStrategy;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimulationTest {
  @ParameterizedTest(name = "{1} walks of {2} replicas from seed {0}")
  @CsvSource({"1, 1500, 3", "1000001, 1500, 5", "2000001, 400, 2", "3000001, 100, 1"})
  void shouldHoldEveryInvariant(long seed, int walks, int replicas) {
    Simulation.Report report =
        new Simulation(Simulation.Options.of(seed, walks, List.of(replicas))).run();

    assertThat(report.failure()).as(() -> describe(report)).isNull();
    assertThat(report.acknowledged())
        .as("walks that acknowledge nothing show nothing")
        .isGreaterThan(walks);
  }

  /** What came back in the turn that deleted it was told to nobody again, and copied nothing. */
  @Test
  void shouldHostAReplicaAgainThatComesBackWhileItIsDeleted() {
    Simulation simulation = new Simulation(Simulation.Options.of(771_730, 1, List.of(3)));

    assertThat(simulation.run().failure()).isNull();
  }

  @Test
  void shouldReplayASeedToTheByte() {
    Simulation simulation = cuttingToHighWatermark(EnumSet.allOf(Fault.class));
    Simulation.Failure first = requireNonNull(simulation.run().failure());

    assertThat(simulation.replay(first.seed())).isEqualTo(first);
  }

  @Test
  void shouldReportTheFirstViolationAlthoughWalksRunBesideEachOther() {
    Simulation simulation = cuttingToHighWatermark(EnumSet.of(Fault.CUT, Fault.SESSION));
    Simulation.Failure first = requireNonNull(simulation.run().failure());

    for (long seed = 1; seed < first.seed(); seed++) {
      assertThat(simulation.replay(seed)).as("seed %d", seed).isNull();
    }
  }

  @Test
  void shouldFindWhatTruncationToTheHighWatermarkLoses() {
    Simulation simulation = cuttingToHighWatermark(EnumSet.of(Fault.KILL, Fault.LAG_AND_MOVE));

    assertThat(requireNonNull(simulation.run().failure()).invariant()).startsWith("G4");
  }

  @Test
  void shouldShrinkALossToOneFault() {
    Simulation simulation = cuttingToHighWatermark(EnumSet.of(Fault.KILL, Fault.MESSAGES));
    Simulation.Failure failure = requireNonNull(simulation.run().failure());

    Simulation.Shortest shortest = simulation.shrink(failure);

    assertThat(shortest.faults()).hasSize(1).allMatch(fault -> fault.contains("KILL"));
    assertThat(shortest.failure().invariant()).isEqualTo(failure.invariant());
    assertThat(shortest.failure().step()).isLessThanOrEqualTo(failure.step());
    assertThat(simulation.shrink(failure)).as("shrunk again").isEqualTo(shortest);
  }

  @Test
  void shouldCountWhatUncleanElectionsLose() {
    Simulation.Report report =
        new Simulation(
                new Simulation.Options(
                    1,
                    300,
                    List.of(3),
                    EnumSet.of(Fault.UNCLEAN_ELECTION, Fault.WIPE, Fault.POWER, Fault.KILL),
                    TruncationStrategy.LEADER_EPOCH,
                    ReplicationRules.CURRENT))
            .run();

    assertThat(report.failure()).as(() -> describe(report)).isNull();
    assertThat(report.uncleanElections()).isPositive();
    assertThat(report.lost()).isPositive();
  }

  private static Simulation cuttingToHighWatermark(Set<Fault> faults) {
    return new Simulation(
        new Simulation.Options(
            1,
            1_000,
            List.of(3),
            faults,
            TruncationStrategy.HIGH_WATERMARK,
            ReplicationRules.CURRENT));
  }

  private static String describe(Simulation.Report report) {
    Simulation.Failure failure = report.failure();
    return failure == null
        ? ""
        : "seed "
            + failure.seed()
            + ", step "
            + failure.step()
            + ": "
            + failure.message()
            + "\n"
            + String.join("\n", failure.trace());
  }
}
