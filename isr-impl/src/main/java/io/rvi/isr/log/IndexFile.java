package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Stores the index of a sealed segment: see the package documentation for its bytes. */
final class IndexFile {
  static final String SUFFIX = ".index";

  private static final int MAGIC = 0x52565831;
  private static final int HEADER_BYTES = 48;
  private static final int ENTRY_BYTES = 8;
  private static final int AT_ENTRIES_CRC = 40;
  private static final int AT_HEADER_CRC = 44;

  private IndexFile() {}

  static Path path(Path segment) {
    String name = String.valueOf(segment.getFileName());
    String base = name.substring(0, name.length() - Segment.SUFFIX.length());
    return segment.resolveSibling(base + SUFFIX);
  }

  /** The bytes of the index file of a segment as it is now. */
  static ByteBuffer encode(Segment segment) {
    SegmentIndex index = segment.index();
    ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + index.size() * ENTRY_BYTES);
    out.putInt(MAGIC).putInt(index.size()).putLong(segment.baseOffset());
    out.putLong(segment.endOffset()).putLong(segment.bytes());
    out.putLong(segment.newestTimestampMs());
    out.position(HEADER_BYTES);
    for (int i = 0; i < index.size(); i++) {
      out.putInt(index.offsetDelta(i)).putInt(index.position(i));
    }
    out.flip();
    out.putInt(AT_ENTRIES_CRC, crc(out, HEADER_BYTES, out.limit() - HEADER_BYTES));
    out.putInt(AT_HEADER_CRC, crc(out, 0, AT_HEADER_CRC));
    return out;
  }

  static void write(Disk disk, Path path, ByteBuffer content) throws IOException {
    try (DiskFile file = disk.open(path)) {
      file.truncate(0);
      file.write(content, 0);
      file.force();
    }
  }

  /**
   * Reads a segment's index into it.
   *
   * @return what is wrong with the file, or null when the segment now has its end and its index
   */
  static @Nullable String restore(Disk disk, Segment segment, int intervalBytes)
      throws IOException {
    Path path = path(segment.path());
    if (!disk.exists(path)) {
      return path + " is absent";
    }
    ByteBuffer in = read(disk, path);
    if (in.limit() < HEADER_BYTES
        || in.getInt(0) != MAGIC
        || in.getInt(AT_HEADER_CRC) != crc(in, 0, AT_HEADER_CRC)) {
      return path + " is not readable as an index";
    }
    int size = in.getInt(4);
    long endOffset = in.getLong(16);
    if (in.getLong(8) != segment.baseOffset()
        || in.limit() != HEADER_BYTES + size * ENTRY_BYTES
        || in.getInt(AT_ENTRIES_CRC) != crc(in, HEADER_BYTES, in.limit() - HEADER_BYTES)) {
      return path + " fails its checksum";
    }
    SegmentIndex index = new SegmentIndex(intervalBytes);
    for (int i = 0; i < size; i++) {
      int at = HEADER_BYTES + i * ENTRY_BYTES;
      index.add(in.getInt(at), in.getInt(at + 4));
    }
    segment.restore(index, endOffset, (int) in.getLong(24), in.getLong(32));
    return null;
  }

  private static ByteBuffer read(Disk disk, Path path) throws IOException {
    try (DiskFile file = disk.open(path)) {
      ByteBuffer in = ByteBuffer.allocate((int) Math.min(file.size(), 1 << 26));
      file.read(in, 0);
      return in.flip();
    }
  }

  private static int crc(ByteBuffer buffer, int at, int bytes) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.slice(at, bytes));
    return (int) crc.getValue();
  }
}
