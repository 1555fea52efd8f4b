package io.rvi.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.result.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class PredictCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @Test
  void shouldAnswerTheExampleThatIsShipped() throws Exception {
    URL example = Objects.requireNonNull(getClass().getResource("/examples/predict.yaml"));

    assertThat(rvi("predict", Path.of(example.toURI()).toString()))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.FINE);

    assertThat(out.toString(UTF_8).lines().filter(line -> line.matches(" *[1-9]  .*")))
        .hasSize(12)
        .allSatisfy(line -> assertThat(line).containsAnyOf("isr m=1", "raft"));
    assertThat(out.toString(UTF_8)).doesNotContain("SATURATED").doesNotContain("NaN");
  }

  @Test
  void shouldAnswerAsJsonWithWhatItAssumed() throws Exception {
    Path file =
        Files.writeString(
            temp.resolve("a.yaml"),
            """
            replicas: 3
            minInSync: majority
            linkRtt: {median: 20ms, sigma: 0.3}
            """);

    assertThat(rvi("predict", file.toString(), "--json")).isEqualTo(ExitCode.FINE);

    JsonNode answer = Json.parse(out.toString(UTF_8));
    assertThat(answer.path("conditions").path("linkRtt.median").asString()).isEqualTo("20ms");
    assertThat(answer.path("assumed").toString()).contains("mttf 1000h").doesNotContain("linkRtt");
    JsonNode inSync = answer.path("outlooks").get(0);
    JsonNode majority = answer.path("outlooks").get(1);
    assertThat(inSync.path("protocol").asString()).isEqualTo("IN_SYNC_SET");
    assertThat(inSync.path("minInSync").asInt()).isEqualTo(2);
    assertThat(inSync.path("tolerance").path("writesResume").asInt()).isEqualTo(1);
    assertThat(inSync.path("latency").path("p50Ms").asDouble())
        .isGreaterThan(majority.path("latency").path("p50Ms").asDouble());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          linkRt: {median: 1ms}                      | linkRt.median: no such key; did you mean linkRtt.median?
          linkRtt: {median: 5}                       | linkRtt.median: "5" is not a duration with its unit
          linkRtt: {p50: 5}                          | linkRtt.p50: "5" is not a duration with its unit
          linkRtt: {p50: 5ms, p99: 1ms}              | linkRtt: quantiles must not fall, as at p99
          linkRtt: {p50: 5ms}                        | linkRtt: needs two quantiles
          linkRtt: {p50: 5ms, p101: 6ms}             | linkRtt.p101: a quantile is p0 to p100
          fsync: {p50: 5ms, p99: 6ms, sigma: 1}      | fsync: has quantiles and a median or sigma
          replicas: 10                               | replicas: "10": must be 1 to 9
          replicas: [1, 3], minInSync: 2             | minInSync: 2 exceeds replicas 1
          mttf: 0h                                   | mttf: "0h": must be above 0
          commonShare: 2                             | commonShare: "2": must be 0.0 to 1.0
          commonShare: NaN                           | commonShare: "NaN": must be 0.0 to 1.0
          flush: always                              | flush: "always" is not one of none, group, each
          ratePerSecond: fast                        | ratePerSecond: "fast" is not a number
          """)
  void shouldNameTheKeyOfWhatItCannotRead(String line, String complaint) throws Exception {
    Path file = Files.writeString(temp.resolve("bad.yaml"), "{" + line + "}\n");

    assertThat(rvi("predict", file.toString())).isEqualTo(ExitCode.CONFIGURATION);

    assertThat(err.toString(UTF_8)).contains("bad.yaml: ", complaint).hasLineCount(1);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void shouldAskForTheFile() {
    assertThat(rvi("predict")).isEqualTo(ExitCode.USAGE);
    assertThat(rvi("predict", "/nonexistent.yaml")).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString(UTF_8)).contains("/nonexistent.yaml: no such file");
  }

  private int rvi(String... arguments) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            false,
            120);
    return new Cli(new Context(terminal, Map.of(), List.of())).run(List.of(arguments));
  }
}
