package io.rvi.bench.report;

import io.rvi.bench.result.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The latency part of one repetition under the field names of the OpenMessaging Benchmark's result
 * files, for the tools that read them.
 *
 * <p>As there: {@code publishLatency*} is the time from the actual send, in milliseconds; {@code
 * publishDelayLatency*} how much later than intended a record was sent, in microseconds; lists have
 * one entry for each {@value #INTERVAL_S} s. What was not measured is empty or 0: nothing was
 * consumed. Warm-up is left out. Records that were not committed are in {@code publishErrorRate}
 * and in no latency: the headline figures of a bundle count them, this format cannot.
 */
final class OmbExport {
  /** Of a sample, as in the original. */
  static final int INTERVAL_S = 10;

  private static final long INTERVAL_NS = INTERVAL_S * 1_000_000_000L;
  private static final double US_PER_MS = 1_000;
  private static final Map<String, Double> PERCENTILES = percentiles();

  private static final List<String> NOT_MEASURED =
      List.of("Avg", "50pct", "75pct", "95pct", "99pct", "999pct", "9999pct", "99999pct", "Max");

  private OmbExport() {}

  private static Map<String, Double> percentiles() {
    Map<String, Double> percentiles = new TreeMap<>();
    percentiles.put("50pct", 50.0);
    percentiles.put("75pct", 75.0);
    percentiles.put("95pct", 95.0);
    percentiles.put("99pct", 99.0);
    percentiles.put("999pct", 99.9);
    percentiles.put("9999pct", 99.99);
    percentiles.put("99999pct", 99.999);
    return percentiles;
  }

  /**
   * What a file is about.
   *
   * @param workload its name
   * @param driver the backend
   * @param recordBytes payload bytes of a record
   * @param warmUpNs what was meant to start before this is left out
   * @param measuredNs how long the part after it is
   */
  record Subject(String workload, String driver, int recordBytes, long warmUpNs, long measuredNs) {
    /** Seconds of a sample: the last one may be short. */
    double seconds(long sample) {
      return Math.min(INTERVAL_NS, Math.max(1, measuredNs - sample * INTERVAL_NS)) / 1e9;
    }
  }

  /** Counts and times of one interval, or of all. */
  private static final class Sample {
    private final Histogram publishUs = new Histogram(5);
    private final Histogram delayUs = new Histogram(5);
    private long errors;

    void add(OperationLines.Line line) {
      delayUs.recordValue(Math.max(0, (line.sentNs() - line.intendedNs()) / 1_000));
      if (line.isCommitted()) {
        publishUs.recordValue(Math.max(0, (line.endedNs() - line.sentNs()) / 1_000));
      } else {
        errors++;
      }
    }
  }

  /**
   * The JSON text.
   *
   * @param file gzipped CSV of operations
   * @throws IOException when it cannot be read or a line is of another form
   */
  static String json(Path file, Subject subject) throws IOException {
    Sample all = new Sample();
    Map<Long, Sample> samples = new TreeMap<>();
    OperationLines.read(
        file,
        line -> {
          if (line.intendedNs() >= subject.warmUpNs()) {
            all.add(line);
            samples
                .computeIfAbsent(
                    (line.intendedNs() - subject.warmUpNs()) / INTERVAL_NS, key -> new Sample())
                .add(line);
          }
        });
    ObjectNode root = Json.object();
    root.put("workload", subject.workload());
    root.put("driver", subject.driver());
    root.put("messageSize", subject.recordBytes());
    for (String one : List.of("topics", "partitions", "producersPerTopic")) {
      root.put(one, 1);
    }
    root.put("consumersPerTopic", 0);
    addRates(root, samples, subject);
    addSeries(root, "publishLatency", samples, sample -> sample.publishUs, true);
    addSeries(root, "publishDelayLatency", samples, sample -> sample.delayUs, false);
    addAggregated(root, "aggregatedPublishLatency", all.publishUs, true);
    addAggregated(root, "aggregatedPublishDelayLatency", all.delayUs, false);
    for (String name : NOT_MEASURED) {
      root.putArray("endToEndLatency" + name);
      root.put("aggregatedEndToEndLatency" + name, 0.0);
    }
    root.putObject("aggregatedEndToEndLatencyQuantiles");
    return Json.text(root);
  }

  private static void addRates(ObjectNode root, Map<Long, Sample> samples, Subject subject) {
    ArrayNode rates = root.putArray("publishRate");
    ArrayNode errors = root.putArray("publishErrorRate");
    root.putArray("consumeRate");
    root.putArray("backlog");
    samples.forEach(
        (number, sample) -> {
          rates.add(sample.publishUs.getTotalCount() / subject.seconds(number));
          errors.add(sample.errors / subject.seconds(number));
        });
  }

  private static void addSeries(
      ObjectNode root,
      String prefix,
      Map<Long, Sample> samples,
      Function<Sample, Histogram> which,
      boolean isMs) {
    ArrayNode averages = root.putArray(prefix + "Avg");
    samples.values().forEach(s -> averages.add(mean(which.apply(s), isMs)));
    PERCENTILES.forEach(
        (name, percentile) -> {
          ArrayNode values = root.putArray(prefix + name);
          for (Sample sample : samples.values()) {
            add(values, which.apply(sample).getValueAtPercentile(percentile), isMs);
          }
        });
    ArrayNode maxima = root.putArray(prefix + "Max");
    samples.values().forEach(s -> add(maxima, which.apply(s).getMaxValue(), isMs));
  }

  private static void addAggregated(
      ObjectNode root, String prefix, Histogram histogram, boolean isMs) {
    root.put(prefix + "Avg", mean(histogram, isMs));
    PERCENTILES.forEach(
        (name, percentile) ->
            put(root, prefix + name, histogram.getValueAtPercentile(percentile), isMs));
    put(root, prefix + "Max", histogram.getMaxValue(), isMs);
    ObjectNode quantiles = root.putObject(prefix + "Quantiles");
    histogram
        .percentiles(100)
        .forEach(
            value ->
                put(
                    quantiles,
                    Double.toString(value.getPercentileLevelIteratedTo()),
                    value.getValueIteratedTo(),
                    isMs));
  }

  private static double mean(Histogram histogram, boolean isMs) {
    double us = histogram.getTotalCount() == 0 ? 0 : histogram.getMean();
    return isMs ? us / US_PER_MS : us;
  }

  private static void add(ArrayNode values, long us, boolean isMs) {
    if (isMs) {
      values.add(us / US_PER_MS);
    } else {
      values.add(us);
    }
  }

  private static void put(ObjectNode node, String name, long us, boolean isMs) {
    if (isMs) {
      node.put(name, us / US_PER_MS);
    } else {
      node.put(name, us);
    }
  }
}
