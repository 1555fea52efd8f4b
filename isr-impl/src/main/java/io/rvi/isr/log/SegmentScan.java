package io.rvi.isr.log;

import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchFault;
import io.rvi.isr.batch.BatchHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a segment file from its beginning, batch by batch, checking every byte, until it ends or a
 * batch is not what it should be. The segment then knows its end and its index.
 */
final class SegmentScan {
  private static final int WINDOW_BYTES = 1 << 20;

  /** Unit in which a file system leaves bytes unwritten when power is lost. */
  private static final int SECTOR_BYTES = 512;

  /** How far behind a bad batch's start a hole is looked for: a few pages. */
  private static final int HOLE_BYTES_LOOK = 16 << 10;

  private final Segment segment;
  private final long fileBytes;
  private ByteBuffer window;
  private long windowStart;

  /** Why the scan stopped before the end of the file, or null when it did not. */
  private @Nullable BatchFault fault;

  SegmentScan(Segment segment) throws IOException {
    this.segment = segment;
    this.fileBytes = segment.file().size();
    this.window =
        ByteBuffer.allocateDirect(
            (int) Math.max(BatchBytes.HEADER_BYTES, Math.min(fileBytes, WINDOW_BYTES)));
    window.limit(0);
  }

  /**
   * Scans.
   *
   * @param eachBatch takes the header of each intact batch
   */
  void run(Consumer<BatchHeader> eachBatch) throws IOException {
    while (segment.bytes() < fileBytes && fault == null) {
      try {
        BatchHeader header = batchAt(segment.bytes());
        if (header.baseOffset() != segment.endOffset()) {
          throw new IllegalPlace();
        }
        segment.note(header);
        eachBatch.accept(header);
      } catch (BatchException e) {
        fault = e.fault();
      } catch (IllegalPlace e) {
        fault = BatchFault.FIELD;
      }
    }
  }

  /** An intact batch of another offset than the next one. */
  private static final class IllegalPlace extends Exception {
    IllegalPlace() {
      super("", null, false, false);
    }
  }

  @Nullable BatchFault fault() {
    return fault;
  }

  long fileBytes() {
    return fileBytes;
  }

  private BatchHeader batchAt(long position) throws IOException, BatchException {
    ensure(position, BatchBytes.HEADER_BYTES);
    int at = (int) (position - windowStart);
    BatchHeader header = BatchBytes.header(window, at);
    if (position + header.bytes() > fileBytes) {
      throw new BatchException(BatchFault.SHORT);
    }
    ensure(position, header.bytes());
    return BatchBytes.checked(window, (int) (position - windowStart));
  }

  /** Sees to it that the window holds these bytes, or all up to the end of the file. */
  private void ensure(long position, int bytes) throws IOException {
    long end = Math.min(fileBytes, position + bytes);
    if (position >= windowStart && end <= windowStart + window.limit()) {
      return;
    }
    if (bytes > window.capacity()) {
      window = ByteBuffer.allocateDirect(bytes);
    }
    window.clear();
    segment.file().read(window, position);
    window.flip();
    windowStart = position;
  }

  /** Whether nothing but zeros follows the last intact batch: space that was never written. */
  boolean onlyZerosFollow() throws IOException {
    long position = segment.bytes();
    while (position < fileBytes) {
      int bytes = (int) Math.min(WINDOW_BYTES, fileBytes - position);
      ensure(position, bytes);
      if (!BatchBytes.isZero(window, (int) (position - windowStart), bytes)) {
        return false;
      }
      position += bytes;
    }
    return true;
  }

  /** Whether an intact batch that belongs behind the last intact one follows somewhere. */
  boolean laterBatchFollows() throws IOException {
    for (long position = segment.bytes() + 1L;
        position + BatchBytes.HEADER_BYTES <= fileBytes;
        position++) {
      ensure(position, BatchBytes.HEADER_BYTES);
      if (window.get((int) (position - windowStart)) == 'R' && isLaterBatch(position)) {
        return true;
      }
    }
    return false;
  }

  private boolean isLaterBatch(long position) throws IOException {
    try {
      return batchAt(position).baseOffset() >= segment.endOffset();
    } catch (BatchException e) {
      return false;
    }
  }

  /**
   * Whether the first bad batch begins with zeros up to the end of its sector, or has a whole
   * sector of zeros soon after: sectors that a power loss kept from being written, while some
   * behind them were.
   */
  boolean holeExplains() throws IOException {
    long first = (segment.bytes() + SECTOR_BYTES - 1L) / SECTOR_BYTES * SECTOR_BYTES;
    if (zeros(segment.bytes(), first)) {
      return true;
    }
    long end = Math.min(fileBytes, first + HOLE_BYTES_LOOK);
    for (long at = first; at < end; at += SECTOR_BYTES) {
      if (zeros(at, Math.min(fileBytes, at + SECTOR_BYTES))) {
        return true;
      }
    }
    return false;
  }

  private boolean zeros(long from, long to) throws IOException {
    ensure(from, (int) (to - from));
    return to > from
        && to <= fileBytes
        && BatchBytes.isZero(window, (int) (from - windowStart), (int) (to - from));
  }
}
