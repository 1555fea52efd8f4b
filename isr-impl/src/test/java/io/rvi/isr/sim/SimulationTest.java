package io.rvi.isr.sim;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.isr.protocol.ReplicationRules;
import io.rvi.isr.protocol.TruncationStrategy;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimulationTest {
  @ParameterizedTest(name = "{1} walks of {2} replicas from seed {0}")
  @CsvSource({
    "1, 250, 3",
    "501, 250, 3",
    "1000001, 150, 5",
    "1000501, 150, 5",
    "2000001, 100, 2",
    "3000001, 50, 1"
  })
  void shouldHoldEveryInvariant(long seed, int walks, int replicas) {
    Simulation.Report report = new Simulation(Simulation.Options.of(seed, walks, replicas)).run();

    assertThat(report.failure()).as(() -> describe(report)).isNull();
    assertThat(report.acknowledged())
        .as("walks that acknowledge nothing show nothing")
        .isPositive();
  }

  @Test
  void shouldReplayASeedToTheByte() {
    Simulation simulation =
        new Simulation(
            new Simulation.Options(
                1,
                50,
                3,
                EnumSet.allOf(Fault.class),
                TruncationStrategy.HIGH_WATERMARK,
                ReplicationRules.CURRENT));
    Simulation.Failure first = requireNonNull(simulation.run().failure());

    assertThat(simulation.replay(first.seed())).isEqualTo(first);
  }

  @Test
  void shouldFindWhatTruncationToTheHighWatermarkLoses() {
    Simulation.Report report =
        new Simulation(
                new Simulation.Options(
                    1,
                    200,
                    3,
                    EnumSet.of(Fault.KILL, Fault.LAG_AND_MOVE),
                    TruncationStrategy.HIGH_WATERMARK,
                    ReplicationRules.CURRENT))
            .run();

    assertThat(requireNonNull(report.failure()).invariant()).startsWith("G4");
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
