package io.rvi.bench.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Writes every operation of a load as a line of a gzipped CSV file: what all figures come from. */
public final class OperationsFile {
  private OperationsFile() {}

  /**
   * Writes the file. Times are nanoseconds after the begin of the load; an operation that did not
   * end has an empty end.
   *
   * @param operations of the load
   * @param file where; replaced when it exists
   * @throws IOException when it can't be written
   */
  public static void write(OperationLog operations, Path file) throws IOException {
    try (Writer out =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.US_ASCII))) {
      out.write("intended_ns,sent_ns,ended_ns,outcome\n");
      for (int i = 0; i < operations.size(); i++) {
        Outcome outcome = operations.outcome(i);
        out.write(Long.toString(operations.intendedNs(i)));
        out.write(',');
        out.write(Long.toString(operations.sentNs(i)));
        out.write(',');
        out.write(outcome == Outcome.TIMED_OUT ? "" : Long.toString(operations.endedNs(i)));
        out.write(',');
        out.write(outcome.name().toLowerCase(Locale.ROOT));
        out.write('\n');
      }
    }
  }
}
