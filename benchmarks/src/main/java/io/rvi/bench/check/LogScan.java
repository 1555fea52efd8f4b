package io.rvi.bench.check;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.LogException;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.check.HistoryEvent.Observed;
import io.rvi.bench.check.HistoryEvent.ScanBegun;
import io.rvi.bench.check.HistoryEvent.ScanEnded;
import io.rvi.bench.check.HistoryEvent.ScanKind;
import io.rvi.bench.check.HistoryEvent.Scanned;
import io.rvi.spi.OfflineLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/** Reads a whole log into the history. A scan that can't be finished is recorded as such. */
public final class LogScan {
  private static final int READ_BYTES = 1 << 20;

  /** Records of an event, so that no event is large. */
  private static final int CHUNK = 1 << 10;

  private static final long BETWEEN_LOOKS_MS = 5;

  private final HistoryWriter history;
  private final LongSupplier clockNs;
  private int scans;

  /**
   * Scans into a history; one of these for each history, as it numbers the scans.
   *
   * @param history where
   * @param clockNs the clock of the history
   */
  public LogScan(HistoryWriter history, LongSupplier clockNs) {
    this.history = history;
    this.clockNs = clockNs;
  }

  /**
   * Reads what the cluster serves, after the load and once faults have healed.
   *
   * @param log what
   * @param source who reads, for messages
   * @param consistency the level: linearizable where the backend can
   * @param patience how long all of it may take
   * @return empty when it was read to its high watermark, else what stopped it
   * @throws InterruptedException when the thread is interrupted
   */
  public String live(ReplicatedLog log, String source, Consistency consistency, Duration patience)
      throws InterruptedException {
    long untilNs = System.nanoTime() + patience.toNanos();
    int scan = scans++;
    boolean begun = false;
    String complaint = "";
    try {
      long end = log.highWatermark(consistency).get(patience.toNanos(), TimeUnit.NANOSECONDS);
      begin(scan, ScanKind.LIVE, source, end);
      begun = true;
      for (long next = 0; next < end; ) {
        Batch batch =
            log.read(next, READ_BYTES, Consistency.COMMITTED)
                .get(untilNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        record(scan, RecordedReader.observe(batch.records()));
        if (batch.records().isEmpty()) {
          TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MS); // A replica that is behind answered.
        }
        next = batch.nextOffset();
      }
    } catch (ExecutionException e) {
      complaint = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
    } catch (TimeoutException e) {
      complaint = "not read to its end within " + patience.toMillis() + " ms";
    }
    if (!begun) {
      begin(scan, ScanKind.LIVE, source, 0);
    }
    history.record(new ScanEnded(scan, complaint));
    return complaint;
  }

  /**
   * Reads the log of a stopped replica.
   *
   * @param replica its name, as the history's first event gives it
   * @param log opened from its directory; left open
   * @return empty when it was read to its end, else what stopped it
   */
  public String offline(String replica, OfflineLog log) {
    int scan = scans++;
    begin(scan, ScanKind.OFFLINE, replica, log.highWatermark());
    String complaint = "";
    List<Observed> chunk = new ArrayList<>();
    try {
      for (Optional<OfflineLog.Entry> e = log.next(); e.isPresent(); e = log.next()) {
        chunk.add(RecordedReader.observe(e.get().offset(), e.get().payload()));
        if (chunk.size() == CHUNK) {
          record(scan, chunk);
          chunk.clear();
        }
      }
    } catch (IOException | LogException e) {
      complaint = String.valueOf(e.getMessage());
    }
    record(scan, chunk);
    history.record(new ScanEnded(scan, complaint));
    return complaint;
  }

  private void begin(int scan, ScanKind kind, String source, long highWatermark) {
    history.record(new ScanBegun(scan, kind, source, highWatermark, clockNs.getAsLong()));
  }

  private void record(int scan, List<Observed> records) {
    for (int from = 0; from < records.size(); from += CHUNK) {
      int to = Math.min(records.size(), from + CHUNK);
      history.record(new Scanned(scan, records.subList(from, to)));
    }
  }
}
