package io.rvi.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BundleKillTest {
  private static final int KILLS = 20;
  private static final int DELAY_MAX_MS = 60;

  @TempDir Path results;

  @Test
  void shouldNeverPassABundleWhoseWriterWasKilled() throws Exception {
    long seed = 20260102L;
    Random random = new Random(seed);
    int incomplete = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Path root = results.resolve("k" + kill);
      writeAndKill(root, random.nextInt(DELAY_MAX_MS));

      List<Path> bundles = new BundleShelf(root).directories();
      for (Path directory : bundles) {
        Bundle bundle = Bundle.open(directory);
        // Either the whole bundle is there and as it was written, or it is marked.
        assertThat(bundle.verify().isEmpty())
            .as("seed %d kill %d, %s: %s", seed, kill, directory, bundle.verify())
            .isEqualTo(bundle.isComplete());
        incomplete += bundle.isComplete() ? 0 : 1;
      }
    }
    // Else the kills all fell between two bundles and the test has shown nothing.
    assertThat(incomplete).as("seed %d", seed).isPositive();
  }

  private static void writeAndKill(Path root, int delayMs) throws Exception {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                BundleScribe.class.getName(),
                root.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      awaitLine(process);
      process.waitFor(delayMs, TimeUnit.MILLISECONDS);
    } finally {
      process.destroyForcibly();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitLine(Process process) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).isEqualTo("begun");
  }
}
