package io.rvi.isr.log;

/**
 * The shape of a log's files.
 *
 * @param segmentBytes size at which a segment is followed by a new one; bounds the recovery after a
 *     kill, which reads the newest segment. A larger batch gets a segment of its own
 * @param indexIntervalBytes distance between two entries of a segment's index; a read walks at most
 *     so far to find its offset
 */
public record LogSettings(int segmentBytes, int indexIntervalBytes) {
  /** 128 MiB: read in a fraction of a second; 4 KiB: one page. */
  public static final LogSettings DEFAULT = new LogSettings(128 << 20, 4 << 10);

  /** Checks the ranges. */
  public LogSettings {
    if (segmentBytes < 1 << 10 || segmentBytes > 1 << 30) {
      throw new IllegalArgumentException("segmentBytes must be 1KiB to 1GiB, not " + segmentBytes);
    }
    if (indexIntervalBytes < 1) {
      throw new IllegalArgumentException("indexIntervalBytes must be above 0");
    }
  }
}
