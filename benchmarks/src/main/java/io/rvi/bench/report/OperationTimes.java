package io.rvi.bench.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;

/**
 * The measured part of an open loop as its raw file has it, reduced to what percentiles need. It is
 * computed here from the file alone, not by the code that measured.
 */
final class OperationTimes {
  private static final String HEADER = "intended_ns,sent_ns,ended_ns,outcome";

  private static final String COMMITTED = "committed";

  /** Operations that were meant to start in the measured part, whatever became of them. */
  private final long intended;

  /** Response times of those that were committed, ascending. */
  private final long[] committedNs;

  private OperationTimes(long intended, long[] committedNs) {
    this.intended = intended;
    this.committedNs = committedNs;
  }

  /**
   * Reads a file of operations.
   *
   * @param file gzipped CSV
   * @param warmUpNs operations that were meant to start before this do not count
   * @throws IOException when it cannot be read or a line is of another form
   */
  static OperationTimes read(Path file, long warmUpNs) throws IOException {
    long intended = 0;
    int count = 0;
    long[] times = new long[1 << 12];
    try (BufferedReader lines = open(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = fields(line);
        long startNs = number(fields[0]);
        if (startNs >= warmUpNs) {
          intended++;
          if (fields[3].equals(COMMITTED)) {
            times = count == times.length ? Arrays.copyOf(times, 2 * count) : times;
            times[count++] = number(fields[2]) - startNs;
          }
        }
      }
    }
    long[] committed = Arrays.copyOf(times, count);
    Arrays.sort(committed);
    return new OperationTimes(intended, committed);
  }

  /**
   * When operations of a file were acknowledged, ascending, nanoseconds after the load's begin.
   *
   * @param file gzipped CSV
   * @throws IOException when it cannot be read or a line is of another form
   */
  static long[] acksNs(Path file) throws IOException {
    try (BufferedReader lines = open(file)) {
      LongStream.Builder acks = LongStream.builder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = fields(line);
        if (fields[3].equals(COMMITTED)) {
          acks.add(number(fields[2]));
        }
      }
      return acks.build().sorted().toArray();
    }
  }

  /** Opens a file and reads over its header. */
  private static BufferedReader open(Path file) throws IOException {
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII));
    if (!HEADER.equals(lines.readLine())) {
      lines.close();
      throw new IOException("does not begin with " + HEADER);
    }
    return lines;
  }

  private static String[] fields(String line) throws IOException {
    String[] fields = line.split(",", -1);
    if (fields.length != 4) {
      throw new IOException("a line is not of the form " + HEADER + ": " + line);
    }
    return fields;
  }

  private static long number(String text) throws IOException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IOException("not a number: " + text, e);
    }
  }

  /** Operations that were meant to start in the measured part. */
  long intended() {
    return intended;
  }

  /** Whether so many operations failed that the quantile lies among them. */
  boolean isAmongFailed(double quantile) {
    return rank(quantile) > committedNs.length;
  }

  /** The response time at a quantile, by nearest rank over every intended operation. */
  long valueNs(double quantile) {
    return committedNs[(int) rank(quantile) - 1];
  }

  private long rank(double quantile) {
    return Math.max(1, (long) Math.ceil(quantile * intended));
  }
}
