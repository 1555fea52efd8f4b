package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.experiment.RateFinding;
import io.rvi.bench.experiment.RateTable;
import io.rvi.bench.report.Rederivation;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleShelf;
import io.rvi.bench.result.CitedFigure;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Rates offered to the in-memory backend, shortly. What it sustains depends on the machine, so that
 * only what does not is asked for.
 */
final class RateRunTest {
  private static final String CELL = "memory-n3-none-1024";
  private static final String RAW = "raw/rate-" + CELL + "/f00/";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @Test
  void shouldLeaveRatesThatAreReadAgainFromTheirRawFiles() throws Exception {
    assertThat(rvi("run", "rates=200,1500", "rateTime=3s", "rateSteps=1", "rateLatencyMax=1s"))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.FINE);

    Bundle bundle = Bundle.open(new BundleShelf(temp.resolve("results")).directories().get(0));
    assertThat(bundle.verify()).isEmpty();
    assertThat(new Rederivation(bundle).verify()).isEmpty();
    assertThat(bundle.validity()).isEqualTo(Validity.DEGRADED);
    assertThat(bundle.reasons())
        .anyMatch(reason -> reason.equals("rate, " + CELL + ": ONE JVM: NOT CITABLE"))
        .anyMatch(reason -> reason.startsWith("PREVIEW"));
    assertThat(bundle.files(RAW)).contains(RAW + "rung-200.csv.gz", RAW + "rung-200.hlog");
    assertThat(bundle.read("derived/rates.csv"))
        .contains(CELL + ",200,false,1,", CELL + ",1500,false,1,");
    assertThat(bundle.read("derived/rate-trials.csv")).contains(RAW + "rung-1500.csv.gz");
    JsonNode sustained = Json.parse(bundle.read("derived/rates.json")).path("sustained").path(0);
    assertThat(sustained.path("cell").asString()).isEqualTo(CELL);
    assertThat(bundle.figures().stream().map(CitedFigure::id).map(Object::toString))
        .contains("rate/" + CELL + "/1500.p99.9", "rate/" + CELL + "/sustained");
    assertThat(bundle.read("report/report.html"))
        .contains("id=\"offered-rate\"", "Rates under a bound on p99");
    assertThat(out.toString(UTF_8)).contains("Rates under a bound on p99", "1500/s");

    shouldNoticeOperationsThatDoNotCarryTheFindings(bundle, RAW + "rung-1500.csv.gz");
  }

  private static void shouldNoticeOperationsThatDoNotCarryTheFindings(Bundle bundle, String path)
      throws IOException {
    try (OutputStream raw =
        new GZIPOutputStream(Files.newOutputStream(bundle.directory().resolve(path)))) {
      raw.write("intended_ns,sent_ns,ended_ns,outcome\n0,0,1,committed\n".getBytes(UTF_8));
    }

    assertThat(new Rederivation(bundle).verify())
        .anySatisfy(finding -> assertThat(finding).startsWith(path));
  }

  @Test
  void shouldPlanClimbsAndRefuseThoseThatCouldDecideNothing() {
    assertThat(rvi("plan", "rates=200,3000", "rateTime=2s")).isEqualTo(ExitCode.FINE);
    assertThat(out.toString(UTF_8)).contains("1. rate-" + CELL + ", repetition 1, at most 4 rates");

    assertThat(rvi("plan", "rates=200,400", "rateTime=2s")).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString(UTF_8))
        .contains("rateTime: at none of rates are there the 2990 appends that a p99 takes");
  }

  @Test
  void shouldTakeAClimbThatFailedForAnInvalidRun() {
    Verdict fine = new Verdict(Validity.VALID, List.of(), ExitCode.FINE);
    RateTable empty = new RateTable(50, List.of(), List.of());
    RateFinding failed = new RateFinding(CELL, 1, List.of(), "not level before 500/s");

    Verdict verdict = fine.withRate(empty, List.of(failed));

    assertThat(verdict.validity()).isEqualTo(Validity.INVALID);
    assertThat(verdict.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(verdict.reasons())
        .containsExactly("rate, " + CELL + ", cluster 2: FAILED: not level before 500/s");
    assertThat(fine.withRate(empty, List.of())).isEqualTo(fine);
  }

  private int rvi(String command, String... properties) {
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
            "RVI_REPLICAS", "3",
            "RVI_EXPERIMENT", "rate",
            "RVI_FAILURE_DETECTION", "100ms",
            "RVI_WARMUP", "200ms",
            "RVI_FLUSH", "none",
            "RVI_JMH", "false",
            "RVI_OUTPUT", temp.resolve("results").toString(),
            "RVI_WORK", temp.resolve("work").toString());
    List<String> arguments = new ArrayList<>(List.of(command));
    Arrays.stream(properties).forEach(property -> arguments.addAll(List.of("-P", property)));
    return new Cli(new Context(terminal, environment, backends)).run(arguments);
  }
}
