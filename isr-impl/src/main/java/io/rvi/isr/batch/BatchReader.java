package io.rvi.isr.batch;

import io.rvi.api.LogRecord;
import java.nio.ByteBuffer;
import java.util.List;

/** Takes records out of the batches that a read returned. */
public final class BatchReader {
  private BatchReader() {}

  /**
   * Adds the records of consecutive batches to a list, each with its payload copied.
   *
   * @param batches whole batches from position to limit; not moved
   * @param fromOffset records before it are skipped
   * @param payloadBytesMax stops before the sum of payloads exceeds it, but not before the first
   * @param target where the records go
   * @throws BatchException when the bytes are not whole, intact batches
   */
  public static void records(
      ByteBuffer batches, long fromOffset, long payloadBytesMax, List<LogRecord> target)
      throws BatchException {
    long budget = payloadBytesMax;
    int at = batches.position();
    while (at < batches.limit()) {
      BatchHeader header = BatchBytes.checked(batches, at);
      BatchBytes.checkRecords(batches, at, header);
      int recordAt = at + BatchBytes.HEADER_BYTES;
      for (long offset = header.baseOffset(); offset < header.nextOffset(); offset++) {
        int payloadBytes = batches.getInt(recordAt);
        if (offset >= fromOffset) {
          if (payloadBytes > budget && !target.isEmpty()) {
            return;
          }
          byte[] payload = new byte[payloadBytes];
          batches.get(recordAt + BatchBytes.RECORD_OVERHEAD_BYTES, payload);
          target.add(new LogRecord(offset, payload));
          budget -= payloadBytes;
        }
        recordAt += BatchBytes.RECORD_OVERHEAD_BYTES + payloadBytes;
      }
      at += header.bytes();
    }
  }
}
