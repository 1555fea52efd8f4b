package io.rvi.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.HistogramLogProcessor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class ExportTest {
  @TempDir static Path temp;

  private static Bundle bundle;

  @BeforeAll
  static void write() throws IOException {
    bundle = SampleRun.write(temp, 2);
  }

  @Test
  void shouldUseTheFieldNamesOfTheOpenMessagingBenchmark() throws IOException {
    Map<String, String> files = Export.of(bundle, Export.Format.OMB);

    assertThat(files).hasSize(12).containsKey("raft-n3-none-1024-f01.json");
    JsonNode root = Json.parse(files.getOrDefault("raft-n3-none-1024-f01.json", ""));
    for (String name :
        List.of("workload", "driver", "messageSize", "topics", "partitions", "producersPerTopic")) {
      assertThat(root.has(name)).as(name).isTrue();
    }
    for (String prefix : List.of("publishLatency", "publishDelayLatency", "endToEndLatency")) {
      for (String suffix : List.of("Avg", "50pct", "95pct", "99pct", "999pct", "9999pct", "Max")) {
        assertThat(root.path(prefix + suffix).isArray()).as(prefix + suffix).isTrue();
        String aggregated =
            "aggregated"
                + prefix.substring(0, 1).toUpperCase(Locale.ROOT)
                + prefix.substring(1)
                + suffix;
        assertThat(root.path(aggregated).isNumber()).as(aggregated).isTrue();
      }
    }
    assertThat(root.path("driver").asString("")).isEqualTo("raft");
    assertThat(root.path("publishRate").get(0).asDouble(0)).isEqualTo(500);
    assertThat(root.path("aggregatedPublishLatencyQuantiles").size()).isGreaterThan(10);
    assertThat(root.path("aggregatedPublishLatency50pct").asDouble(0)).isBetween(0.5, 1.5);
  }

  @Test
  void shouldAgreeWithTheLogProcessorOfHdrHistogram() throws Exception {
    Map<String, String> files = Export.of(bundle, Export.Format.HGRM);
    List<String> logs =
        bundle.files("raw/").stream().filter(f -> f.endsWith("/latency.hlog")).toList();
    assertThat(files).hasSameSizeAs(logs);
    for (String log : logs) {
      Path out = temp.resolve("processed");
      String[] arguments = {
        "-i",
        bundle.directory().resolve(log).toString(),
        "-o",
        out.toString(),
        "-tag",
        "write.response",
        "-outputValueUnitRatio",
        "1000000"
      };
      Thread processor = new HistogramLogProcessor(arguments);
      processor.start();
      processor.join();

      String[] parts = log.split("/", -1);
      // It heads the distribution with a line on its time range.
      String processed = Files.readString(temp.resolve("processed.hgrm"));
      assertThat(files.get(parts[1] + "-" + parts[2] + ".hgrm"))
          .as(log)
          .isEqualTo(processed.replaceFirst("#\\[Overall.*\\R", ""));
    }
  }

  @Test
  void shouldWriteEveryFigureAsCsv() throws IOException {
    String csv = Export.of(bundle, Export.Format.CSV).getOrDefault("figures.csv", "");

    assertThat(csv.lines()).hasSize(1 + bundle.figures().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut", "back", "unit", "tag"})
  void shouldReadLogsStrictly(String fault) throws IOException {
    String good =
        Files.readString(bundle.directory().resolve("raw/isr-n3-none-1024/f00/latency.hlog"));
    String line = good.lines().filter(l -> l.startsWith("Tag=")).findFirst().orElseThrow();
    String bad =
        switch (fault) {
          case "cut" -> good + line.substring(0, line.length() / 2) + "\n";
          case "back" ->
              good
                  + line.replace(",0.000,", ",5.000,")
                  + "\n"
                  + line.replace(",0.000,", ",4.000,")
                  + "\n";
          case "unit" -> good.replace("nanoseconds", "milliseconds");
          default -> good.replace("write.response", "read.response");
        };
    Path file = Files.write(temp.resolve(fault + ".hlog"), bad.getBytes(UTF_8));

    assertThatThrownBy(() -> HistogramLogs.sum(file, "write.response"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldAddUpIntervalsOfUnequalRanges() throws IOException {
    Path file = bundle.directory().resolve("raw/isr-n3-none-1024/f00/latency.hlog");
    String twice = Files.readString(file);
    String line = twice.lines().filter(l -> l.startsWith("Tag=")).findFirst().orElseThrow();
    Path both = Files.writeString(temp.resolve("both.hlog"), twice + line + "\n");

    assertThat(HistogramLogs.sum(both, "write.response").getTotalCount())
        .isEqualTo(2 * HistogramLogs.sum(file, "write.response").getTotalCount());
  }
}
