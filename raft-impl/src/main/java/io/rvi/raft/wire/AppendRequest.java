package io.rvi.raft.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A client batch: the content of one Ratis write request and of one Raft log entry.
 *
 * <p>Bytes, big endian: version (1), producer (16), first sequence (8), floor (8), record count
 * (4), then for each record its length (4) and payload.
 *
 * @param producer who appends: one client's stream of appends to one partition
 * @param firstSequence the sequence number of the first record; the others follow one by one
 * @param floor every sequence number below it is settled at the producer: it will never be sent
 *     again, whether or not it was stored; {@code 0 <= floor <= firstSequence}
 * @param count records in the batch, 1 or more
 * @param body the records' lengths and payloads
 */
public record AppendRequest(
    UUID producer, long firstSequence, long floor, int count, ByteString body) {
  private static final byte VERSION = 1;
  private static final int FLOOR_AT = 1 + 16 + 8;

  /** Bytes before the first record. */
  public static final int HEADER_BYTES = FLOOR_AT + 8 + 4;

  /** Bytes that a record takes beyond its payload. */
  public static final int RECORD_OVERHEAD_BYTES = 4;

  /**
   * The bytes of a batch.
   *
   * @param producer who appends
   * @param firstSequence the sequence number of the first record
   * @param floor the producer's floor of this moment
   * @param payloads the records, in order
   */
  public static ByteString encode(
      UUID producer, long firstSequence, long floor, List<byte[]> payloads) {
    int size = HEADER_BYTES;
    for (byte[] payload : payloads) {
      size = Math.addExact(size, RECORD_OVERHEAD_BYTES + payload.length);
    }
    ByteBuffer out = ByteBuffer.allocate(size);
    out.put(VERSION)
        .putLong(producer.getMostSignificantBits())
        .putLong(producer.getLeastSignificantBits())
        .putLong(firstSequence)
        .putLong(floor)
        .putInt(payloads.size());
    for (byte[] payload : payloads) {
      out.putInt(payload.length).put(payload);
    }
    return UnsafeByteOperations.unsafeWrap(out.array());
  }

  /**
   * The same batch with a later floor.
   *
   * @param encoded from {@link #encode}; left as it is, since an earlier send may still read it
   * @param floor the producer's floor of this moment
   */
  public static ByteString withFloor(ByteString encoded, long floor) {
    byte[] copy = encoded.toByteArray();
    ByteBuffer.wrap(copy).putLong(FLOOR_AT, floor);
    return UnsafeByteOperations.unsafeWrap(copy);
  }

  /**
   * Reads a batch.
   *
   * @param bytes a log entry's content
   * @throws IllegalArgumentException when the bytes are not a batch
   */
  public static AppendRequest parse(ByteString bytes) {
    try {
      ByteBuffer in = bytes.asReadOnlyByteBuffer();
      if (in.get() != VERSION) {
        throw new IllegalArgumentException("a batch of an unknown version");
      }
      UUID producer = new UUID(in.getLong(), in.getLong());
      long firstSequence = in.getLong();
      long floor = in.getLong();
      int count = in.getInt();
      if (count < 1 || firstSequence < floor || floor < 0) {
        throw new IllegalArgumentException(
            "a batch of " + count + " records at sequence " + firstSequence + ", floor " + floor);
      }
      return new AppendRequest(
          producer, firstSequence, floor, count, bytes.substring(HEADER_BYTES));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a batch cut short at " + bytes.size() + " bytes", e);
    }
  }

  /** A cursor over the payloads, at the first record's length. */
  public ByteBuffer records() {
    return body.asReadOnlyByteBuffer();
  }
}
