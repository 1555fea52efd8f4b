package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.report.Rederivation;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleShelf;
import io.rvi.bench.result.Json;
import io.rvi.spi.LogBackend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A run of failures tolerated, outages and slow followers, small, of the in-memory backend. */
final class TrialsRunTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @Test
  void shouldLeaveTrialsThatAreJudgedAgainFromTheirRawFiles() throws Exception {
    assertThat(run()).as(err.toString(UTF_8)).isEqualTo(ExitCode.FINE);

    Bundle bundle = Bundle.open(new BundleShelf(temp.resolve("results")).directories().get(0));
    assertThat(bundle.verify()).isEmpty();
    assertThat(new Rederivation(bundle).verify()).isEmpty();
    assertThat(bundle.read("derived/tolerance.csv"))
        .contains("memory-n3-none-1024,memory,3,1,2,1,1,1,1,2,2,2,true,1,1,0,0,");
    assertThat(bundle.read("derived/outages.csv"))
        .contains("memory-n3-none-1024,leader-kill,100,1");
    // No link carries a byte of the in-memory backend, so that no level can land.
    assertThat(bundle.read("derived/slow.csv"))
        .contains("memory-n3-none-1024,delay-1ms,DELAY,1,1,0,1,2,")
        .contains("memory-n3-none-1024,link-cut,LINK_CUT,1000,1,0,1,0,");
    JsonNode claims = Json.parse(bundle.read("derived/claims.json")).path("claims");
    assertThat(claims.findValuesAsString("id")).contains("C01", "C04", "C19", "C33", "C39");

    shouldNoticeAcknowledgementsThatDoNotCarryTheFindings(
        bundle, "raw/outage-memory-n3-none-1024/f00/outage.csv.gz");
    shouldNoticeAcknowledgementsThatDoNotCarryTheFindings(
        bundle, "raw/slow-memory-n3-none-1024/f00/slow.csv.gz");
  }

  private static void shouldNoticeAcknowledgementsThatDoNotCarryTheFindings(
      Bundle bundle, String path) throws IOException {
    try (OutputStream raw =
        new GZIPOutputStream(Files.newOutputStream(bundle.directory().resolve(path)))) {
      raw.write("intended_ns,sent_ns,ended_ns,outcome\n0,0,1,committed\n".getBytes(UTF_8));
    }

    assertThat(new Rederivation(bundle).verify())
        .anySatisfy(finding -> assertThat(finding).startsWith(path));
  }

  private int run() {
    List<LogBackend> backends =
        ServiceLoader.load(LogBackend.class).stream().map(ServiceLoader.Provider::get).toList();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
    Terminal terminal = new Terminal(nowhere, new PrintStream(err, true, UTF_8), false, false, 120);
    Map<String, String> environment =
        Map.of(
            "RVI_BACKEND", "memory",
            "RVI_TOPOLOGY", "embedded",
            "RVI_REPLICAS", "3",
            "RVI_EXPERIMENT", "tolerance, outage, slow",
            "RVI_OUTAGE_TRIALS", "1",
            "RVI_FAILURE_DETECTION", "100ms",
            "RVI_RESUME_MAX", "1s",
            "RVI_FLUSH", "none",
            "RVI_OUTPUT", temp.resolve("results").toString(),
            "RVI_WORK", temp.resolve("work").toString());
    return new Cli(new Context(terminal, environment, backends))
        .run(List.of("run", "-P", "slowTime=1s", "-P", "slowDelays=1ms", "-P", "linkCut=1s"));
  }
}
