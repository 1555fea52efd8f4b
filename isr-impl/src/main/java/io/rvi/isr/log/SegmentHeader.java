package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** The first bytes of a segment file: see the package documentation. */
final class SegmentHeader {
  static final int BYTES = 32;

  /** The magic of every version, in letters. */
  static final String FIRST_BYTES = "RVSG";

  private static final int MAGIC = 0x52565347;
  private static final int VERSION = 1;
  private static final int AT_VERSION = 4;
  private static final int AT_BASE_OFFSET = 8;
  private static final int AT_CRC = 28;

  private SegmentHeader() {}

  /** What a file's first bytes are. */
  enum State {
    /** As it should be. */
    GOOD,
    /** Fewer bytes than a header, or zeros alone: the file was created and no more. */
    BLANK,
    /** Something else; all it says is in the file's name too, so it can be written anew. */
    UNREADABLE
  }

  static void write(DiskFile file, long baseOffset) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(BYTES);
    header.putInt(MAGIC).putInt(VERSION).putLong(baseOffset).position(0);
    header.putInt(AT_CRC, crc(header));
    file.write(header, 0);
  }

  static State read(DiskFile file, Path path, long baseOffset) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(BYTES);
    int read = file.read(header, 0);
    boolean blank = true;
    for (int i = 0; i < read; i++) {
      blank &= header.get(i) == 0;
    }
    if (blank) {
      return State.BLANK;
    }
    if (read < BYTES || header.getInt(0) != MAGIC || header.getInt(AT_CRC) != crc(header)) {
      return State.UNREADABLE;
    }
    if (header.getInt(AT_VERSION) > VERSION) {
      throw new LogFailure(
          LogFailure.Kind.NEWER_FORMAT,
          path
              + " has format version "
              + header.getInt(AT_VERSION)
              + ", this software reads up to version "
              + VERSION
              + "; start it with the software that wrote it, or a later one",
          null);
    }
    return header.getLong(AT_BASE_OFFSET) == baseOffset ? State.GOOD : State.UNREADABLE;
  }

  private static int crc(ByteBuffer header) {
    CRC32C crc = new CRC32C();
    crc.update(header.slice(0, AT_CRC));
    return (int) crc.getValue();
  }
}
