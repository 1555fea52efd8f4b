package io.rvi.raft.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * Reads the entries of one log file.
 *
 * <p>Ratis writes {@code RaftLog1}, then for each entry its length as a varint, the entry, and a
 * CRC32C of both; a file is made longer ahead of time with zeros. So what follows the last entry is
 * zeros or the end of the file. A write that was cut short leaves the beginning of an entry and
 * then zeros or the end of the file; anything else that is not an entry is damage, since a whole
 * entry with a wrong checksum may have been acknowledged.
 *
 * <p>Holds the whole file in memory. Not safe for several threads.
 */
public final class SegmentScanner {
  private static final byte[] HEADER = "RaftLog1".getBytes(StandardCharsets.US_ASCII);
  private static final int CHECKSUM_BYTES = 4;
  private static final int VARINT_BYTES_MAX = 5;

  private final byte[] bytes;
  private int position;
  private State state = State.ENTRIES;
  private String complaint = "";

  /** How far the scanner came. */
  public enum State {
    /** There may be more entries. */
    ENTRIES,
    /** After the last entry nothing was written. */
    END,
    /** After the last entry a write was cut short. */
    TORN,
    /** Here lies something that neither is an entry nor came from a write cut short. */
    DAMAGED
  }

  private SegmentScanner(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Opens a file.
   *
   * @param file which
   * @throws IOException naming the file when it can't be read
   */
  public static SegmentScanner open(SegmentFile file) throws IOException {
    SegmentScanner scanner = new SegmentScanner(Files.readAllBytes(file.path()));
    scanner.skipHeader();
    return scanner;
  }

  /** The next entry, or empty when there is none; then {@link #state} says why. */
  public Optional<LogEntryProto> next() {
    if (state != State.ENTRIES) {
      return Optional.empty();
    }
    if (onlyZerosFrom(position)) {
      state = State.END;
      return Optional.empty();
    }
    return readEntry();
  }

  /** How far it came. */
  public State state() {
    return state;
  }

  /** Where the next entry starts, or what is not one; bytes from the beginning of the file. */
  public long position() {
    return position;
  }

  /** For {@link State#DAMAGED}: what is wrong. */
  public String complaint() {
    return complaint;
  }

  private void skipHeader() {
    if (onlyZerosFrom(0)) {
      state = State.END; // Made, and never written to.
      return;
    }
    for (int i = 0; i < HEADER.length; i++) {
      if (i >= bytes.length || bytes[i] != HEADER[i]) {
        stop(onlyZerosFrom(i), "its header is not RaftLog1");
        return;
      }
    }
    position = HEADER.length;
  }

  private Optional<LogEntryProto> readEntry() {
    int length = 0;
    int at = position;
    for (int shift = 0; ; shift += 7) {
      if (at >= bytes.length || at - position == VARINT_BYTES_MAX) {
        return stop(at >= bytes.length, "an entry's length is no number");
      }
      byte next = bytes[at++];
      length |= (next & 0x7f) << shift;
      if (next >= 0) {
        break;
      }
    }
    long end = (long) at + length + CHECKSUM_BYTES;
    if (length <= 0 || end > bytes.length) {
      return stop(length > 0, "an entry's length is " + length);
    }
    int body = at;
    int expected = ByteBuffer.wrap(bytes).getInt((int) end - CHECKSUM_BYTES);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, position, (int) end - CHECKSUM_BYTES - position);
    if ((int) checksum.getValue() != expected) {
      return stop(onlyZerosFrom((int) end - CHECKSUM_BYTES), "an entry's checksum is wrong");
    }
    try {
      LogEntryProto entry = LogEntryProto.parser().parseFrom(bytes, body, length);
      position = (int) end;
      return Optional.of(entry);
    } catch (InvalidProtocolBufferException e) {
      return stop(false, "an entry can't be read: " + e.getMessage());
    }
  }

  private Optional<LogEntryProto> stop(boolean torn, String why) {
    state = torn ? State.TORN : State.DAMAGED;
    complaint = why;
    return Optional.empty();
  }

  private boolean onlyZerosFrom(int start) {
    for (int i = start; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }
}
