package io.rvi.bench.report;

import io.rvi.bench.experiment.SlowFinding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The measured part of an open loop as its raw file has it, reduced to what percentiles need. It is
 * computed here from the file alone, not by the code that measured.
 */
final class OperationTimes {
  /** Operations that were meant to start in the measured part, whatever became of them. */
  private final long intended;

  /** Response times of those that were committed, ascending. */
  private final long[] committedNs;

  /** Acknowledgements that came in the measured part. */
  private final long ackedWithin;

  /** Operations that were meant to start in the measured part, by outcome as the file has it. */
  private final Map<String, Long> byOutcome;

  /** How late the sender was, of every one, ascending. */
  private final long[] latenessNs;

  private OperationTimes(Collected collected) {
    this.intended = collected.intended;
    this.committedNs = Arrays.copyOf(collected.times, collected.count);
    Arrays.sort(committedNs);
    this.ackedWithin = collected.ackedWithin;
    this.byOutcome = Map.copyOf(collected.byOutcome);
    this.latenessNs = collected.lateness.build().sorted().toArray();
  }

  /**
   * Reads a file of operations.
   *
   * @param file gzipped CSV
   * @param warmUpNs operations that were meant to start before this do not count
   * @throws IOException when it cannot be read or a line is of another form
   */
  static OperationTimes read(Path file, long warmUpNs) throws IOException {
    return read(file, warmUpNs, Long.MAX_VALUE);
  }

  /**
   * Reads a part of a file of operations.
   *
   * @param file gzipped CSV
   * @param fromNs operations that were meant to start before this do not count
   * @param untilNs nor those that were meant to start then or later
   * @throws IOException when it cannot be read or a line is of another form
   */
  static OperationTimes read(Path file, long fromNs, long untilNs) throws IOException {
    Collected collected = new Collected();
    OperationLines.read(
        file,
        line -> {
          if (line.intendedNs() >= fromNs && line.intendedNs() < untilNs) {
            collected.add(line);
          }
          if (line.isCommitted() && line.endedNs() >= fromNs && line.endedNs() < untilNs) {
            collected.ackedWithin++;
          }
        });
    return new OperationTimes(collected);
  }

  /**
   * When operations of a file were acknowledged, ascending, nanoseconds after the load's begin.
   *
   * @param file gzipped CSV
   * @throws IOException when it cannot be read or a line is of another form
   */
  static long[] acksNs(Path file) throws IOException {
    LongStream.Builder acks = LongStream.builder();
    OperationLines.read(
        file,
        line -> {
          if (line.isCommitted()) {
            acks.add(line.endedNs());
          }
        });
    return acks.build().sorted().toArray();
  }

  private static final class Collected {
    private long intended;
    private long ackedWithin;
    private final Map<String, Long> byOutcome = new HashMap<>();
    private int count;
    private long[] times = new long[1 << 12];
    private final LongStream.Builder lateness = LongStream.builder();

    void add(OperationLines.Line line) {
      intended++;
      byOutcome.merge(line.outcome(), 1L, Long::sum);
      lateness.add(line.sentNs() - line.intendedNs());
      if (line.isCommitted()) {
        times = count == times.length ? Arrays.copyOf(times, 2 * count) : times;
        times[count++] = line.endedNs() - line.intendedNs();
      }
    }
  }

  /** Operations that were meant to start in the measured part. */
  long intended() {
    return intended;
  }

  /** Acknowledgements that came in the measured part. */
  long ackedWithin() {
    return ackedWithin;
  }

  /**
   * Operations of the measured part with an outcome.
   *
   * @param outcome as the file has it
   */
  long of(String outcome) {
    return byOutcome.getOrDefault(outcome, 0L);
  }

  /** Whether so many operations failed that the quantile lies among them. */
  boolean isAmongFailed(double quantile) {
    return rank(quantile) > committedNs.length;
  }

  /** The response time at a quantile, by nearest rank over every intended operation. */
  long valueNs(double quantile) {
    return committedNs[(int) rank(quantile) - 1];
  }

  /** All of it, as findings have it. */
  SlowFinding.Window window() {
    return new SlowFinding.Window(
        intended, committedNs.length, ackedWithin, valueOrNull(0.50), valueOrNull(0.99));
  }

  private @Nullable Long valueOrNull(double quantile) {
    return isAmongFailed(quantile) ? null : (Long) valueNs(quantile);
  }

  /** The sender's lateness at a quantile, by nearest rank; 0 without operations. */
  long latenessNs(double quantile) {
    return latenessNs.length == 0 ? 0 : latenessNs[(int) rank(quantile) - 1];
  }

  private long rank(double quantile) {
    return Math.max(1, (long) Math.ceil(quantile * intended));
  }
}
