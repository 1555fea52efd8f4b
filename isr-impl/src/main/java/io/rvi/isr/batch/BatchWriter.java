package io.rvi.isr.batch;

import java.nio.ByteBuffer;

/**
 * Writes one batch into a buffer: records first, then {@link #finish} fills in the header. Used by
 * producers; a leader only stamps what this wrote.
 */
public final class BatchWriter {
  private final ByteBuffer buffer;
  private final int start;
  private int recordCount;

  /**
   * Begins a batch at the buffer's position.
   *
   * @param buffer where to; needs {@link BatchBytes#HEADER_BYTES} and, for each record, {@link
   *     BatchBytes#RECORD_OVERHEAD_BYTES} and its payload
   */
  public BatchWriter(ByteBuffer buffer) {
    this.buffer = buffer;
    this.start = buffer.position();
    buffer.position(start + BatchBytes.HEADER_BYTES);
  }

  /**
   * Adds a record.
   *
   * @param payload its bytes, possibly none
   */
  public void add(byte[] payload) {
    buffer.putInt(payload.length).put(payload);
    recordCount++;
  }

  /**
   * Completes the batch; offset, epoch and time stay 0 until a leader stamps them. The buffer's
   * position is then the end of the batch.
   *
   * @param producerId the producer
   * @param producerEpoch its epoch
   * @param baseSequence its number of the first record
   * @throws IllegalStateException without a record
   */
  public void finish(long producerId, int producerEpoch, long baseSequence) {
    if (recordCount == 0) {
      throw new IllegalStateException("a batch holds at least one record");
    }
    int bytes = buffer.position() - start;
    buffer.putInt(start, BatchBytes.MAGIC);
    buffer.putInt(start + BatchBytes.AT_LENGTH, bytes);
    buffer.putInt(start + BatchBytes.AT_COUNT, recordCount);
    buffer.putInt(
        start + BatchBytes.AT_BODY_CRC,
        BatchBytes.crc(buffer, start + BatchBytes.HEADER_BYTES, bytes - BatchBytes.HEADER_BYTES));
    identify(buffer, start, producerId, producerEpoch, baseSequence);
    BatchBytes.stamp(buffer, start, 0, 0, 0);
  }

  /**
   * Gives a finished batch another place in its producer's sequence. Only for a batch that no
   * leader can have stored: a retry of any other must be byte-identical.
   *
   * @param buffer where the batch lies
   * @param position index of its first byte
   * @param producerId the producer
   * @param producerEpoch its epoch
   * @param baseSequence its number of the first record
   */
  public static void identify(
      ByteBuffer buffer, int position, long producerId, int producerEpoch, long baseSequence) {
    buffer.putLong(position + BatchBytes.AT_PRODUCER_ID, producerId);
    buffer.putInt(position + BatchBytes.AT_PRODUCER_EPOCH, producerEpoch);
    buffer.putLong(position + BatchBytes.AT_SEQUENCE, baseSequence);
    BatchBytes.seal(buffer, position);
  }
}
