package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.result.BundleWriter;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.FigureFiles;
import io.rvi.bench.result.FigureId;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.Section;
import io.rvi.bench.result.Validity;
import io.rvi.spi.LogBackend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CliTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final String PLAN =
      "{\"name\":\"smoke\",\"seed\":1,\"repetitions\":1,\"shape\":{\"ratePerSecond\":200.0},"
          + "\"cells\":[],\"steps\":[],\"predictions\":[]}\n";
  private static final FigureId P99 = new FigureId("latency", "memory-n1-none-1024", "p99");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run -P bakend=memory                            | 3 | did you mean backend?
          run -P backend=memry                            | 3 | did you mean memory?
          run -P backend=memory -P replicas=0             | 3 | replicas
          run -P backend=memory -P recordBytes=10         | 3 | a size with its unit
          run -P backend=memory -P duration=fast          | 3 | a duration with its unit
          run --preset quik                               | 3 | smoke, quick
          run -P backend=memory -P flush=fsync            | 3 | one of none, group, each
          run -c /nonexistent.yaml                        | 3 | no such file
          run -P faults=kill                              | 3 | faults (command line): expected a list
          run -P faults=[{fault:                          | 3 | not YAML
          run --bogus                                     | 2 | --bogus
          rum                                             | 2 | did you mean
          run extra                                       | 2 | extra
          show nothing-here                               | 2 | no bundle nothing-here
          cite rvi:zz#a/b/c                               | 2 | hex digits
          verify -o /nonexistent                          | 2 | BUNDLE
          index -o /nonexistent                           | 2 | no bundle to list
          cite x --style apa                              | 2 | text, bibtex, cff or csl
          export x --format xml                           | 2 | omb, hgrm or csv
          export x                                        | 2 | --format
          report x --format pdf                           | 2 | markdown, html or adr
          plan -P backend=memory --params-file x          | 2 | --params-file
          plan -P backend=isr -P isr.min.insync.replicas=4 -P replicas=3 | 3 | 4 exceeds replicas 3
          plan -P backend=isr -P isr.min.insync.replicas=0  | 3 | must be 1 to
          plan -P backend=isr -P isr.min.insync.replicas=-1 | 3 | must be 1 to
          plan -P backend=raft -P raft.min.insync.replicas=2 | 3 | no such key
          plan -P backend=raft -P isr.min.insync.replicas=2 | 3 | backend isr is not run
          plan -P backend=isr -P isr.replica.lag.max.ms=5 | 3 | isr.replica.lag.time.max?
          plan -P backend=memory -P duration=10           | 3 | a duration with its unit
          run -P backend=memory -o /proc/nowhere          | 6 | /proc/nowhere
          """)
  void shouldRefuseInOneLineBeforeAnythingStarts(String line, int exitCode, String advice) {
    int code = run(line.split(" +", -1));

    assertThat(code).as(errors()).isEqualTo(exitCode);
    assertThat(errors()).contains("error: ").contains(advice).doesNotContain("\tat ");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void shouldShowTheStackTraceOnlyWhenAsked() {
    run("run", "-P", "bakend=memory", "--verbose");

    assertThat(errors()).contains("\tat io.rvi.bench");
  }

  @Test
  void shouldTeachInItsHelp() {
    assertThat(run("--help")).isZero();

    assertThat(out.toString(UTF_8)).contains("rvi run", "verify", "jmh", "Exit codes");
  }

  @Test
  void shouldTeachInTheHelpOfEveryCommand() {
    for (String command : List.of("run", "show", "cite", "verify", "report", "export", "compare")) {
      out.reset();
      assertThat(run(command, "--help")).as(command).isZero();
      assertThat(out.toString(UTF_8)).as(command).contains("Usage: rvi " + command, "--help");
    }
  }

  @Test
  void shouldPrintACompletionScriptThatKnowsItsCommands() {
    assertThat(run("completion")).isZero();

    assertThat(out.toString(UTF_8)).contains("complete -F", "export", "--format", "verify");
  }

  @Test
  void shouldColourOnlyOnATerminalThatIsNotToldOtherwise() {
    assertThat(Terminal.ofProcess("80", "").hasColour()).isTrue();
    assertThat(Terminal.ofProcess("80", "1").hasColour()).isFalse();
    assertThat(Terminal.ofProcess("", "").hasColour()).isFalse();
  }

  @Test
  void shouldAnswerEveryQueryAsStrictJson() throws IOException {
    String id = bundle();
    String shelf = temp.toString();
    run("show", "-o", shelf);
    String key = out.toString(UTF_8).replaceAll("(?s).*(rvi:[0-9a-f]{12}).*", "$1");
    for (List<String> query :
        List.of(
            List.of("show", "--json", "-o", shelf),
            List.of("show", id, "--json", "-o", shelf),
            List.of("show", key + "#" + P99, "--json", "-o", shelf),
            List.of("cite", id, "--json", "-o", shelf),
            List.of("cite", key + "#" + P99, "--style", "csl", "-o", shelf),
            List.of("compare", id, id, "--json", "-o", shelf),
            List.of("verify", id, "--json", "-o", shelf),
            List.of("config", "-P", "backend=memory", "--json"),
            List.of("plan", "-P", "backend=memory", "--json"),
            List.of("doctor", "-P", "backend=memory", "--json"))) {
      out.reset();
      run(query.toArray(new String[0]));
      assertThat(Json.parse(out.toString(UTF_8)).isMissingNode()).as(query.toString()).isFalse();
    }
  }

  @Test
  void shouldTraceAFigureToItsDerivedFile() throws IOException {
    bundle();
    run("show", "-o", temp.toString());
    String key = out.toString(UTF_8).replaceAll("(?s).*(rvi:[0-9a-f]{12}).*", "$1");
    out.reset();

    assertThat(run("show", key + "#" + P99, "-o", temp.toString())).isZero();
    assertThat(out.toString(UTF_8)).contains("value in: ", "derived/figures.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "version" : 1 | "version" : 9 | a newer rvi wrote it
          "version" : 1 | "version" : 0 | an older rvi wrote it
          "id"          | "idd"         | manifest.json
          }             | ]             | not JSON at line
          """)
  void shouldEndWithOneLineAndItsExitCodeOnBundlesItCannotRead(
      String good, String bad, String advice) throws IOException {
    String id = bundle();
    Path manifest = temp.resolve(id).resolve("manifest.json");
    Files.writeString(manifest, Files.readString(manifest).replace(good, bad));

    for (String command : List.of("show", "cite", "report", "compare")) {
      err.reset();
      List<String> line = new ArrayList<>(List.of(command, id, "-o", temp.toString()));
      if (command.equals("compare")) {
        line.add(2, id);
      }
      assertThat(run(line.toArray(new String[0]))).as(command).isEqualTo(ExitCode.VERIFICATION);
      assertThat(errors().lines()).as(command).hasSize(1);
      assertThat(errors()).contains(advice);
    }
    assertThat(run("verify", id, "-o", temp.toString())).isEqualTo(ExitCode.VERIFICATION);
    assertThat(out.toString(UTF_8)).contains(advice);
  }

  @Test
  void shouldPrintTheEffectiveConfigurationAsStrictJson() {
    assertThat(run("config", "-P", "backend=memory", "--json")).isZero();

    assertThat(Json.parse(out.toString(UTF_8)).path("backend").path("origin").asString())
        .isEqualTo("command line");
  }

  @Test
  void shouldPlanWithoutRunning() {
    assertThat(run("plan", "-P", "backend=memory", "-P", "replicas=1,3", "-P", "flush=none"))
        .isZero();

    assertThat(out.toString(UTF_8)).contains("memory-n3-none-1024", "W = ");
  }

  @Test
  void shouldShowCiteAndVerifyABundle() throws IOException {
    String id = bundle();

    assertThat(run("verify", id, "-o", temp.toString())).isZero();
    assertThat(run("show", "-o", temp.toString())).isZero();
    assertThat(out.toString(UTF_8)).contains(id, "DEGRADED");
    String key = out.toString(UTF_8).replaceAll("(?s).*(rvi:[0-9a-f]{12}).*", "$1");
    out.reset();
    assertThat(run("cite", key + "#" + P99, "-o", temp.toString())).isZero();
    assertThat(out.toString(UTF_8)).contains("= 12.5 ms", key + "#" + P99, "DEGRADED: preview");
    out.reset();
    assertThat(run("show", key + "#" + P99, "--json", "-o", temp.toString())).isZero();
    assertThat(Json.parse(out.toString(UTF_8)).path("value").asDouble(0)).isEqualTo(12.5);
  }

  @Test
  void shouldSuggestTheFigureThatWasMeant() throws IOException {
    bundle();
    run("show", "-o", temp.toString());
    String key = out.toString(UTF_8).replaceAll("(?s).*(rvi:[0-9a-f]{12}).*", "$1");

    assertThat(run("show", key + "#latency/memory-n1-none-1024/p9", "-o", temp.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("did you mean " + P99 + "?");
  }

  @Test
  void shouldCompareAndNameTheConditionsThatDiffer() throws IOException {
    String a = bundle(10, "500");
    String b = bundle(20, "1000");

    assertThat(run("compare", a, b, "-o", temp.toString())).as(errors()).isZero();
    assertThat(out.toString(UTF_8))
        .contains("ratePerSecond: 500 against 1000", P99 + "  A 10 ms  B 20 ms  B/A 2.000");
  }

  @Test
  void shouldNotCompareAKilledRun() throws IOException {
    String killed = BundleWriter.create(temp, START, PLAN.getBytes(UTF_8)).id();

    assertThat(run("compare", killed, bundle(10, "500"), "-o", temp.toString()))
        .isEqualTo(ExitCode.RUN_INVALID);
    assertThat(errors()).contains(killed, "must not be compared");
  }

  @Test
  void shouldFailVerificationOfADamagedBundleByItsFile() throws IOException {
    String id = bundle();
    Files.writeString(temp.resolve(id).resolve("raw/a.json"), "[ ]\n");

    assertThat(run("verify", id, "-o", temp.toString())).isEqualTo(ExitCode.VERIFICATION);
    assertThat(out.toString(UTF_8)).contains("raw/a.json");
    assertThat(run("cite", id, "-o", temp.toString())).isEqualTo(ExitCode.VERIFICATION);
  }

  @Test
  void shouldShowAKilledRunAndFailItsVerification() throws IOException {
    String id = BundleWriter.create(temp, START, PLAN.getBytes(UTF_8)).id();

    assertThat(run("show", id, "-o", temp.toString())).isZero();
    assertThat(out.toString(UTF_8)).contains("INCOMPLETE");
    assertThat(run("verify", id, "-o", temp.toString())).isEqualTo(ExitCode.VERIFICATION);
    assertThat(out.toString(UTF_8)).contains("incomplete");
  }

  private String bundle() throws IOException {
    return bundle(12.5, "500");
  }

  private String bundle(double p99, String rate) throws IOException {
    BundleWriter writer = BundleWriter.create(temp, START, PLAN.getBytes(UTF_8));
    writer.add(
        Section.CONFIG, "resolved.json", "{\"ratePerSecond\":{\"value\":\"" + rate + "\"}}\n");
    writer.add(
        Section.ENV,
        "environment.json",
        "{\"machine\":{},\"system\":{},\"jvm\":{},\"disk\":{},\"source\":{},\"libraries\":{}}\n");
    writer.add(Section.RAW, "a.json", "[]\n");
    writer.seal();
    FigureFiles.write(List.of(CitedFigure.of(P99, p99, "ms")), writer);
    writer.close(Validity.DEGRADED, List.of("preview"));
    return writer.id();
  }

  private String errors() {
    return err.toString(UTF_8);
  }

  private int run(String... arguments) {
    List<LogBackend> backends =
        ServiceLoader.load(LogBackend.class).stream().map(ServiceLoader.Provider::get).toList();
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            false,
            120);
    return new Cli(new Context(terminal, Map.of(), backends)).run(List.of(arguments));
  }
}
