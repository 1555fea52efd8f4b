package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.report.Rederivation;
import io.rvi.bench.report.ReportFiles;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleShelf;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.Validity;
import io.rvi.spi.LogBackend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A whole run, small, of the in-memory backend. */
final class RunCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @Test
  void shouldLeaveABundleThatIsVerifiedFromItsRawFiles() throws Exception {
    assertThat(run("--json")).as(err.toString(UTF_8)).isEqualTo(ExitCode.FINE);

    assertThat(Json.parse(out.toString(UTF_8)).path("stamp").asString()).isEqualTo("PREVIEW");
    assertThat(temp.resolve("work")).doesNotExist();
    Bundle bundle = onlyBundle();
    assertThat(bundle.validity()).isEqualTo(Validity.DEGRADED);
    assertThat(bundle.reasons()).anySatisfy(reason -> assertThat(reason).contains("PREVIEW"));
    JsonNode calibration = Json.parse(bundle.read("env/environment.json")).path("calibration");
    assertThat(calibration.path("fsync").path("count").asInt()).isPositive();
    assertThat(calibration.path("noise").path("p50Us").asDouble()).isPositive();
    assertThat(bundle.read("report/report.html")).contains("calibration: fsync");
    assertThat(bundle.verify()).isEmpty();
    assertThat(new Rederivation(bundle).verify()).isEmpty();
    assertThat(ReportFiles.of(bundle).get(ReportFiles.MARKDOWN))
        .isEqualTo(bundle.read("report/report.md"));
    assertThat(bundle.read("env/environment.json") + bundle.read("config/resolved.json"))
        .doesNotContain(temp.toString(), System.getProperty("user.home"));

    shouldNameTheFileOfEveryFlippedByte(bundle);
    shouldNoticeOperationsThatDoNotCarryTheFindings(bundle);
  }

  @Test
  @Tag("clusters")
  void shouldKeepTheJsonOfWhatJmhDrove() throws Exception {
    assertThat(run("-P", "jmh=true")).as(err.toString(UTF_8)).isEqualTo(ExitCode.FINE);

    assertThat(err.toString(UTF_8)).contains("[jmh] memory-n1-none-1024: append, closed loop");
    Bundle bundle = onlyBundle();
    JsonNode result = Json.parse(bundle.read("raw/memory-n1-none-1024/f00/jmh.json")).get(0);
    assertThat(result.path("benchmark").asString()).endsWith(".AppendLatency.append");
    assertThat(result.path("params").path("backend").asString()).isEqualTo("memory");
    assertThat(result.path("primaryMetric").path("score").asDouble()).isPositive();
    assertThat(bundle.verify()).isEmpty();
  }

  private void shouldNameTheFileOfEveryFlippedByte(Bundle bundle) throws IOException {
    List<String> files = new ArrayList<>(bundle.files(""));
    files.add("manifest.json");
    assertThat(files).anyMatch(file -> file.endsWith(".hlog")).anyMatch(f -> f.endsWith(".gz"));
    long seed = 20261129L;
    Random random = new Random(seed);
    for (int flip = 0; flip < 200; flip++) {
      String path = files.get(flip % files.size());
      Path file = bundle.directory().resolve(path);
      byte[] good = Files.readAllBytes(file);
      byte[] bad = good.clone();
      int at = random.nextInt(bad.length);
      bad[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bad);

      out.reset();
      assertThat(command("verify", bundle.directory().toString()))
          .as("seed %d flip %d, byte %d of %s", seed, flip, at, path)
          .isEqualTo(ExitCode.VERIFICATION);
      assertThat(out.toString(UTF_8)).as("seed %d flip %d", seed, flip).contains(path);
      Files.write(file, good);
    }
    assertThat(command("verify", "-o", temp.resolve("results").toString()))
        .as(out.toString(UTF_8))
        .isEqualTo(ExitCode.FINE);
    assertThat(out.toString(UTF_8)).contains("index: as it was written");
  }

  private static void shouldNoticeOperationsThatDoNotCarryTheFindings(Bundle bundle)
      throws IOException {
    String path = "raw/memory-n1-none-1024/f00/latency.csv.gz";
    try (OutputStream raw =
        new GZIPOutputStream(Files.newOutputStream(bundle.directory().resolve(path)))) {
      raw.write("intended_ns,sent_ns,ended_ns,outcome\n2000000000,0,1,committed\n".getBytes(UTF_8));
    }

    assertThat(new Rederivation(bundle).verify())
        .anySatisfy(finding -> assertThat(finding).startsWith(path));
  }

  private Bundle onlyBundle() throws Exception {
    List<Path> directories = new BundleShelf(temp.resolve("results")).directories();
    assertThat(directories).hasSize(1);
    return Bundle.open(directories.get(0));
  }

  private int run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(more));
    return command(arguments.toArray(new String[0]));
  }

  private int command(String... arguments) {
    List<LogBackend> backends =
        ServiceLoader.load(LogBackend.class).stream().map(ServiceLoader.Provider::get).toList();
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            false,
            120);
    Map<String, String> environment =
        Map.of(
            "RVI_BACKEND", "memory",
            "RVI_TOPOLOGY", "embedded",
            "RVI_REPLICAS", "1",
            "RVI_FLUSH", "none",
            "RVI_WARMUP", "1s",
            "RVI_DURATION", "1s",
            "RVI_SATURATION", "300ms",
            "RVI_CRASHES", "false",
            "RVI_OUTPUT", temp.resolve("results").toString(),
            "RVI_WORK", temp.resolve("work").toString());
    return new Cli(new Context(terminal, environment, backends)).run(List.of(arguments));
  }
}
