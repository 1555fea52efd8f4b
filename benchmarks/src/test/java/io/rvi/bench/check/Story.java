package io.rvi.bench.check;

import io.rvi.api.Consistency;
import io.rvi.api.ErrorCode;
import io.rvi.bench.check.HistoryEvent.Append;
import io.rvi.bench.check.HistoryEvent.Begun;
import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.HistoryEvent.Read;
import io.rvi.bench.check.HistoryEvent.ReadFailed;
import io.rvi.bench.check.HistoryEvent.ScanBegun;
import io.rvi.bench.check.HistoryEvent.ScanEnded;
import io.rvi.bench.check.HistoryEvent.ScanKind;
import io.rvi.bench.check.HistoryEvent.Scanned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A history told in a few words. Appends are named by a letter for the producer and a number for
 * the sequence, as in {@code b2}; times are small numbers.
 */
final class Story {
  private final List<HistoryEvent> events = new ArrayList<>();
  private int scans;

  Story() {
    events.add(new Begun("topic-0", List.of("n1", "n2", "n3")));
  }

  Story acked(String append, long sentNs, long endedNs, long offset) {
    return append(append, sentNs, endedNs, AppendOutcome.COMMITTED, offset);
  }

  Story denied(String append, long sentNs, long endedNs) {
    return append(append, sentNs, endedNs, AppendOutcome.NOT_COMMITTED, -1);
  }

  Story unknown(String append, long sentNs, long endedNs) {
    return append(append, sentNs, endedNs, AppendOutcome.UNKNOWN, -1);
  }

  private Story append(
      String append, long sentNs, long endedNs, AppendOutcome outcome, long offset) {
    Observed named = named(append, offset);
    events.add(
        new Append(
            named.producer(),
            named.sequence(),
            named.hash(),
            sentNs - 1,
            sentNs,
            endedNs,
            outcome,
            offset));
    return this;
  }

  /** A read from an offset on; "a0 a1" are the records. */
  Story read(int reader, long sentNs, long endedNs, long highWatermark, long from, String records) {
    return read(reader, Consistency.COMMITTED, sentNs, endedNs, highWatermark, from, records);
  }

  Story linearizable(int reader, long sentNs, long endedNs, long highWatermark) {
    return read(reader, Consistency.LINEARIZABLE, sentNs, endedNs, highWatermark, 0, "");
  }

  private Story read(
      int reader,
      Consistency consistency,
      long sentNs,
      long endedNs,
      long highWatermark,
      long from,
      String records) {
    events.add(
        new Read(reader, consistency, sentNs, endedNs, highWatermark, records(records, from)));
    return this;
  }

  Story readFailed(int reader, long sentNs, long endedNs) {
    events.add(new ReadFailed(reader, sentNs, endedNs, ErrorCode.NO_LEADER));
    return this;
  }

  /** A finished live scan, long after all appends. */
  Story live(String records) {
    List<Observed> all = records(records, 0);
    return scan(ScanKind.LIVE, "reader", all.size(), all, "");
  }

  Story liveUnfinished(String records) {
    List<Observed> all = records(records, 0);
    return scan(ScanKind.LIVE, "reader", all.size() + 1L, all, "no leader");
  }

  /** A finished scan of a replica's directory. */
  Story disk(String replica, long highWatermark, String records) {
    return scan(ScanKind.OFFLINE, replica, highWatermark, records(records, 0), "");
  }

  Story diskDamaged(String replica, String records) {
    return scan(ScanKind.OFFLINE, replica, 0, records(records, 0), "segment 0 is damaged");
  }

  private Story scan(
      ScanKind kind, String source, long highWatermark, List<Observed> all, String complaint) {
    int scan = scans++;
    events.add(new ScanBegun(scan, kind, source, highWatermark, 1_000_000));
    events.add(new Scanned(scan, all));
    events.add(new ScanEnded(scan, complaint));
    return this;
  }

  /** Takes an event as it is. */
  Story event(HistoryEvent event) {
    events.add(event);
    return this;
  }

  private static List<Observed> records(String names, long from) {
    List<Observed> records = new ArrayList<>();
    for (String name : names.isEmpty() ? new String[0] : names.split(" ", -1)) {
      // A name as in a0@7 says its offset itself.
      String[] parts = name.split("@", -1);
      long next = parts.length > 1 ? Long.parseLong(parts[1]) : from + records.size();
      records.add(named(parts[0], next));
    }
    return records;
  }

  /** A name in upper case is a record with other bytes; ? is one that can't be read. */
  static Observed named(String name, long offset) {
    if (name.equals("?")) {
      return new Observed(offset, -1, -1, 0);
    }
    char letter = name.charAt(0);
    int producer = Character.toLowerCase(letter) - 'a';
    long sequence = Long.parseLong(name.substring(1));
    int hash = producer * 31 + (int) sequence + (Character.isUpperCase(letter) ? 1_000 : 0);
    return new Observed(offset, producer, sequence, hash);
  }

  List<HistoryEvent> events() {
    return events;
  }

  /** Writes the history and has it judged. */
  Verdict judge(Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "history", ".rvi");
    Files.delete(file);
    try (HistoryWriter writer = new HistoryWriter(file, (Begun) events.get(0))) {
      events.subList(1, events.size()).forEach(writer::record);
    }
    return Checker.check(file);
  }
}
