package io.rvi.bench.check;

import io.rvi.bench.check.HistoryEvent.Append;
import io.rvi.bench.check.HistoryEvent.Begun;
import io.rvi.bench.check.HistoryEvent.Read;
import io.rvi.bench.check.HistoryEvent.ReadFailed;
import io.rvi.bench.check.HistoryEvent.ScanBegun;
import io.rvi.bench.check.HistoryEvent.ScanEnded;
import io.rvi.bench.check.HistoryEvent.Scanned;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges a history: whether the log kept every promise of its API to every client.
 *
 * <p>The history must hold every append that was made to the log. It is streamed two or three times
 * and never held: some 60 bytes of memory for each append, and time in proportion to the events but
 * for a binary search each. What it decides is linearizability of a log, which needs no search
 * since each record says its place: an order by offset exists; it must agree with real time, with
 * each producer's own order and with every reader.
 */
public final class Checker {
  private final Path file;
  private final Appends appends = new Appends();
  private final Violations violations = new Violations();
  private final List<String> remarks = new ArrayList<>();
  private Begun about = new Begun("", List.of());
  private long reads;
  private long readsFailed;

  private Checker(Path file) {
    this.file = file;
  }

  /** Takes an event. */
  @FunctionalInterface
  private interface Visitor {
    void visit(HistoryEvent event) throws IOException;
  }

  /**
   * Judges a history.
   *
   * @param file that a {@link HistoryWriter} wrote
   * @throws IOException when the file can't be read, is damaged, or holds what can't be true
   */
  public static Verdict check(Path file) throws IOException {
    return new Checker(file).check();
  }

  private Verdict check() throws IOException {
    if (!visit(this::collect)) {
      remarks.add("the history was cut short: events after its last are missing");
    }
    Placements placements = new Placements(appends, violations);
    ReadRules readRules = new ReadRules(appends, placements, violations);
    ScanRules scanRules = new ScanRules(about, appends, placements, violations, remarks);
    visit(event -> observe(event, readRules, scanRules));
    placements.settle();
    if (readRules.hasLinearizable()) {
      visit(
          event -> {
            if (event instanceof Read read) {
              readRules.checkFresh(read);
            }
          });
    }
    OrderRules.check(appends, placements, violations);
    scanRules.conclude();
    return verdict(scanRules.unavailable());
  }

  private void collect(HistoryEvent event) throws IOException {
    if (event instanceof Append append) {
      appends.add(append);
    } else if (event instanceof Read) {
      reads++;
    } else if (event instanceof ReadFailed) {
      readsFailed++;
    } else if (event instanceof Begun begun) {
      about = begun;
    }
  }

  private static void observe(HistoryEvent event, ReadRules readRules, ScanRules scanRules)
      throws IOException {
    if (event instanceof Read read) {
      readRules.observe(read);
    } else if (event instanceof Scanned scanned) {
      scanRules.observe(scanned);
    } else if (event instanceof ScanBegun begun) {
      scanRules.begin(begun);
    } else if (event instanceof ScanEnded ended) {
      scanRules.end(ended);
    }
  }

  /** Visits every event; returns whether the history was closed in order. */
  private boolean visit(Visitor visitor) throws IOException {
    try (HistoryReader reader = new HistoryReader(file)) {
      Optional<HistoryEvent> next = reader.next();
      while (next.isPresent()) {
        visitor.visit(next.get());
        next = reader.next();
      }
      return reader.complete();
    }
  }

  private Verdict verdict(long unavailable) {
    long[] unknownFound = new long[1];
    appends.forEach(
        AppendOutcome.UNKNOWN, id -> unknownFound[0] += appends.offset(id) >= 0 ? 1 : 0);
    return new Verdict(
        about.log(),
        new Verdict.Counts(
            appends.count(AppendOutcome.COMMITTED),
            appends.count(AppendOutcome.NOT_COMMITTED),
            appends.count(AppendOutcome.UNKNOWN),
            unknownFound[0],
            reads,
            readsFailed),
        violations.counts(),
        violations.examples(),
        unavailable,
        remarks);
  }
}
