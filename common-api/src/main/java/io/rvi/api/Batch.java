package io.rvi.api;

import java.util.List;

/**
 * Consecutive committed records, the answer to a read.
 *
 * @param fromOffset the offset that was asked for, 0 or more
 * @param records the records at {@code fromOffset}, {@code fromOffset + 1}, ...; empty exactly when
 *     {@code fromOffset} equals the high watermark
 * @param highWatermark the high watermark that the answering replica knew when it read: every
 *     record here is below it
 */
public record Batch(long fromOffset, List<LogRecord> records, long highWatermark) {
  /** Checks that the records are dense from {@code fromOffset} and below the high watermark. */
  public Batch {
    records = List.copyOf(records);
    long expected = fromOffset;
    for (LogRecord record : records) {
      if (record.offset() != expected) {
        throw new IllegalArgumentException(
            "a batch is dense: expected offset " + expected + ", got " + record.offset());
      }
      expected++;
    }
    if (expected > highWatermark) {
      throw new IllegalArgumentException(
          "a batch ends at or below the high watermark " + highWatermark + ", not at " + expected);
    }
  }

  /** The offset after the last record here: where the next read starts. */
  public long nextOffset() {
    return fromOffset + records.size();
  }
}
