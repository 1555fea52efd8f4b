package io.rvi.raft.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Where one entry lies among a log file's bytes, by its length: the length as a varint, the entry,
 * and a CRC32C of both. Nothing but the length has been read of it, and it may end past the file.
 *
 * @param start where its length begins
 * @param body where the entry begins; {@code start + 1 <= body <= start + 5}
 * @param length bytes of the entry, 1 or more
 */
record EntryFrame(int start, int body, int length) {
  static final int CHECKSUM_BYTES = 4;
  static final int LENGTH_BYTES_MAX = 5;

  /**
   * The entry that begins at a place, or empty when what is there is no length as Ratis writes it.
   *
   * @param bytes of the file
   * @param start the place
   * @param end where what may be read of the bytes ends
   */
  static Optional<EntryFrame> at(byte[] bytes, int start, int end) {
    long length = 0;
    int stop = Math.min(end, start + LENGTH_BYTES_MAX);
    for (int at = start; at < stop; at++) {
      length |= (bytes[at] & 0x7fL) << (7 * (at - start));
      if (bytes[at] >= 0) {
        // The last byte is never 0: the length would be 0, or fit in fewer bytes.
        return bytes[at] > 0 && length <= Integer.MAX_VALUE
            ? Optional.of(new EntryFrame(start, at + 1, (int) length))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the bytes up to an end can be the beginning of a length, and no more.
   *
   * @param bytes of the file
   * @param start where the length begins
   * @param end after the last byte that was written
   */
  static boolean isLengthUnfinished(byte[] bytes, int start, int end) {
    for (int at = start; at < end; at++) {
      if (bytes[at] >= 0) {
        return false;
      }
    }
    return end - start < LENGTH_BYTES_MAX;
  }

  /** Where the next entry begins; past the end of the file if not all of this one is there. */
  long end() {
    return (long) body + length + CHECKSUM_BYTES;
  }

  /** Whether all of it is there and its checksum is right. */
  boolean isWhole(byte[] bytes) {
    return end() <= bytes.length
        && checksum(bytes) == ByteBuffer.wrap(bytes).getInt((int) end() - CHECKSUM_BYTES);
  }

  /**
   * Whether it can be the beginning of an entry of which the rest was not written.
   *
   * @param bytes of the file
   * @param written after the last byte that is not zero
   */
  boolean isUnfinished(byte[] bytes, int written) {
    long checksumAt = end() - CHECKSUM_BYTES;
    if (written <= checksumAt) {
      return true;
    }
    if (written >= end()) {
      return false;
    }
    // The entry is there, and so is a part of its checksum, which must be the right one.
    byte[] right = ByteBuffer.allocate(CHECKSUM_BYTES).putInt(checksum(bytes)).array();
    int from = (int) checksumAt;
    return Arrays.equals(right, 0, written - from, bytes, from, written);
  }

  private int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, start, body + length - start);
    return (int) checksum.getValue();
  }
}
