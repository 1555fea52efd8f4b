package io.rvi.bench.check;

import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.Violation.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is known to be committed at each offset, who said so first, and since when the offset is
 * known to be committed: the earliest end of an acknowledgement or a read that shows it. 20 bytes
 * for each append.
 */
final class Placements {
  private static final int ACKNOWLEDGEMENT = 0;

  private final Appends appends;
  private final Violations violations;
  private final int size;
  private final long[] idPlusOne;
  private final int[] observer;

  /**
   * By offset, the earliest time at which it was known to be committed. After {@link #settle}: at
   * which it or any later offset was, so that it never decreases with the offset.
   */
  private final long[] knownNs;

  private final List<String> observers = new ArrayList<>(List.of("its acknowledgement"));

  Placements(Appends appends, Violations violations) {
    this.appends = appends;
    this.violations = violations;
    this.size = Math.toIntExact(appends.count());
    this.idPlusOne = new long[size];
    this.observer = new int[size];
    this.knownNs = new long[size];
    Arrays.fill(knownNs, Long.MAX_VALUE);
    appends.forEach(AppendOutcome.COMMITTED, this::acknowledged);
  }

  private void acknowledged(long id) {
    long offset = appends.offset(id);
    if (isPlace(offset, ACKNOWLEDGEMENT)) {
      occupy(id, (int) offset, ACKNOWLEDGEMENT);
      known(offset + 1, appends.endedNs(id));
    }
  }

  /** Registers somebody who sees records. */
  int observer(String name) {
    observers.add(name);
    return observers.size() - 1;
  }

  /** As many offsets as there are appends. */
  int size() {
    return size;
  }

  /** Takes note that at a time the high watermark was known to be so high. */
  void known(long highWatermark, long timeNs) {
    if (highWatermark > 0 && highWatermark <= size) {
      int offset = (int) highWatermark - 1;
      knownNs[offset] = Math.min(knownNs[offset], timeNs);
    }
  }

  /**
   * Judges a record by itself.
   *
   * @return whether it is one that was appended, unharmed
   */
  boolean isGenuine(Observed record, int by) {
    if (!appends.has(record.producer(), record.sequence())) {
      violations.add(
          Kind.STRANGE,
          () ->
              observers.get(by)
                  + " has at offset "
                  + record.offset()
                  + " a record "
                  + (record.producer() < 0
                      ? "that does not describe itself, or is damaged"
                      : "p"
                          + record.producer()
                          + "#"
                          + record.sequence()
                          + ", which nobody appended"));
      return false;
    }
    long id = Appends.id(record.producer(), record.sequence());
    if (appends.hash(id) != record.hash()) {
      violations.add(
          Kind.GARBLED,
          () ->
              observers.get(by)
                  + " has at offset "
                  + record.offset()
                  + " other bytes than "
                  + appends.describe(id));
      return false;
    }
    return true;
  }

  /** Judges a record that is genuine and known to be committed where it was seen. */
  void committed(Observed record, int by) {
    long id = Appends.id(record.producer(), record.sequence());
    long offset = record.offset();
    if (appends.outcome(id) == AppendOutcome.NOT_COMMITTED) {
      violations.add(
          Kind.FORBIDDEN,
          () -> observers.get(by) + " has at offset " + offset + " " + appends.describe(id));
    }
    if (!isPlace(offset, by)) {
      return;
    }
    occupy(id, (int) offset, by);
    long before = appends.offset(id);
    if (before < 0) {
      appends.place(id, offset);
    } else if (before != offset) {
      violations.add(
          Kind.DUPLICATED,
          () ->
              appends.describe(id)
                  + " is at offset "
                  + before
                  + ", and at offset "
                  + offset
                  + " by "
                  + observers.get(by));
    }
  }

  private boolean isPlace(long offset, int by) {
    if (offset < 0 || offset >= size) {
      violations.add(
          Kind.HOLE,
          () ->
              observers.get(by)
                  + " has a record at offset "
                  + offset
                  + ", though only "
                  + size
                  + " were ever appended");
      return false;
    }
    return true;
  }

  private void occupy(long id, int offset, int by) {
    long occupant = idPlusOne[offset] - 1;
    if (occupant < 0) {
      idPlusOne[offset] = id + 1;
      observer[offset] = by;
    } else if (occupant != id) {
      violations.add(
          Kind.DIVERGED,
          () ->
              "at offset "
                  + offset
                  + " there is "
                  + appends.describe(occupant)
                  + " by "
                  + observers.get(observer[offset])
                  + ", and "
                  + appends.describe(id)
                  + " by "
                  + observers.get(by));
    }
  }

  /** The append at an offset; -1 where none was seen. */
  long at(int offset) {
    return idPlusOne[offset] - 1;
  }

  /** Closes the collection; what follows may ask {@link #knownBefore}. */
  void settle() {
    for (int offset = size - 2; offset >= 0; offset--) {
      knownNs[offset] = Math.min(knownNs[offset], knownNs[offset + 1]);
    }
  }

  /**
   * The high watermark that was known before a time, by anybody.
   *
   * @param timeNs the time
   */
  long knownBefore(long timeNs) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (knownNs[middle] < timeNs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** When an offset, or a later one, was known to be committed; for messages. */
  String knownAt(long offset) {
    return appends.time(knownNs[(int) offset]);
  }
}
