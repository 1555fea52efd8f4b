package io.rvi.isr.log;

import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Batches whose records say where they belong: {@code r<offset>-<version>}, padded. */
final class TestBatches {
  static final long PRODUCER = 7;

  private TestBatches() {}

  /** The payload of the record at an offset. */
  static byte[] payload(long offset, int version, int bytes) {
    StringBuilder text = new StringBuilder("r" + offset + "-" + version);
    while (text.length() < bytes) {
      text.append('.');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A client's batch of records for the offsets from one on. */
  static ByteBuffer batch(long offset, int count, int version, int payloadBytes) {
    ByteBuffer buffer =
        ByteBuffer.allocate(
            BatchBytes.HEADER_BYTES
                + count * (BatchBytes.RECORD_OVERHEAD_BYTES + payloadBytes + 32));
    BatchWriter writer = new BatchWriter(buffer);
    for (int i = 0; i < count; i++) {
      writer.add(payload(offset + i, version, payloadBytes));
    }
    writer.finish(PRODUCER, 0, offset);
    return buffer.flip();
  }

  /** A batch as a leader of an epoch would have stored it. */
  static ByteBuffer stored(long offset, int count, long epoch, int payloadBytes) {
    ByteBuffer buffer = batch(offset, count, (int) epoch, payloadBytes);
    BatchBytes.stamp(buffer, 0, offset, epoch, 1_000 + offset);
    return buffer;
  }
}
