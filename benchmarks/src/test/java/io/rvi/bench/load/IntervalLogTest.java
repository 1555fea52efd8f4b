package io.rvi.bench.load;

import static io.rvi.bench.load.ScriptedLog.ONE_MS_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalLogTest {
  private static final long START_MS = 1_700_000_000_000L;

  @TempDir private Path directory;

  private final VirtualClock clock = new VirtualClock();

  private OperationLog operations() throws InterruptedException {
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(100),
            Duration.ZERO,
            Duration.ofSeconds(10),
            100,
            Duration.ofSeconds(1));
    Operation log = ScriptedLog.constant(clock, 2 * ONE_MS_NS).failingEach(10);
    return new OpenLoop(plan, log, clock).run().operations();
  }

  private List<Histogram> read(Path file) throws Exception {
    List<Histogram> histograms = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        histograms.add((Histogram) next);
      }
    }
    return histograms;
  }

  @Test
  void shouldHoldEachOperationOnceInNanoseconds() throws Exception {
    // given
    Path file = directory.resolve("latency.hlog");

    // when
    new IntervalLog(operations(), "write", START_MS, List.of()).write(file);

    // then
    Map<String, Long> counts = new HashMap<>();
    for (Histogram histogram : read(file)) {
      counts.merge(histogram.getTag(), histogram.getTotalCount(), Long::sum);
      assertThat(histogram.getEndTimeStamp() - histogram.getStartTimeStamp())
          .isCloseTo(1_000L, within(1L));
      if (histogram.getTag().equals("write.response")) {
        assertThat(histogram.getMaxValue()).isBetween(2 * ONE_MS_NS, 2 * ONE_MS_NS + 2_048);
      }
    }
    assertThat(counts)
        .containsOnly(
            Map.entry("write.response", 900L),
            Map.entry("write.service", 900L),
            Map.entry("write.response.not_committed", 100L),
            Map.entry("write.lateness", 1_000L));
    assertThat(Files.readAllLines(file)).anyMatch(line -> line.contains("log format version 1.3"));
  }

  @Test
  void shouldBeFineAroundAnEvent() throws Exception {
    Path file = directory.resolve("crash.hlog");

    new IntervalLog(operations(), "write", START_MS, List.of(3_000 * ONE_MS_NS)).write(file);

    for (Histogram histogram : read(file)) {
      long fromMs = histogram.getStartTimeStamp() - START_MS;
      long lengthMs = histogram.getEndTimeStamp() - histogram.getStartTimeStamp();
      // The format keeps seconds as decimal fractions, which costs a millisecond here and there.
      assertThat(lengthMs).isCloseTo(fromMs >= 1_999 && fromMs < 7_999 ? 100L : 1_000L, within(1L));
    }
  }

  @Test
  void shouldRefuseATagThatWouldBreakTheFormat() throws Exception {
    OperationLog operations = operations();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IntervalLog(operations, "a,b", START_MS, List.of()));
  }

  @Test
  void shouldWriteALineForEachOperation() throws Exception {
    Path file = directory.resolve("latency.csv.gz");

    OperationsFile.write(operations(), file);

    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      List<String> lines =
          new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
      assertThat(lines).hasSize(1_001);
      assertThat(lines.get(1)).isEqualTo("0,0,2000000,committed");
      assertThat(lines.get(10)).isEqualTo("90000000,90000000,90000000,not_committed");
    }
  }
}
