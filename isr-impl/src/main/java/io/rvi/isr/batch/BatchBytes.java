package io.rvi.isr.batch;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Reads, checks and stamps batches where they lie, without copying them. Positions are absolute; no
 * method moves the buffer's position or limit.
 */
public final class BatchBytes {
  /** Bytes of the header. */
  public static final int HEADER_BYTES = 64;

  /** Bytes that a record needs beside its payload. */
  public static final int RECORD_OVERHEAD_BYTES = 4;

  static final int MAGIC = 0x52564201;
  static final int MAGIC_WITHOUT_VERSION = MAGIC >>> 8;
  static final int AT_LENGTH = 4;
  static final int AT_BASE_OFFSET = 8;
  static final int AT_EPOCH = 16;
  static final int AT_TIMESTAMP = 24;
  static final int AT_PRODUCER_ID = 32;
  static final int AT_SEQUENCE = 40;
  static final int AT_PRODUCER_EPOCH = 48;
  static final int AT_COUNT = 52;
  static final int AT_BODY_CRC = 56;
  static final int AT_HEADER_CRC = 60;

  private BatchBytes() {}

  /**
   * Reads the header at a position and checks it: mark, version, checksum, ranges. The body may lie
   * beyond the buffer's limit.
   *
   * @param buffer where the batch lies
   * @param position index of its first byte
   * @throws BatchException saying what is wrong
   */
  public static BatchHeader header(ByteBuffer buffer, int position) throws BatchException {
    if (buffer.limit() - position < HEADER_BYTES) {
      throw new BatchException(BatchFault.SHORT);
    }
    int magic = buffer.getInt(position);
    if (magic != MAGIC) {
      throw new BatchException(magicFault(buffer, position, magic));
    }
    if (crc(buffer, position, AT_HEADER_CRC) != buffer.getInt(position + AT_HEADER_CRC)) {
      throw new BatchException(BatchFault.HEADER_CRC);
    }
    BatchHeader header =
        new BatchHeader(
            buffer.getInt(position + AT_LENGTH),
            buffer.getLong(position + AT_BASE_OFFSET),
            buffer.getLong(position + AT_EPOCH),
            buffer.getLong(position + AT_TIMESTAMP),
            buffer.getLong(position + AT_PRODUCER_ID),
            buffer.getInt(position + AT_PRODUCER_EPOCH),
            buffer.getLong(position + AT_SEQUENCE),
            buffer.getInt(position + AT_COUNT),
            buffer.getInt(position + AT_BODY_CRC));
    if (!inRange(header)) {
      throw new BatchException(BatchFault.FIELD);
    }
    return header;
  }

  private static BatchFault magicFault(ByteBuffer buffer, int position, int magic) {
    if (magic >>> 8 == MAGIC_WITHOUT_VERSION && (magic & 0xff) > (MAGIC & 0xff)) {
      return BatchFault.NEWER_VERSION;
    }
    return isZero(buffer, position, HEADER_BYTES) ? BatchFault.ZEROS : BatchFault.MAGIC;
  }

  private static boolean inRange(BatchHeader header) {
    long bodyBytes = (long) header.bytes() - HEADER_BYTES;
    return header.recordCount() >= 1
        && bodyBytes >= (long) header.recordCount() * RECORD_OVERHEAD_BYTES
        && header.baseOffset() >= 0
        && header.epoch() >= 0
        && header.producerEpoch() >= 0
        && header.baseSequence() >= 0
        && header.nextOffset() > 0
        && header.nextSequence() > 0;
  }

  /**
   * Reads and checks a whole batch but for the framing of its records: what a follower checks
   * before it appends, and a reader of the disk before it believes.
   *
   * @param buffer where the batch lies
   * @param position index of its first byte
   * @throws BatchException saying what is wrong
   */
  public static BatchHeader checked(ByteBuffer buffer, int position) throws BatchException {
    BatchHeader header = header(buffer, position);
    if (buffer.limit() - position < header.bytes()) {
      throw new BatchException(BatchFault.SHORT);
    }
    if (crc(buffer, position + HEADER_BYTES, header.bytes() - HEADER_BYTES) != header.bodyCrc()) {
      throw new BatchException(BatchFault.BODY_CRC);
    }
    return header;
  }

  /**
   * Checks that the records of a checked batch fill its body exactly: what a leader checks of a
   * client's bytes.
   *
   * @param buffer where the batch lies
   * @param position index of its first byte
   * @param header its header
   * @return the payload bytes of the largest record
   * @throws BatchException when they do not
   */
  public static int checkRecords(ByteBuffer buffer, int position, BatchHeader header)
      throws BatchException {
    int at = position + HEADER_BYTES;
    int end = position + header.bytes();
    int largest = 0;
    for (int i = 0; i < header.recordCount(); i++) {
      int payloadBytes = at + RECORD_OVERHEAD_BYTES <= end ? buffer.getInt(at) : -1;
      if (payloadBytes < 0 || payloadBytes > end - at - RECORD_OVERHEAD_BYTES) {
        throw new BatchException(BatchFault.RECORDS);
      }
      largest = Math.max(largest, payloadBytes);
      at += RECORD_OVERHEAD_BYTES + payloadBytes;
    }
    if (at != end) {
      throw new BatchException(BatchFault.RECORDS);
    }
    return largest;
  }

  /**
   * Stamps a batch with its place in the log and renews the header's checksum. The body is neither
   * read nor changed.
   *
   * @param buffer where the batch lies
   * @param position index of its first byte
   * @param baseOffset offset of its first record
   * @param epoch the leader's epoch
   * @param timestampMs the leader's wall clock, ms since 1970
   */
  public static void stamp(
      ByteBuffer buffer, int position, long baseOffset, long epoch, long timestampMs) {
    buffer.putLong(position + AT_BASE_OFFSET, baseOffset);
    buffer.putLong(position + AT_EPOCH, epoch);
    buffer.putLong(position + AT_TIMESTAMP, timestampMs);
    seal(buffer, position);
  }

  /** Renews the header's checksum. */
  static void seal(ByteBuffer buffer, int position) {
    buffer.putInt(position + AT_HEADER_CRC, crc(buffer, position, AT_HEADER_CRC));
  }

  static int crc(ByteBuffer buffer, int position, int bytes) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.slice(position, bytes));
    return (int) crc.getValue();
  }

  /**
   * Whether a range holds zeros alone.
   *
   * @param buffer the bytes
   * @param position index of the first
   * @param bytes how many
   */
  public static boolean isZero(ByteBuffer buffer, int position, int bytes) {
    for (int i = position; i < position + bytes; i++) {
      if (buffer.get(i) != 0) {
        return false;
      }
    }
    return true;
  }
}
