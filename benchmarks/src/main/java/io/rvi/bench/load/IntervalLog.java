package io.rvi.bench.load;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes the operations of a load as an HdrHistogram interval log, format 1.3, which the usual
 * tools read. Values are nanoseconds; the column of maxima is in milliseconds, as those tools
 * expect. An operation lies in the interval in which it ended.
 *
 * <p>Tags, after the given prefix: {@code .response}, {@code .service} (committed operations),
 * {@code .lateness}, and {@code .response.<outcome>} for each failure. The number of values of a
 * tag, summed over its intervals, is the number of operations, warm-up included.
 */
public final class IntervalLog {
  private static final long INTERVAL_NS = 1_000_000_000L;
  private static final long NS_PER_MS = 1_000_000L;
  private static final long FINE_INTERVAL_NS = 100_000_000L;

  /** Around an event intervals are fine: from this long before it ... */
  private static final long FINE_BEFORE_NS = 1_000_000_000L;

  /** ... to this long after it. */
  private static final long FINE_AFTER_NS = 5_000_000_000L;

  private final OperationLog operations;
  private final String prefix;
  private final long startEpochMs;
  private final List<Long> eventsNs;

  /**
   * Prepares a log.
   *
   * @param operations of the load
   * @param prefix of the tags, such as {@code write}; without comma, space or line break
   * @param startEpochMs the wall-clock time of the begin of the load
   * @param eventsNs events around which intervals are 100 ms, nanoseconds after the begin
   */
  public IntervalLog(
      OperationLog operations, String prefix, long startEpochMs, List<Long> eventsNs) {
    if (!prefix.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException("a tag is letters, digits, . _ and -, not " + prefix);
    }
    this.operations = operations;
    this.prefix = prefix;
    this.startEpochMs = startEpochMs;
    this.eventsNs = List.copyOf(eventsNs);
  }

  /**
   * Writes the log.
   *
   * @param file where; replaced when it exists
   * @throws IOException when it can't be written
   */
  public void write(Path file) throws IOException {
    try (OutputStream bytes = Files.newOutputStream(file);
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.US_ASCII)) {
      write(out);
      if (out.checkError()) {
        throw new IOException("could not write all of " + file);
      }
    }
  }

  private void write(PrintStream out) {
    HistogramLogWriter writer = new HistogramLogWriter(out);
    writer.outputComment("[Values: nanoseconds; timed from the intended start; no correction]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(startEpochMs);
    writer.setBaseTime(startEpochMs);
    writer.outputLegend();
    long[] bounds = boundsNs();
    for (Map<String, Histogram> interval : intervals(bounds)) {
      interval.values().forEach(writer::outputIntervalHistogram);
    }
    long notEnded = operations.size() - endedCount();
    writer.outputComment("[Operations: " + operations.size() + ", not ended: " + notEnded + "]");
  }

  /** Histograms by tag, for each interval. */
  private List<Map<String, Histogram>> intervals(long[] bounds) {
    List<Map<String, Histogram>> intervals = new ArrayList<>();
    for (int i = 0; i + 1 < bounds.length; i++) {
      intervals.add(new TreeMap<>());
    }
    for (int i = 0; i < operations.size(); i++) {
      Outcome outcome = operations.outcome(i);
      if (outcome == Outcome.TIMED_OUT) {
        continue;
      }
      int found = Arrays.binarySearch(bounds, operations.endedNs(i));
      int at = Math.min(found >= 0 ? found : -found - 2, bounds.length - 2);
      Map<String, Histogram> interval = intervals.get(at);
      add(interval, ".lateness", operations.latenessNs(i), bounds, at);
      if (outcome == Outcome.COMMITTED) {
        add(interval, ".response", operations.responseNs(i), bounds, at);
        add(interval, ".service", operations.serviceNs(i), bounds, at);
      } else {
        String failure = ".response." + outcome.name().toLowerCase(Locale.ROOT);
        add(interval, failure, operations.responseNs(i), bounds, at);
      }
    }
    return intervals;
  }

  private void add(
      Map<String, Histogram> interval, String suffix, long valueNs, long[] bounds, int at) {
    interval
        .computeIfAbsent(
            prefix + suffix,
            tag -> {
              Histogram histogram = Histograms.empty();
              histogram.setTag(tag);
              histogram.setStartTimeStamp(startEpochMs + bounds[at] / NS_PER_MS);
              histogram.setEndTimeStamp(startEpochMs + bounds[at + 1] / NS_PER_MS);
              return histogram;
            })
        .recordValue(valueNs);
  }

  private long endedCount() {
    long count = 0;
    for (int i = 0; i < operations.size(); i++) {
      count += operations.outcome(i) == Outcome.TIMED_OUT ? 0 : 1;
    }
    return count;
  }

  /** Ascending bounds of the intervals, from 0 to past the last end; two or more. */
  private long[] boundsNs() {
    long lastNs = 0;
    for (int i = 0; i < operations.size(); i++) {
      if (operations.outcome(i) != Outcome.TIMED_OUT) {
        lastNs = Math.max(lastNs, operations.endedNs(i));
      }
    }
    List<Long> bounds = new ArrayList<>(List.of(0L));
    for (long at = 0; at <= lastNs; ) {
      at += nearEvent(at) ? FINE_INTERVAL_NS : INTERVAL_NS;
      bounds.add(at);
    }
    return bounds.stream().mapToLong(Long::longValue).toArray();
  }

  /** Whether an interval of full length that begins here would touch the time around an event. */
  private boolean nearEvent(long fromNs) {
    return eventsNs.stream()
        .anyMatch(
            event ->
                fromNs + INTERVAL_NS > event - FINE_BEFORE_NS && fromNs < event + FINE_AFTER_NS);
  }
}
