package io.rvi.isr.log;

import io.rvi.api.LogRecord;
import io.rvi.isr.batch.BatchBytes;
import io.rvi.isr.batch.BatchException;
import io.rvi.isr.batch.BatchHeader;
import io.rvi.isr.batch.BatchReader;
import io.rvi.spi.OfflineLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records of a log whose node does not run, batch by batch. Changes nothing, repairs nothing:
 * bytes behind the last intact batch of the newest segment count as a torn tail unless an intact
 * batch follows them, and anything else that is not what was written is an error.
 */
public final class StoppedLog implements OfflineLog {
  private final Disk disk;
  private final Path directory;
  private final List<Long> bases;
  private final long highWatermark;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private int nextSegment;

  /** The segment that is being read; null before the first and behind the last. */
  private @Nullable Segment segment;

  /** Where the next batch of it starts; {@code position <= segment.bytes()}. */
  private int position;

  /** What follows its last intact batch; null when that is nothing, or a torn tail. */
  private @Nullable Damage damage;

  /** The offset after the last record returned or due. */
  private long end;

  private StoppedLog(Disk disk, Path directory, List<Long> bases, long highWatermark) {
    this.disk = disk;
    this.directory = directory;
    this.bases = bases;
    this.highWatermark = highWatermark;
    this.end = bases.isEmpty() ? 0 : bases.get(0);
  }

  /**
   * Opens a log.
   *
   * @param disk beneath it
   * @param directory of this log alone
   * @throws IOException when the directory can't be read
   */
  public static StoppedLog open(Disk disk, Path directory) throws IOException {
    List<Long> bases = new ArrayList<>();
    for (String name : disk.list(directory)) {
      if (name.matches("\\d{20}\\" + Segment.SUFFIX)) {
        bases.add(Long.parseLong(name.substring(0, name.length() - Segment.SUFFIX.length())));
      }
    }
    bases.sort(null);
    return new StoppedLog(disk, directory, bases, highWatermark(disk, directory));
  }

  private static long highWatermark(Disk disk, Path directory) throws IOException {
    try {
      return Checkpoint.read(Checkpoint.file(disk, directory)).highWatermark();
    } catch (SideFile.Unreadable e) {
      return 0; // It had noted none, or what it had noted is not to be believed.
    }
  }

  @Override
  public long highWatermark() {
    return highWatermark;
  }

  @Override
  public Optional<Entry> next() throws IOException {
    while (entries.isEmpty() && (inSegment() || openNext())) {
      if (inSegment()) {
        readBatch();
      }
    }
    return Optional.ofNullable(entries.poll());
  }

  private boolean inSegment() {
    return segment != null && position < segment.bytes();
  }

  /** Opens the next segment; false behind the last. */
  private boolean openNext() throws IOException {
    if (damage != null) {
      throw new LogFailure(LogFailure.Kind.DAMAGED, damage.toString(), null);
    }
    closeSegment();
    if (nextSegment == bases.size()) {
      return false;
    }
    long base = bases.get(nextSegment++);
    Path path = directory.resolve(Segment.fileName(base, Segment.SUFFIX));
    if (base != end) {
      String what = "the records before offset " + base + " are missing";
      throw new LogFailure(
          LogFailure.Kind.DAMAGED, new Damage(path, 0, end, what).toString(), null);
    }
    Segment opened = new Segment(path, base, disk.open(path), Integer.MAX_VALUE);
    segment = opened;
    position = opened.bytes();
    SegmentScan scan = new SegmentScan(opened);
    scan.run(batch -> {});
    boolean newest = nextSegment == bases.size();
    if (scan.fault() != null && (!newest || scan.laterBatchFollows())) {
      damage = new Damage(path, opened.bytes(), opened.endOffset(), scan.fault().words());
    }
    return true;
  }

  private void readBatch() throws IOException {
    Segment from = segment;
    if (from == null) {
      throw new IllegalStateException("no segment is open");
    }
    try {
      ByteBuffer head = read(from, BatchBytes.HEADER_BYTES);
      BatchHeader header = BatchBytes.header(head, 0);
      List<LogRecord> records = new ArrayList<>();
      BatchReader.records(read(from, header.bytes()), header.baseOffset(), Long.MAX_VALUE, records);
      records.forEach(one -> entries.add(new Entry(one.offset(), header.epoch(), one.payload())));
      position += header.bytes();
      end = header.nextOffset();
    } catch (BatchException e) {
      Damage found = new Damage(from.path(), position, end, e.fault().words());
      throw new LogFailure(LogFailure.Kind.DAMAGED, found.toString(), e);
    }
  }

  private ByteBuffer read(Segment from, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    from.file().read(buffer, position);
    return buffer.flip();
  }

  private void closeSegment() throws IOException {
    if (segment != null) {
      segment.discard();
      segment = null;
    }
  }

  @Override
  public void close() throws IOException {
    entries.clear();
    damage = null;
    nextSegment = bases.size();
    closeSegment();
  }
}
