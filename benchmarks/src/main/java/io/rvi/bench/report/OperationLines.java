package io.rvi.bench.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/** Reads a raw file of operations line by line: by code of its own, not by that which wrote it. */
final class OperationLines {
  private static final String HEADER = "intended_ns,sent_ns,ended_ns,outcome";

  /** The end of an operation that had not ended. */
  static final long NOT_ENDED = -1;

  private OperationLines() {}

  /**
   * One operation; times are nanoseconds after the begin of the load.
   *
   * @param endedNs {@link #NOT_ENDED} where it had not
   */
  record Line(long intendedNs, long sentNs, long endedNs, String outcome) {
    boolean isCommitted() {
      return outcome.equals("committed");
    }
  }

  /**
   * Hands on every line in its order.
   *
   * @throws IOException when the file cannot be read or a line is of another form
   */
  static void read(Path file, Consumer<Line> each) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
      if (!HEADER.equals(lines.readLine())) {
        throw new IOException("does not begin with " + HEADER);
      }
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split(",", -1);
        if (fields.length != 4) {
          throw new IOException("a line is not of the form " + HEADER + ": " + line);
        }
        long endedNs = fields[2].isEmpty() ? NOT_ENDED : number(fields[2]);
        each.accept(new Line(number(fields[0]), number(fields[1]), endedNs, fields[3]));
      }
    }
  }

  private static long number(String text) throws IOException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IOException("not a number: " + text, e);
    }
  }
}
