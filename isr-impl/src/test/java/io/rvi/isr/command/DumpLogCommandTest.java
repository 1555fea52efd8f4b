package io.rvi.isr.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.spi.BackendCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DumpLogCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @Test
  void shouldBeFoundByItsService() {
    assertThat(ServiceLoader.load(BackendCommand.class))
        .extracting(BackendCommand::name)
        .contains("dump-log");
  }

  @Test
  void shouldNameADirectoryThatIsNone() {
    int code = run(temp.resolve("nowhere").toString());

    assertThat(code).isEqualTo(BackendCommand.USAGE);
    assertThat(err.toString(UTF_8)).contains("nowhere is no directory");
  }

  @Test
  void shouldNameADirectoryWithoutSegments() {
    assertThat(run(temp.toString())).isEqualTo(BackendCommand.USAGE);
    assertThat(err.toString(UTF_8)).contains(temp + " holds no segment");
  }

  @Test
  void shouldAskForADirectory() {
    assertThat(run()).isEqualTo(BackendCommand.USAGE);
    assertThat(err.toString(UTF_8)).contains("usage: rvi dump-log");
  }

  @Test
  void shouldFailOnASegmentThatIsNone() throws IOException {
    Files.writeString(
        temp.resolve("00000000000000000000.log"), "not a segment but text\n".repeat(500));

    assertThat(run(temp.toString())).isNotEqualTo(BackendCommand.FINE);
  }

  private int run(String... arguments) {
    return new DumpLogCommand()
        .run(
            List.of(arguments),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
  }
}
