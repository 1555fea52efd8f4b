package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.check.HistoryEvent;
import io.rvi.bench.check.HistoryWriter;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.report.FaultFiles;
import io.rvi.bench.report.Rederivation;
import io.rvi.bench.report.ReportFiles;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleShelf;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.Validity;
import io.rvi.spi.LogBackend;
import io.rvi.spi.StartException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs with a list of faults, small, of the in-memory backend and of a broken one. */
final class FaultsRunTest {
  private static final String KILL =
      "faults: [{fault: kill, at: 400ms, for: 300ms, aim: leader}]\n";
  private static final String RAW = "raw/memory-n1-none-1024/f00/";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @Test
  void shouldKeepFaultProofHealthHistoryAndVerdictInTheBundle() throws Exception {
    assertThat(run("memory", KILL)).as(err.toString(UTF_8)).isEqualTo(ExitCode.FINE);

    assertThat(out.toString(UTF_8)).contains("Faults under load", "kill [n1]", "SAFE");
    Bundle bundle = onlyBundle();
    assertThat(bundle.read(FaultFiles.PLAN_PATH)).contains("400ms 300ms kill aim=leader");
    assertThat(bundle.read(RAW + "faults.json"))
        .contains("down, and their processes gone: [n1]", "\"healthAfter\" : \"whole after");
    assertThat(bundle.read("report/report.md")).contains("## Faults under load", "kill \\[n1\\]");
    assertThat(bundle.read("report/report.html"))
        .contains("<h2 id=\"faults-under-load\">Faults under load</h2>");
    assertThat(bundle.read(FaultFiles.CSV_PATH)).contains("memory-n1-none-1024,0,kill [n1],");
    assertThat(bundle.verify()).isEmpty();
    assertThat(new Rederivation(bundle).verify()).isEmpty();
    assertThat(ReportFiles.of(bundle).get(ReportFiles.MARKDOWN))
        .isEqualTo(bundle.read("report/report.md"));

    shouldNoticeAHistoryThatDoesNotCarryTheVerdict(bundle);
  }

  private static void shouldNoticeAHistoryThatDoesNotCarryTheVerdict(Bundle bundle)
      throws IOException {
    Path history = bundle.directory().resolve(RAW + "faults.history");
    Files.delete(history);
    new HistoryWriter(history, new HistoryEvent.Begun("trial-0", List.of("n1"))).close();

    assertThat(new Rederivation(bundle).verify())
        .anySatisfy(finding -> assertThat(finding).startsWith(FaultFiles.JSON_PATH));
  }

  @Test
  void shouldEndWithTheExitCodeOfABrokenPromise() throws Exception {
    assertThat(run("loses-the-tail", KILL, "--json"))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.SAFETY);

    assertThat(Json.parse(out.toString(UTF_8)).path("faults").get(0).path("verdict").toString())
        .contains("\"LOST\"");
    assertThat(onlyBundle().reasons())
        .anySatisfy(reason -> assertThat(reason).contains("faults:", "VIOLATED"));
  }

  @Test
  void shouldCallATrialVoidWhoseFaultDidNotLand() throws Exception {
    // The in-memory backend has no connections that could be cut.
    assertThat(run("memory", "faults: [{fault: isolate, at: 300ms, for: 200ms}]\n"))
        .isEqualTo(ExitCode.RUN_INVALID);

    assertThat(out.toString(UTF_8)).contains("VOID: fault did not land", "no link has carried");
    assertThat(onlyBundle().validity()).isEqualTo(Validity.INVALID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fault: pause, at: 1s, for: 1s                      | faults[0].fault | no process of their own
          fault: kill, at: 1s, for: 1s, aim: n2              | faults[0].aim   | a cluster of 1
          fault: kill, at: 1s, for: 1s, aim: follower        | faults[0].aim   | a cluster of 1
          fault: kill, at: 1s, for: 1s, aim: controller      | faults[0].aim   | has no controller
          fault: session-expiry, at: 1s, for: 1s             | faults[0].fault | uses no ZooKeeper
          fault: cut, at: 1s, for: 1s                        | faults[0].fault | needs 2 nodes
          fault: clock-step, at: 1s, for: 1s                 | faults[0].fault | wall clock
          """)
  void shouldRefuseWhatACellCannotSufferBeforeAnythingStarts(
      String fault, String key, String complaint) throws Exception {
    assertThat(run("memory", "faults: [{" + fault + "}]\n")).isEqualTo(ExitCode.CONFIGURATION);

    assertThat(err.toString(UTF_8).lines().filter(line -> line.contains(key)))
        .singleElement()
        .satisfies(line -> assertThat(line).contains(complaint, "memory-n1-none-1024"));
    assertThat(temp.resolve("results")).doesNotExist();
    assertThat(temp.resolve("work")).doesNotExist();
  }

  @Test
  void shouldPlanTheExampleForBothBackends() throws Exception {
    URL example = Objects.requireNonNull(getClass().getResource("/examples/faults.yaml"));

    int code =
        new Cli(new Context(terminal(), Map.of(), backends()))
            .run(List.of("plan", "-c", Path.of(example.toURI()).toString()));

    assertThat(code).as(err.toString(UTF_8)).isEqualTo(ExitCode.FINE);
    assertThat(out.toString(UTF_8))
        .contains("isr-n3-group-1024 under faults", "raft-n3-group-1024 under faults");
  }

  @Test
  void shouldGiveTheLabsFailuresTheExitCodeOfWhatLedToThem() {
    Failures failures = new Failures(terminal());

    assertThat(failures.report(new LabException("umount: busy"), false))
        .isEqualTo(ExitCode.MACHINE);
    assertThat(
            failures.report(
                new LabException(
                    "no observer",
                    new StartException(StartException.Kind.CONFIGURATION, "bad", null)),
                false))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(failures.report(new LabException("interrupted", new InterruptedException()), false))
        .isEqualTo(ExitCode.INTERRUPTED);
  }

  private Bundle onlyBundle() throws Exception {
    List<Path> directories = new BundleShelf(temp.resolve("results")).directories();
    assertThat(directories).hasSize(1);
    return Bundle.open(directories.get(0));
  }

  private Terminal terminal() {
    return new Terminal(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false, 120);
  }

  private int run(String backend, String faults, String... more) throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("run.yaml"),
            """
            topology: embedded
            replicas: 1
            flush: none
            warmup: 100ms
            duration: 1s
            saturation: 0ms
            crashes: false
            ratePerSecond: 200
            """
                + faults);
    Map<String, String> environment =
        Map.of(
            "RVI_BACKEND", backend,
            "RVI_OUTPUT", temp.resolve("results").toString(),
            "RVI_WORK", temp.resolve("work").toString());
    List<String> arguments = new ArrayList<>(List.of("run", "-c", file.toString()));
    arguments.addAll(List.of(more));
    return new Cli(new Context(terminal(), environment, backends())).run(arguments);
  }

  private static List<LogBackend> backends() {
    return ServiceLoader.load(LogBackend.class).stream().map(ServiceLoader.Provider::get).toList();
  }
}
