package io.rvi.isr.log;

import io.rvi.isr.batch.BatchHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The segments of a log, oldest first, without a gap; the last one is active and never absent. Used
 * by the owner thread alone.
 */
final class SegmentChain {
  private final Disk disk;
  private final Path directory;
  private final LogSettings settings;
  private final List<Segment> segments;
  private final RecentBatches recent = new RecentBatches();

  SegmentChain(
      Disk disk, Path directory, LogSettings settings, List<Segment> recovered, long startOffset)
      throws IOException {
    this.disk = disk;
    this.directory = directory;
    this.settings = settings;
    this.segments = new ArrayList<>(recovered);
    if (segments.isEmpty()) {
      segments.add(create(startOffset));
      disk.forceDirectory(directory);
    }
  }

  private Segment create(long baseOffset) throws IOException {
    Path path = directory.resolve(Segment.fileName(baseOffset, Segment.SUFFIX));
    DiskFile file = disk.open(path);
    file.truncate(0); // A file of this name can only be one that was begun and holds no record.
    SegmentHeader.write(file, baseOffset);
    return new Segment(path, baseOffset, file, settings.indexIntervalBytes());
  }

  Segment active() {
    return segments.get(segments.size() - 1);
  }

  Segment first() {
    return segments.get(0);
  }

  long startOffset() {
    return first().baseOffset();
  }

  long endOffset() {
    return active().endOffset();
  }

  /** Whether these bytes should go to a new segment. */
  boolean wantsRoll(int bytes) {
    return !active().isEmpty() && (long) active().bytes() + bytes > settings.segmentBytes();
  }

  /** Begins a new segment. */
  void roll() throws IOException {
    segments.add(create(endOffset()));
    recent.clear();
  }

  void write(ByteBuffer batches) throws IOException {
    active().write(batches);
  }

  /** Takes notice of the next batch that was written. */
  void note(BatchHeader header) {
    recent.add(header.baseOffset(), active().bytes());
    active().note(header);
  }

  /** The segment that holds an offset of the log, its end included. */
  Segment holding(long offset) {
    int i = segments.size() - 1;
    while (i > 0 && segments.get(i).baseOffset() > offset) {
      i--;
    }
    return segments.get(i);
  }

  /**
   * Finds whole batches.
   *
   * @param from {@code startOffset <= from < endOffset}
   * @param upTo only batches that end at or before it
   * @param bytesMax bound, that the first batch may exceed
   */
  LogSlice find(long from, long upTo, int bytesMax) throws LogFailure {
    if (from >= Math.min(upTo, endOffset())) {
      return LogSlice.fresh(active(), 0, 0, from, from);
    }
    Segment segment = holding(from);
    LogSlice slice = segment == active() ? recent.find(segment, from, upTo, bytesMax) : null;
    return slice != null ? slice : segment.find(from, upTo, bytesMax);
  }

  /** The segments that hold offsets at or after one, oldest first; at least the active one. */
  List<Segment> from(long offset) {
    Segment first = holding(offset);
    return List.copyOf(segments.subList(segments.indexOf(first), segments.size()));
  }

  /** The start of the batch that holds an offset: where a truncation to it really cuts. */
  long cutOffset(long offset) throws LogFailure {
    Segment segment = holding(offset);
    return offset < segment.endOffset() ? segment.batchStart(offset) : offset;
  }

  /** Removes everything at and after an offset at which a batch starts, newest segments first. */
  void truncate(long offset) throws IOException {
    boolean removed = active().baseOffset() > offset;
    while (active().baseOffset() > offset) {
      remove(segments.size() - 1);
    }
    if (removed) {
      disk.forceDirectory(directory); // A power loss must not bring a removed segment back.
    }
    Segment last = active();
    int position = offset < last.endOffset() ? last.positionOf(offset) : last.bytes();
    disk.delete(IndexFile.path(last.path()));
    last.truncate(position, offset);
    recent.clear();
  }

  /** Replaces everything by one empty segment at an offset. */
  void reset(long offset) throws IOException {
    while (!segments.isEmpty()) {
      remove(segments.size() - 1);
    }
    recent.clear();
    segments.add(create(offset));
    disk.forceDirectory(directory);
  }

  /** Deletes the oldest segments that retention wants gone and that end at or before an offset. */
  void retain(Retention retention, long removable, long nowMs) throws IOException {
    while (segments.size() > 1
        && first().endOffset() <= removable
        && retention.wantsGone(this, nowMs)) {
      remove(0);
    }
  }

  private void remove(int i) throws IOException {
    Segment segment = segments.get(i);
    segment.discard();
    disk.delete(segment.path());
    disk.delete(IndexFile.path(segment.path()));
    segments.remove(i);
  }

  long bytes() {
    return segments.stream().mapToLong(Segment::bytes).sum();
  }

  long tailOffset(long bytes) {
    int i = segments.size() - 1;
    for (long found = segments.get(i).bytes(); i > 0 && found < bytes; ) {
      i--;
      found += segments.get(i).bytes();
    }
    return segments.get(i).baseOffset();
  }

  /** Closes the files; their content stays. */
  void close() throws IOException {
    for (Segment segment : segments) {
      segment.discard();
    }
  }
}
