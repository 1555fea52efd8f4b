package io.rvi.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Reads interval logs strictly: HdrHistogram's own reader leaves out what it does not understand.
 */
final class HistogramLogs {
  private static final String UNIT = "#[Values: nanoseconds;";
  private static final String VERSION = "#[Histogram log format version 1.3]";

  private HistogramLogs() {}

  /**
   * All intervals of one tag added up.
   *
   * @param log of nanoseconds
   * @param tag which values
   * @throws IOException when a line is cut or of another form, an interval begins before the one
   *     above it, values are of another unit, or there are none of this tag
   */
  static Histogram sum(Path log, String tag) throws IOException {
    String text = Files.readString(log, StandardCharsets.US_ASCII);
    if (!text.startsWith(UNIT) || !text.contains(VERSION)) {
      throw new IOException("is no log of format 1.3 in nanoseconds");
    }
    long lines = text.lines().filter(HistogramLogs::isInterval).count();
    Histogram sum = new Histogram(3);
    sum.setAutoResize(true);
    long read = 0;
    long ofTag = 0;
    long lastStart = Long.MIN_VALUE;
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval == null) {
          break;
        }
        read++;
        if (interval.getStartTimeStamp() < lastStart) {
          throw new IOException("interval " + read + " begins before the one above it");
        }
        lastStart = interval.getStartTimeStamp();
        if (tag.equals(interval.getTag()) && interval instanceof Histogram histogram) {
          ofTag++;
          sum.add(histogram);
        }
      }
    } catch (NoSuchElementException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException("interval " + (read + 1) + " cannot be read: " + e.getMessage(), e);
    }
    if (read != lines) {
      throw new IOException("interval " + (read + 1) + " of " + lines + " cannot be read");
    }
    if (ofTag == 0) {
      throw new IOException("has no values of tag " + tag);
    }
    return sum;
  }

  private static boolean isInterval(String line) {
    return !line.isBlank() && !line.startsWith("#") && !line.startsWith("\"StartTimestamp\"");
  }
}
