package io.rvi.isr.log;

import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One file of a log: batches one after another, from its base offset on. Used by the log's owner
 * thread; only {@link #force} runs elsewhere.
 */
final class Segment {
  static final String SUFFIX = ".log";

  /** Enough for the headers within one index interval of small batches. */
  private static final int WALK_BYTES = 8 << 10;

  private final Path path;
  private final long baseOffset;
  private final DiskFile file;
  private SegmentIndex index;

  /** {@code baseOffset <= endOffset}; rebuilt when the log is opened. */
  private long endOffset;

  /** End of the last whole batch in the file; {@code SegmentHeader.BYTES <= bytes}. */
  private int bytes = SegmentHeader.BYTES;

  private long newestTimestampMs;

  /** Set before the file is closed, so that a flush under way knows why its file is gone. */
  private volatile boolean discarded;

  Segment(Path path, long baseOffset, DiskFile file, int indexIntervalBytes) {
    this.path = path;
    this.baseOffset = baseOffset;
    this.endOffset = baseOffset;
    this.file = file;
    this.index = new SegmentIndex(indexIntervalBytes);
  }

  static String fileName(long baseOffset, String suffix) {
    return String.format(Locale.ROOT, "%020d%s", baseOffset, suffix);
  }

  Path path() {
    return path;
  }

  long baseOffset() {
    return baseOffset;
  }

  long endOffset() {
    return endOffset;
  }

  int bytes() {
    return bytes;
  }

  long newestTimestampMs() {
    return newestTimestampMs;
  }

  DiskFile file() {
    return file;
  }

  SegmentIndex index() {
    return index;
  }

  /** Takes an index that was read from its file. */
  void restore(SegmentIndex restored, long restoredEnd, int restoredBytes, long timestampMs) {
    index = restored;
    endOffset = restoredEnd;
    bytes = restoredBytes;
    newestTimestampMs = timestampMs;
  }

  boolean isEmpty() {
    return endOffset == baseOffset;
  }

  /** Writes bytes behind the last batch; {@link #note} has to follow for each batch of them. */
  void write(ByteBuffer batches) throws IOException {
    file.write(batches, bytes);
  }

  /** Takes notice of the next batch. */
  void note(BatchHeader header) {
    index.note((int) (header.baseOffset() - baseOffset), bytes);
    bytes += header.bytes();
    endOffset = header.nextOffset();
    newestTimestampMs = Math.max(newestTimestampMs, header.timestampMs());
  }

  /**
   * Finds batches from the one that holds an offset.
   *
   * @param from {@code baseOffset <= from < endOffset}
   * @param upTo only batches that end at or before it
   * @param bytesMax bound, that the first batch may exceed
   */
  LogSlice find(long from, long upTo, int bytesMax) throws LogFailure {
    Walk walk = new Walk(Math.max(0, index.floorByOffset((int) (from - baseOffset))));
    BatchHeader first = walk.seek(from);
    int start = walk.position();
    if (first.nextOffset() > upTo) {
      return LogSlice.unchecked(this, start, 0, from, from);
    }
    long limit = (long) start + Math.max(bytesMax, first.bytes());
    if (bytes <= limit && endOffset <= upTo) {
      return LogSlice.unchecked(this, start, bytes - start, first.baseOffset(), endOffset);
    }
    int boundary =
        Math.min(
            index.floorByPosition(limit),
            index.floorByOffset((int) Math.min(Integer.MAX_VALUE, upTo - baseOffset)));
    if (boundary >= 0 && index.position(boundary) > start) {
      int end = index.position(boundary);
      long nextOffset = baseOffset + index.offsetDelta(boundary);
      return LogSlice.unchecked(this, start, end - start, first.baseOffset(), nextOffset);
    }
    return walk.slice(first.baseOffset(), limit, upTo);
  }

  /** The position of the batch that holds an offset below the end. */
  int positionOf(long offset) throws LogFailure {
    Walk walk = new Walk(Math.max(0, index.floorByOffset((int) (offset - baseOffset))));
    walk.seek(offset);
    return walk.position();
  }

  /** The base offset of the batch that holds an offset below the end. */
  long batchStart(long offset) throws LogFailure {
    Walk walk = new Walk(Math.max(0, index.floorByOffset((int) (offset - baseOffset))));
    return walk.seek(offset).baseOffset();
  }

  /** Forgets the batches from a position on, and cuts the file there. */
  void truncate(int position, long offset) throws IOException {
    file.truncate(position);
    index.truncate(position);
    bytes = position;
    endOffset = offset;
  }

  /** Makes the file durable. Runs on a flusher thread. */
  void force() throws IOException {
    try {
      file.force();
    } catch (IOException e) {
      if (!discarded) {
        throw e;
      }
    }
  }

  void discard() throws IOException {
    discarded = true;
    file.close();
  }

  private LogFailure damaged(int position, long offset, String what) {
    return new LogFailure(
        LogFailure.Kind.DAMAGED, new Damage(path, position, offset, what).toString(), null);
  }

  /** Steps from batch to batch by reading headers. */
  private final class Walk {
    private final ByteBuffer window = ByteBuffer.allocate(WALK_BYTES);
    private int windowStart;
    private int position;

    Walk(int entry) {
      position = index.size() == 0 ? SegmentHeader.BYTES : index.position(entry);
      window.limit(0);
    }

    int position() {
      return position;
    }

    BatchHeader seek(long offset) throws LogFailure {
      BatchHeader header = current(offset);
      while (header.nextOffset() <= offset) {
        position += header.bytes();
        header = current(offset);
      }
      return header;
    }

    LogSlice slice(long fromOffset, long limit, long upTo) throws LogFailure {
      int start = position;
      long nextOffset = fromOffset;
      while (position < bytes) {
        BatchHeader header = current(nextOffset);
        if (header.nextOffset() > upTo || position + (long) header.bytes() > limit) {
          break;
        }
        position += header.bytes();
        nextOffset = header.nextOffset();
      }
      return LogSlice.unchecked(Segment.this, start, position - start, fromOffset, nextOffset);
    }

    private BatchHeader current(long wanted) throws LogFailure {
      try {
        int relative = position - windowStart;
        if (relative < 0 || relative + BatchBytes.HEADER_BYTES > window.limit()) {
          window.clear().limit(Math.min(WALK_BYTES, bytes - position));
          file.read(window, position);
          window.flip();
          windowStart = position;
          relative = 0;
        }
        return BatchBytes.header(window, relative);
      } catch (BatchException e) {
        throw damaged(position, wanted, e.fault().words());
      } catch (IOException e) {
        throw new LogFailure(
            LogFailure.Kind.DISK, "cannot read " + path + ": " + e.getMessage(), e);
      }
    }
  }
}
