package io.rvi.bench.check;

import io.rvi.bench.check.HistoryEvent.Begun;
import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.HistoryEvent.ScanBegun;
import io.rvi.bench.check.HistoryEvent.ScanEnded;
import io.rvi.bench.check.HistoryEvent.ScanKind;
import io.rvi.bench.check.HistoryEvent.Scanned;
import io.rvi.bench.check.Violation.Kind;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scans of the whole log, and from them which acknowledged records are lost.
 *
 * <p>What a stopped replica's directory holds above the high watermark that the replica had noted
 * proves nothing about what was committed: a deposed leader keeps such records until it learns
 * better. There it counts only for a record being on some disk.
 */
final class ScanRules {
  private final Begun about;
  private final Appends appends;
  private final Placements placements;
  private final Violations violations;
  private final List<String> remarks;
  private final Map<Integer, Scan> open = new HashMap<>();
  private final Set<String> disksRead = new HashSet<>();

  /** The least high watermark of a finished live scan; -1 when there is none. */
  private long liveEnd = -1;

  private String liveSource = "";
  private long unavailable;

  private static final class Scan {
    private final ScanBegun begun;
    private final int observer;

    /** The next offset due. */
    private long next;

    Scan(ScanBegun begun, int observer) {
      this.begun = begun;
      this.observer = observer;
    }

    boolean isLive() {
      return begun.kind() == ScanKind.LIVE;
    }

    String name() {
      return isLive() ? "the live scan by " + begun.source() : "the disk of " + begun.source();
    }
  }

  ScanRules(
      Begun about,
      Appends appends,
      Placements placements,
      Violations violations,
      List<String> remarks) {
    this.about = about;
    this.appends = appends;
    this.placements = placements;
    this.violations = violations;
    this.remarks = remarks;
  }

  void begin(ScanBegun begun) {
    String name = begun.kind() == ScanKind.LIVE ? "the live scan by " : "the disk of ";
    open.put(begun.scan(), new Scan(begun, placements.observer(name + begun.source())));
    if (begun.highWatermark() > placements.size()) {
      violations.add(
          Kind.HOLE,
          () ->
              name
                  + begun.source()
                  + " has a high watermark of "
                  + begun.highWatermark()
                  + ", though only "
                  + placements.size()
                  + " records were ever appended");
    }
  }

  void observe(Scanned scanned) throws IOException {
    Scan scan = open.get(scanned.scan());
    if (scan == null) {
      throw new IOException("ill-formed history: scan " + scanned.scan() + " has not begun");
    }
    for (Observed record : scanned.records()) {
      observe(scan, record);
    }
  }

  private void observe(Scan scan, Observed record) {
    if (record.offset() != scan.next) {
      long due = scan.next;
      violations.add(
          Kind.HOLE,
          () -> scan.name() + " has offset " + record.offset() + " where " + due + " is due");
    }
    scan.next = record.offset() + 1;
    if (!placements.isGenuine(record, scan.observer)) {
      return;
    }
    long id = Appends.id(record.producer(), record.sequence());
    appends.mark(id, scan.isLive() ? Appends.SEEN_LIVE : Appends.ON_DISK);
    if (scan.isLive() || record.offset() < scan.begun.highWatermark()) {
      placements.committed(record, scan.observer);
    }
  }

  void end(ScanEnded ended) {
    Scan scan = open.remove(ended.scan());
    if (scan == null) {
      return;
    }
    if (!ended.complaint().isEmpty()) {
      remarks.add(scan.name() + " was not finished: " + ended.complaint());
    } else if (!scan.isLive()) {
      disksRead.add(scan.begun.source());
    } else if (scan.begun.startedNs() < appends.lastEndedNs()) {
      remarks.add(scan.name() + " began before the last append had ended, so tells of no loss");
    } else if (liveEnd < 0 || scan.next < liveEnd) {
      liveEnd = scan.next;
      liveSource = scan.begun.source();
    }
  }

  /** Judges which acknowledged records are lost; after all events. */
  void conclude() {
    for (Scan scan : open.values()) {
      remarks.add(scan.name() + " was not finished: the history ends before");
    }
    boolean allDisks = !about.replicas().isEmpty() && disksRead.containsAll(about.replicas());
    appends.forEach(AppendOutcome.COMMITTED, id -> judge(id, allDisks));
    if (unavailable > 0) {
      remarks.add(
          "no live scan was finished"
              + (allDisks ? "" : ", and not every replica's disk was read")
              + ": records that were not found are unavailable, not lost");
    }
  }

  private void judge(long id, boolean allDisks) {
    long offset = appends.offset(id);
    if (liveEnd >= 0) {
      if (offset >= liveEnd || !appends.isMarked(id, Appends.SEEN_LIVE)) {
        violations.add(
            Kind.LOST,
            () ->
                appends.describe(id)
                    + " at offset "
                    + offset
                    + " is not in the live scan by "
                    + liveSource
                    + ", which ended at "
                    + liveEnd);
      }
    } else if (allDisks && !appends.isMarked(id, Appends.ON_DISK)) {
      violations.add(
          Kind.LOST,
          () ->
              appends.describe(id)
                  + " at offset "
                  + offset
                  + " is on the disk of none of "
                  + about.replicas());
    } else {
      unavailable++;
    }
  }

  long unavailable() {
    return unavailable;
  }
}
