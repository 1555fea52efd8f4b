package io.rvi.raft.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * Goes through a closed log file from length to length, without reading what lies between them.
 *
 * <p>To Ratis an entry that ends past the end of its file is no damage but the end of the log. What
 * it tells as damage, by checksums, is not looked for here.
 */
final class SegmentLengths {
  /** Entries that are shorter are read in one go with others. */
  private static final int WINDOW_BYTES = 8 << 10;

  private final FileChannel channel;
  private final long fileBytes;
  private final ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);
  private long windowStart;

  private SegmentLengths(FileChannel channel) throws IOException {
    this.channel = channel;
    this.fileBytes = channel.size();
  }

  /**
   * Whether a closed file has as many entries as its name says. What may follow them is ignored, as
   * Ratis does.
   *
   * @param file which
   * @param lastIndex the index of its last entry, as its name says
   * @throws IOException when the file can't be read
   */
  static boolean areComplete(SegmentFile file, long lastIndex) throws IOException {
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
      return new SegmentLengths(channel).hold(lastIndex - file.firstIndex() + 1);
    }
  }

  private boolean hold(long entries) throws IOException {
    if (!beginsWithHeader()) {
      return false;
    }
    long position = SegmentScanner.HEADER.length;
    for (long i = 0; i < entries; i++) {
      look(position, EntryFrame.LENGTH_BYTES_MAX);
      int start = (int) (position - windowStart);
      Optional<EntryFrame> frame = EntryFrame.at(window.array(), start, window.limit());
      if (frame.isEmpty()) {
        return false;
      }
      position += frame.get().end() - start;
      if (position > fileBytes) {
        return false;
      }
    }
    return true;
  }

  private boolean beginsWithHeader() throws IOException {
    int length = SegmentScanner.HEADER.length;
    look(0, length);
    return window.limit() >= length
        && Arrays.equals(SegmentScanner.HEADER, 0, length, window.array(), 0, length);
  }

  /** Sees to it that the window holds these bytes, or all up to the end of the file. */
  private void look(long position, int bytes) throws IOException {
    long end = Math.min(fileBytes, position + bytes);
    if (position >= windowStart && end <= windowStart + window.limit()) {
      return;
    }
    window.clear();
    while (window.hasRemaining() && channel.read(window, position + window.position()) > 0) {
      // A read may bring less than is asked for.
    }
    window.flip();
    windowStart = position;
  }
}
