package io.rvi.bench.check;

import io.rvi.api.Consistency;
import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.HistoryEvent.Read;
import io.rvi.bench.check.Violation.Kind;
import java.util.HashMap;
import java.util.Map;

/** Each read against itself, against the reader's one before, and against what was known. */
final class ReadRules {
  private final Appends appends;
  private final Placements placements;
  private final Violations violations;

  /** What each reader has seen. */
  private final Map<Integer, Reader> readers = new HashMap<>();

  private long linearizable;

  private static final class Reader {
    private final int observer;

    /** The highest high watermark yet. */
    private long highWatermark;

    Reader(int observer) {
      this.observer = observer;
    }
  }

  ReadRules(Appends appends, Placements placements, Violations violations) {
    this.appends = appends;
    this.placements = placements;
    this.violations = violations;
  }

  /** Checks a read, in the order in which the reads of its reader ended. */
  void observe(Read read) {
    Reader reader =
        readers.computeIfAbsent(
            read.reader(), number -> new Reader(placements.observer("reader r" + number)));
    linearizable += read.consistency() == Consistency.LINEARIZABLE ? 1 : 0;
    checkWatermark(read, reader);
    long expected = read.records().isEmpty() ? 0 : read.records().get(0).offset();
    for (Observed record : read.records()) {
      checkRecord(read, record, expected, reader);
      expected = record.offset() + 1;
    }
  }

  private void checkWatermark(Read read, Reader reader) {
    long before = reader.highWatermark;
    if (read.highWatermark() < before) {
      violations.add(
          Kind.WATERMARK_BACK,
          () -> describe(read) + " says " + read.highWatermark() + " after it had seen " + before);
    }
    if (read.highWatermark() > placements.size()) {
      violations.add(
          Kind.HOLE,
          () ->
              describe(read)
                  + " says "
                  + read.highWatermark()
                  + ", though only "
                  + placements.size()
                  + " records were ever appended");
    }
    reader.highWatermark = Math.max(before, read.highWatermark());
    placements.known(read.highWatermark(), read.endedNs());
  }

  private void checkRecord(Read read, Observed record, long expected, Reader reader) {
    if (record.offset() != expected) {
      violations.add(
          Kind.HOLE,
          () ->
              describe(read) + " has offset " + record.offset() + " where " + expected + " is due");
    }
    if (record.offset() >= read.highWatermark()) {
      violations.add(
          Kind.READ_ABOVE_WATERMARK,
          () ->
              describe(read)
                  + " has a record at offset "
                  + record.offset()
                  + " with a high watermark of "
                  + read.highWatermark());
      return;
    }
    if (placements.isGenuine(record, reader.observer)) {
      placements.committed(record, reader.observer);
    }
  }

  /** Whether there is any read that {@link #checkFresh} has to see. */
  boolean hasLinearizable() {
    return linearizable > 0;
  }

  /** Checks a linearizable read against what was known before it; after all was collected. */
  void checkFresh(Read read) {
    if (read.consistency() != Consistency.LINEARIZABLE) {
      return;
    }
    long known = placements.knownBefore(read.sentNs());
    if (read.highWatermark() < known) {
      violations.add(
          Kind.STALE_READ,
          () -> {
            long newest = placements.at((int) known - 1);
            return describe(read)
                + " says "
                + read.highWatermark()
                + ", though offset "
                + (known - 1)
                + " was known to be committed at "
                + placements.knownAt(known - 1)
                + (newest < 0 ? "" : ": " + appends.describe(newest));
          });
    }
  }

  private String describe(Read read) {
    return "the "
        + read.consistency()
        + " read of r"
        + read.reader()
        + " (sent at "
        + appends.time(read.sentNs())
        + ", answered at "
        + appends.time(read.endedNs())
        + ")";
  }
}
