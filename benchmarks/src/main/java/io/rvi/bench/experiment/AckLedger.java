package io.rvi.bench.experiment;

import io.rvi.api.Appended;
import io.rvi.api.LogRecord;
import io.rvi.api.ReplicatedLog;
import io.rvi.bench.load.Outcome;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Appends numbered records, remembers what was promised of each, and compares that with what a
 * complete read finds.
 *
 * <p>A record holds its number and a mark of this ledger; so it is known wherever it turns up.
 * Appends come from one thread, their ends from any.
 */
final class AckLedger {
  private static final int MARK_AT = Long.BYTES;

  private final ReplicatedLog log;
  private final long mark;
  private final ByteBuffer payload;
  private final Map<Long, Promise> promises = new ConcurrentHashMap<>();

  // What reading found; filled by one thread after the appends.
  private final Map<Long, Integer> copies = new HashMap<>();
  private final Map<Long, Long> foundAt = new HashMap<>();
  private long strangers;

  AckLedger(ReplicatedLog log, int recordBytes, long seed) {
    this.log = log;
    SplittableRandom random = new SplittableRandom(seed);
    this.mark = random.nextLong();
    byte[] bytes = new byte[recordBytes];
    random.nextBytes(bytes);
    this.payload = ByteBuffer.wrap(bytes).putLong(MARK_AT, mark);
  }

  /**
   * Appends the record of a number.
   *
   * @param number 0 or more, each once
   */
  CompletableFuture<Appended> append(long number) {
    promises.put(number, new Promise(Outcome.TIMED_OUT, -1));
    return log.append(payload.putLong(0, number).array())
        .whenComplete((appended, error) -> promises.put(number, promise(appended, error)));
  }

  private static Promise promise(@Nullable Appended appended, @Nullable Throwable error) {
    return new Promise(Outcome.of(error), appended == null ? -1 : appended.offset());
  }

  /** Takes note of a record of the log. */
  void found(LogRecord record) {
    ByteBuffer bytes = ByteBuffer.wrap(record.payload());
    if (bytes.remaining() != payload.capacity() || bytes.getLong(MARK_AT) != mark) {
      strangers++;
      return;
    }
    long number = bytes.getLong(0);
    if (!promises.containsKey(number)) {
      strangers++;
      return;
    }
    copies.merge(number, 1, Integer::sum);
    Promise promised = promises.get(number);
    boolean asPromised = promised != null && promised.offset() == record.offset();
    if (asPromised || !foundAt.containsKey(number)) {
      foundAt.put(number, record.offset());
    }
  }

  /** Compares promises with what was found. */
  AckAudit audit() {
    long acked = 0;
    long lost = 0;
    long moved = 0;
    long unknownFound = 0;
    long forbidden = 0;
    for (Map.Entry<Long, Promise> entry : promises.entrySet()) {
      Long offset = foundAt.get(entry.getKey());
      Promise promise = entry.getValue();
      switch (promise.outcome()) {
        case COMMITTED -> {
          acked++;
          lost += offset == null ? 1 : 0;
          moved += offset != null && offset != promise.offset() ? 1 : 0;
        }
        case NOT_COMMITTED -> forbidden += offset == null ? 0 : 1;
        default -> unknownFound += offset == null ? 0 : 1;
      }
    }
    long duplicated = copies.values().stream().mapToLong(count -> count - 1L).sum();
    return new AckAudit(acked, lost, moved, duplicated, unknownFound, forbidden, strangers);
  }

  /**
   * What the log said of an append.
   *
   * @param outcome as what it ended
   * @param offset where it was committed; -1 where it was not
   */
  private record Promise(Outcome outcome, long offset) {}
}
