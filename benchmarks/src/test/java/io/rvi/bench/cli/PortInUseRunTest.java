package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.lab.Lab;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in which somebody else takes a node's port between its choice and its use. */
final class PortInUseRunTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"isr", "raft"})
  void shouldNameThePortAndLeaveNothing(String backend) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            false,
            120);
    Map<String, String> environment =
        Map.of(
            "RVI_BACKEND", "taken-port-" + backend,
            "RVI_TOPOLOGY", "embedded",
            "RVI_REPLICAS", "1",
            "RVI_FLUSH", "none",
            "RVI_DURATION", "1s",
            "RVI_OUTPUT", temp.resolve("results").toString(),
            "RVI_WORK", temp.resolve("work").toString());

    int code = new Cli(new Context(terminal, environment, Lab.backends())).run(List.of("run"));

    assertThat(code).as(err.toString(UTF_8)).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(err.toString(UTF_8).lines().filter(line -> line.startsWith("[ 2/")))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("127.0.0.1:", "in use"));
    assertThat(err.toString(UTF_8)).doesNotContain("\tat ");
    assertThat(temp.resolve("work")).doesNotExist();
  }
}
