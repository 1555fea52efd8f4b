package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleShelf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in processes of their own, killed at random moments. */
final class KilledRunTest {
  private static final int KILLS = 20;

  /** A run of this size takes about as long on a quiet machine. */
  private static final int RUN_MS = 5_000;

  @TempDir Path temp;

  @Test
  @Tag("nightly")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void shouldLeaveABundleThatShowOpensAndVerifyCallsIncomplete() throws Exception {
    long seed = 20261129L;
    Random random = new Random(seed);
    int incomplete = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Path results = temp.resolve("k" + kill);
      runAndKill(results, random.nextInt(RUN_MS));
      for (Path directory : new BundleShelf(results).directories()) {
        String name = directory.toString();
        String state = "seed " + seed + " kill " + kill + " " + name;
        assertThat(command("show", name)).as(state).isEqualTo(ExitCode.FINE);
        if (!Bundle.open(directory).isComplete()) {
          incomplete++;
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          assertThat(command(out, "verify", name)).as(state).isEqualTo(ExitCode.VERIFICATION);
          assertThat(out.toString(UTF_8)).as(state).contains("incomplete");
        }
      }
    }
    assertThat(incomplete).as("seed %d", seed).isPositive();
  }

  private void runAndKill(Path results, int delayMs) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            ManagementFactory.getRuntimeMXBean().getClassPath(),
            Main.class.getName(),
            "run");
    for (String value :
        List.of(
            "backend=memory",
            "topology=embedded",
            "replicas=1",
            "flush=none",
            "warmup=1s",
            "duration=1s",
            "saturation=300ms",
            "crashes=false",
            "work=" + temp.resolve("work"))) {
      builder.command().addAll(List.of("-P", value));
    }
    builder.command().addAll(List.of("-o", results.toString()));
    Process process =
        builder
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      process.waitFor(delayMs, TimeUnit.MILLISECONDS);
    } finally {
      process.destroyForcibly();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static int command(String... arguments) {
    return command(new ByteArrayOutputStream(), arguments);
  }

  private static int command(ByteArrayOutputStream out, String... arguments) {
    PrintStream stream = new PrintStream(out, true, UTF_8);
    Terminal terminal = new Terminal(stream, stream, false, false, 120);
    return new Cli(new Context(terminal, Map.of(), List.of())).run(List.of(arguments));
  }
}
