package io.rvi.raft.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.ratis.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.ratis.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.ratis.thirdparty.com.google.protobuf.WireFormat;

/**
 * Tells a write that was cut short from an entry of which the length was damaged. Both look like an
 * entry that ends behind all that was written.
 *
 * <p>But a write that was cut short is the last in its file, so no entry of the log begins anywhere
 * behind it. And an entry that was the last one is whole once its length is put right, which
 * follows from where the written bytes end.
 *
 * <p>A record that holds a part of such a log file may look like entries behind an unfinished
 * write; that is then told as damage, which costs a replica its start and nobody a record.
 */
final class TornTail {
  /**
   * Bytes that are run through a checksum before the search ends: a second of work. Only bytes that
   * were made to look like the beginnings of long entries come to that many.
   */
  static final long CHECKED_BYTES_MAX = 1L << 30;

  private static final int TERM_TAG = tag(LogEntryProto.TERM_FIELD_NUMBER);
  private static final int INDEX_TAG = tag(LogEntryProto.INDEX_FIELD_NUMBER);

  private final byte[] bytes;
  private final int written;

  /** Only grows. */
  private long checkedBytes;

  /**
   * Looks at one file.
   *
   * @param bytes of the file
   * @param written after the last byte that is not zero
   */
  TornTail(byte[] bytes, int written) {
    this.bytes = bytes;
    this.written = written;
  }

  /**
   * What shows that bytes which look like the beginning of an entry are not a write cut short.
   *
   * @param start where they begin
   * @param before the entry before them
   * @return in words; empty when nothing does
   */
  Optional<String> objection(int start, TermIndex before) {
    if (isWholeButForItsLength(start)) {
      return Optional.of("it is whole but for its length");
    }
    for (int at = start + 1; at < written; at++) {
      Optional<EntryFrame> frame = EntryFrame.at(bytes, at, written);
      Optional<LogEntryProto> later = frame.flatMap(begun -> later(begun, before));
      if (later.isPresent()) {
        return Optional.of("entry " + later.get().getIndex() + " follows at byte " + at);
      }
      if (checkedBytes > CHECKED_BYTES_MAX) {
        return Optional.of("what follows looks like too many entries to look at");
      }
    }
    return Optional.empty();
  }

  private boolean isWholeButForItsLength(int start) {
    // The checksum may end with zeros.
    int endMax = Math.min(bytes.length, written + EntryFrame.CHECKSUM_BYTES - 1);
    for (int end = written; end <= endMax; end++) {
      for (int size = 1; size <= EntryFrame.LENGTH_BYTES_MAX; size++) {
        int body = start + size;
        int length = end - EntryFrame.CHECKSUM_BYTES - body;
        if (length > 0
            && CodedOutputStream.computeUInt32SizeNoTag(length) == size
            && checksum(length, body) == ByteBuffer.wrap(bytes).getInt(body + length)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The checksum of an entry if this were its length. */
  private int checksum(int length, int body) {
    byte[] varint = new byte[EntryFrame.LENGTH_BYTES_MAX];
    CodedOutputStream out = CodedOutputStream.newInstance(varint);
    try {
      out.writeUInt32NoTag(length);
    } catch (IOException e) {
      throw new IllegalStateException("a length has more bytes than any has: " + length, e);
    }
    CRC32C checksum = new CRC32C();
    checksum.update(varint, 0, out.getTotalBytesWritten());
    checksum.update(bytes, body, length);
    return (int) checksum.getValue();
  }

  /** The entry that begins here, if it is whole and belongs behind another. */
  private Optional<LogEntryProto> later(EntryFrame frame, TermIndex before) {
    // Each byte of the file may begin an entry, so what costs least is asked first.
    if (frame.end() > bytes.length || !claimsToBeLater(frame, before)) {
      return Optional.empty();
    }
    checkedBytes += frame.length();
    if (!frame.isWhole(bytes)) {
      return Optional.empty();
    }
    try {
      return Optional.of(LogEntryProto.parser().parseFrom(bytes, frame.body(), frame.length()));
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }

  /** Whether it begins with a term and an index that may follow; one that is 0 is not written. */
  private boolean claimsToBeLater(EntryFrame frame, TermIndex before) {
    if (bytes[frame.body()] != TERM_TAG && bytes[frame.body()] != INDEX_TAG) {
      return false;
    }
    CodedInputStream in = CodedInputStream.newInstance(bytes, frame.body(), frame.length());
    try {
      int tag = in.readTag();
      long term = 0;
      if (tag == TERM_TAG) {
        term = in.readUInt64();
        tag = in.readTag();
      }
      return tag == INDEX_TAG && in.readUInt64() > before.getIndex() && term >= before.getTerm();
    } catch (IOException e) {
      return false;
    }
  }

  private static int tag(int field) {
    return (field << 3) | WireFormat.WIRETYPE_VARINT;
  }
}
