package io.rvi.bench.check;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * What a record says of itself: who appended it and as which of its appends. The bytes are a mark,
 * producer, sequence and checksum, and a filling that does not compress; the checksum covers all
 * others.
 *
 * @param producer 0 or more
 * @param sequence which of the producer's appends to this log, from 0, in the order of its calls
 * @param hash the checksum, equal for equal bytes
 */
public record Payload(int producer, long sequence, int hash) {
  /** The smallest record that can describe itself. */
  public static final int BYTES_MIN = 20;

  private static final int MARK = 0x52_56_49_31;
  private static final int HASH_AT = 16;

  /**
   * Makes the bytes of a record.
   *
   * @param producer 0 or more
   * @param sequence 0 or more
   * @param bytes the size of the record, {@link #BYTES_MIN} or more
   */
  public static byte[] encode(int producer, long sequence, int bytes) {
    if (bytes < BYTES_MIN) {
      throw new IllegalArgumentException(
          "a record of " + bytes + " bytes can't describe itself; use " + BYTES_MIN + " or more");
    }
    byte[] payload = new byte[bytes];
    new SplittableRandom(sequence * 31 + producer).nextBytes(payload);
    ByteBuffer header = ByteBuffer.wrap(payload);
    header.putInt(MARK).putInt(producer).putLong(sequence);
    header.putInt(HASH_AT, checksum(payload));
    return payload;
  }

  /**
   * Reads what a record says of itself.
   *
   * @param payload its bytes
   * @return empty when these are not the bytes of a record made by {@link #encode}
   */
  public static Optional<Payload> decode(byte[] payload) {
    if (payload.length < BYTES_MIN) {
      return Optional.empty();
    }
    ByteBuffer header = ByteBuffer.wrap(payload);
    int mark = header.getInt();
    Payload told = new Payload(header.getInt(), header.getLong(), header.getInt());
    return mark == MARK && told.hash() == checksum(payload) ? Optional.of(told) : Optional.empty();
  }

  /**
   * The hash in the bytes of a record that {@link #encode} made just now.
   *
   * @param payload its bytes
   */
  static int storedHash(byte[] payload) {
    return ByteBuffer.wrap(payload).getInt(HASH_AT);
  }

  private static int checksum(byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload, 0, HASH_AT);
    crc.update(payload, HASH_AT + Integer.BYTES, payload.length - HASH_AT - Integer.BYTES);
    return (int) crc.getValue();
  }
}
