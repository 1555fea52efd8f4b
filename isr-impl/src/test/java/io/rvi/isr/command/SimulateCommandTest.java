package io.rvi.isr.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.spi.BackendCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SimulateCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldPrintTheSameForTheSameSeed() {
    assertThat(run("--seed", "7", "--walks", "3")).isEqualTo(BackendCommand.FINE);
    String first = out.toString(UTF_8);
    out.reset();
    run("--seed", "7", "--walks", "3");

    assertThat(first).startsWith("3 walks from seed 7: ").isEqualTo(out.toString(UTF_8));
  }

  @Test
  void shouldRefuseAnUnknownOptionByName() {
    assertThat(run("--sed", "7")).isEqualTo(BackendCommand.USAGE);
    assertThat(err.toString(UTF_8)).contains("--sed: no such option; did you mean --seed?");
  }

  @Test
  void shouldRefuseANumberOutOfRange() {
    assertThat(run("--replicas", "8")).isEqualTo(BackendCommand.USAGE);
    assertThat(err.toString(UTF_8)).contains("--replicas is a whole number up to 7");
  }

  @Test
  void shouldExitWithASafetyViolationForTheEarlierRulesOnly() {
    assertThat(run("--schedule", "S1", "--legacy")).isEqualTo(4);
    assertThat(out.toString(UTF_8)).contains("A cuts its log at 1: [m1@1]").contains("G4");
    out.reset();

    assertThat(run("--schedule", "S1")).isEqualTo(BackendCommand.FINE);
    assertThat(out.toString(UTF_8)).startsWith("S1, present rules: holds");
  }

  @Test
  void shouldNameTheSchedulesThereAre() {
    assertThat(run("--schedule", "S10")).isEqualTo(BackendCommand.USAGE);
    assertThat(err.toString(UTF_8)).contains("no schedule S10; there are S1, S1b");
  }

  private int run(String... arguments) {
    return new SimulateCommand()
        .run(
            List.of(arguments),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
  }
}
