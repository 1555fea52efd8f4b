package io.rvi.raft.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * Reads the entries of one log file.
 *
 * <p>Ratis writes {@code RaftLog1}, then for each entry its length as a varint, the entry, and a
 * CRC32C of both; a file is made longer ahead of time with zeros. So what follows the last entry is
 * zeros or the end of the file. A write that was cut short leaves the beginning of an entry and
 * then zeros or the end of the file, and no entry behind it (see {@link TornTail}); anything else
 * that is not an entry is damage, since a whole entry with a wrong length or checksum may have been
 * acknowledged.
 *
 * <p>Holds the whole file in memory. Not safe for several threads.
 */
public final class SegmentScanner {
  static final byte[] HEADER = "RaftLog1".getBytes(StandardCharsets.US_ASCII);

  private final byte[] bytes;

  /** After the last byte that is not zero. */
  private final int written;

  private int position;

  /** Of the last entry that was read; before the first, what comes before it. */
  private long lastIndex;

  private long lastTerm;
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

  private SegmentScanner(byte[] bytes, long firstIndex) {
    this.bytes = bytes;
    this.written = endOfWritten(bytes);
    this.lastIndex = firstIndex - 1;
  }

  /**
   * Opens a file.
   *
   * @param file which
   * @throws IOException naming the file when it can't be read
   */
  public static SegmentScanner open(SegmentFile file) throws IOException {
    SegmentScanner scanner = new SegmentScanner(Files.readAllBytes(file.path()), file.firstIndex());
    scanner.skipHeader();
    return scanner;
  }

  /** The next entry, or empty when there is none; then {@link #state} says why. */
  public Optional<LogEntryProto> next() {
    if (state != State.ENTRIES) {
      return Optional.empty();
    }
    if (position >= written) {
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
    if (written == 0) {
      state = State.END; // Made, and never written to.
      return;
    }
    for (int i = 0; i < HEADER.length; i++) {
      if (i >= bytes.length || bytes[i] != HEADER[i]) {
        stop(i >= written ? State.TORN : State.DAMAGED, "its header is not RaftLog1");
        return;
      }
    }
    position = HEADER.length;
  }

  private Optional<LogEntryProto> readEntry() {
    Optional<EntryFrame> found = EntryFrame.at(bytes, position, written);
    if (found.isEmpty()) {
      boolean unfinished = EntryFrame.isLengthUnfinished(bytes, position, written);
      return stop(unfinished ? State.TORN : State.DAMAGED, "an entry's length is no number");
    }
    EntryFrame frame = found.get();
    if (!frame.isWhole(bytes)) {
      return frame.isUnfinished(bytes, written)
          ? stopAtUnfinished(frame)
          : stop(State.DAMAGED, "an entry's length or checksum is wrong");
    }
    try {
      LogEntryProto entry = LogEntryProto.parser().parseFrom(bytes, frame.body(), frame.length());
      position = (int) frame.end();
      lastIndex = entry.getIndex();
      lastTerm = entry.getTerm();
      return Optional.of(entry);
    } catch (InvalidProtocolBufferException e) {
      return stop(State.DAMAGED, "an entry can't be read: " + e.getMessage());
    }
  }

  private Optional<LogEntryProto> stopAtUnfinished(EntryFrame frame) {
    Optional<String> objection =
        new TornTail(bytes, written).objection(position, TermIndex.valueOf(lastTerm, lastIndex));
    String why = "an entry's length is " + frame.length();
    return objection.isPresent()
        ? stop(State.DAMAGED, why + ", but " + objection.get())
        : stop(State.TORN, why);
  }

  private Optional<LogEntryProto> stop(State at, String why) {
    state = at;
    complaint = why;
    return Optional.empty();
  }

  private static int endOfWritten(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }
}
