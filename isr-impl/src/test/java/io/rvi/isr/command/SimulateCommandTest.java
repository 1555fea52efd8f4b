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
  void shouldTellALossAndItsShortestScenarioTheSameEachTime() {
    String[] arguments = {
      "--walks", "100", "--replicas", "3", "--truncation", "high-watermark", "--faults", "kill"
    };
    assertThat(run(arguments)).isEqualTo(4);
    String first = out.toString(UTF_8);
    out.reset();
    run(arguments);

    assertThat(first)
        .isEqualTo(out.toString(UTF_8))
        .contains("violates G4 IsrCompleteness")
        .contains("the shortest that was found")
        .containsPattern(
            "to repeat it: rvi simulate --walks 1 --seed \\d+ --replicas 3 --faults kill"
                + " --truncation high-watermark");
  }

  @Test
  void shouldPrintOneJsonValue() {
    assertThat(run("--walks", "2", "--json")).isEqualTo(BackendCommand.FINE);
    assertThat(out.toString(UTF_8))
        .startsWith("{\"seed\":1,\"walks\":2,\"events\":")
        .contains("\"failure\":null");
    out.reset();

    assertThat(run("--schedule", "all", "--legacy", "--json")).isEqualTo(4);
    assertThat(out.toString(UTF_8)).startsWith("[{\"name\":\"S1\"").contains("\"name\":\"S9\"");
  }

  @Test
  void shouldRefuseWhatDoesNotGoTogether() {
    assertThat(run("--legacy")).isEqualTo(BackendCommand.USAGE);
    assertThat(run("--schedule", "S1", "--walks", "3")).isEqualTo(BackendCommand.USAGE);
    assertThat(run("--seed", "1", "--seed", "2")).isEqualTo(BackendCommand.USAGE);
    assertThat(run("--walks")).isEqualTo(BackendCommand.USAGE);
    assertThat(run("--faults", "kill,flood")).isEqualTo(BackendCommand.USAGE);

    assertThat(err.toString(UTF_8))
        .contains("--legacy goes with --schedule")
        .contains("--walks does not go with --schedule")
        .contains("--seed is given twice")
        .contains("--walks needs a value")
        .contains("--faults: no kind \"flood\"");
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
