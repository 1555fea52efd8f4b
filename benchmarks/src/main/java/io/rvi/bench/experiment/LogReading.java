package io.rvi.bench.experiment;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.LogRecord;
import io.rvi.api.ReplicatedLog;
import java.time.Duration;
import java.util.function.Consumer;

/** Reads a log from its first record on. */
final class LogReading {
  private static final int READ_BYTES = 1 << 20;

  /** How long the log may make no progress; a leader may be found meanwhile. */
  private static final Duration STUCK_MAX = Duration.ofSeconds(15);

  private LogReading() {}

  /**
   * Reads records 0 to {@code end - 1}.
   *
   * @param log the partition
   * @param end where to stop; at most the high watermark
   * @param sink gets each record, in order
   */
  static void all(ReplicatedLog log, long end, Consumer<LogRecord> sink)
      throws TrialException, InterruptedException {
    long stuckSinceNs = System.nanoTime();
    for (long from = 0; from < end; ) {
      Batch batch =
          Waiting.result(
              log.read(from, READ_BYTES, Consistency.COMMITTED),
              STUCK_MAX,
              "reading " + log.topic() + " from offset " + from);
      batch.records().stream().filter(record -> record.offset() < end).forEach(sink);
      if (batch.nextOffset() > from) {
        stuckSinceNs = System.nanoTime();
      } else if (System.nanoTime() - stuckSinceNs > STUCK_MAX.toNanos()) {
        throw new TrialException(
            "reading " + log.topic() + " is stuck at offset " + from + " of " + end, null);
      }
      from = batch.nextOffset();
    }
  }
}
