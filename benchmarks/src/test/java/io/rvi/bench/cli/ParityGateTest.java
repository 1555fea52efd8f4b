package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.config.Preset;
import io.rvi.bench.experiment.DecisionTable;
import io.rvi.bench.report.Rederivation;
import io.rvi.bench.report.ReportFiles;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleShelf;
import io.rvi.bench.result.Validity;
import io.rvi.spi.LogBackend;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Backends that differ in one item do not run as a pair, or every place that shows them says so.
 */
final class ParityGateTest {
  private static final String DIFFERENCE = "linger (keeps-one-copy 5ms, unreadable 0ms)";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @BeforeEach
  void clear() {
    out.reset();
    err.reset();
  }

  @Test
  void shouldFindTheBackendsEqualByDefaultInAllThatTheyNeedNotDifferIn() {
    assertThat(rvi(Map.of(), "plan", "-P", "flush=none,group,each"))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.FINE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "raft.linger=3ms                       | linger (isr 0ms, raft 3ms)",
        "isr.batchBytes=1KiB                   | batchBytes (isr 1024B, raft 65536B)",
        "raft.inFlight=1                       | inFlight (isr 5, raft 1)",
        "isr.pendingBytes=1MiB                 | pendingBytes (isr 1048576B, raft 67108864B)",
        "raft.record.bytes.max=2MiB            | record.bytes.max (isr 1048576B, raft 2097152B)",
        "isr.request.deadline=1s               | request.deadline (isr 1000ms, raft 10000ms)",
        "isr.failureDetection=700ms            | failureDetection (isr 700ms, raft 600ms)",
        "raft.storage.stall.max=2s             | storage.stall.max (isr 5000ms, raft 2000ms)",
        "isr.zookeeper.session.timeout=1800ms  | failureDetection (isr 1550ms, raft 600ms)",
        "raft.raft.server.rpc.timeout.max=1s   | raft election timeouts of 306 to 1000 ms)",
        "raft.raft.server.log.force.sync.num=1 | raft group, forced after 1 entries)",
      })
  void shouldRefuseAPairThatDiffersInOneItem(String property, String difference) {
    int code =
        rvi(
            Map.of(),
            "run",
            "-P",
            "flush=group",
            "-P",
            property,
            "-o",
            temp.resolve("r").toString());

    assertThat(code).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString(UTF_8))
        .contains("parity: backends differ in ", difference, "allow it with allow=")
        .hasLineCount(1);
    assertThat(temp.resolve("r")).doesNotExist();
    assertThat(rvi(Map.of(), "plan", "-P", "backend=isr", "-P", "flush=group"))
        .isEqualTo(ExitCode.FINE);
  }

  @ParameterizedTest
  @EnumSource
  void shouldPlanEveryPresetAsItIs(Preset preset) {
    assertThat(rvi(Map.of(), "plan", "--preset", preset.label()))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.FINE);
  }

  /** A backend as it is delivered differs; the preset allows that by name, and nothing else. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kafka-defaults | linger, batchBytes, pendingBytes, request.deadline, failureDetection",
        "ratis-defaults | flush, failureDetection",
      })
  void shouldAllowTheDefaultsOfAProductExactlyWhatTheyDifferIn(String preset, String items) {
    assertThat(rvi(Map.of(), "plan", "--preset", preset, "-P", "allow=nothing"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString(UTF_8).replaceAll("(?s).*allow=|, which marks.*", "").split(","))
        .containsExactlyInAnyOrder(items.split(", "));
  }

  @Test
  void shouldRefuseToAllowWhatIsNoItem() {
    assertThat(rvi(Map.of(), "plan", "-P", "allow=lingre")).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString(UTF_8)).contains("allow", "no item \"lingre\"", "did you mean linger?");
  }

  @Test
  void shouldRefuseWhatDiffersBesideWhatIsAllowed() {
    Map<String, String> environment = Map.of("RVI_ALLOW", "inFlight", "RVI_RAFT_LINGER", "1ms");

    assertThat(rvi(environment, "plan")).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString(UTF_8)).contains("allow=inFlight,linger");
  }

  @Test
  void shouldStampAPairThatIsAllowedToDifferWhereverItIsShown() throws Exception {
    Map<String, String> environment =
        Map.ofEntries(
            Map.entry("RVI_BACKEND", "keeps-one-copy, unreadable"),
            Map.entry("RVI_KEEPS_ONE_COPY_LINGER", "5ms"),
            Map.entry("RVI_ALLOW", "linger"),
            Map.entry("RVI_TOPOLOGY", "embedded"),
            Map.entry("RVI_REPLICAS", "1"),
            Map.entry("RVI_FLUSH", "none"),
            Map.entry("RVI_WARMUP", "1s"),
            Map.entry("RVI_DURATION", "1s"),
            Map.entry("RVI_SATURATION", "0ms"),
            Map.entry("RVI_CRASHES", "false"),
            Map.entry("RVI_OUTPUT", temp.resolve("results").toString()),
            Map.entry("RVI_WORK", temp.resolve("work").toString()));

    assertThat(rvi(environment, "run")).as(err.toString(UTF_8)).isEqualTo(ExitCode.FINE);

    String stamp = DecisionTable.DEGRADED_PAIR + ", backends differ in " + DIFFERENCE;
    assertThat(out.toString(UTF_8)).contains(stamp);
    Path directory = new BundleShelf(temp.resolve("results")).directories().get(0);
    Bundle bundle = Bundle.open(directory);
    assertThat(bundle.validity()).isEqualTo(Validity.DEGRADED);
    assertThat(bundle.reasons()).anySatisfy(reason -> assertThat(reason).contains(stamp));
    assertThat(bundle.read("plan.json")).contains(DIFFERENCE);
    assertThat(bundle.read("report/" + ReportFiles.HTML)).contains("<strong>PREVIEW. " + stamp);
    assertThat(bundle.read("report/" + ReportFiles.MARKDOWN)).contains("DEGRADED PAIR");
    assertThat(bundle.read("report/" + ReportFiles.DECISION_RECORD)).contains("DEGRADED PAIR");
    assertThat(bundle.files("report/figures"))
        .filteredOn(file -> file.endsWith(".svg"))
        .isNotEmpty()
        .allSatisfy(file -> assertThat(bundle.read(file)).contains("DEGRADED PAIR"));
    assertThat(bundle.verify()).isEmpty();
    assertThat(new Rederivation(bundle).verify()).isEmpty();
  }

  private int rvi(Map<String, String> environment, String... arguments) {
    List<LogBackend> backends =
        ServiceLoader.load(LogBackend.class).stream().map(ServiceLoader.Provider::get).toList();
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            false,
            120);
    return new Cli(new Context(terminal, environment, backends)).run(List.of(arguments));
  }
}
