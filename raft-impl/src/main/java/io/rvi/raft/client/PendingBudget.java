package io.rvi.raft.client;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Bounds what a client holds for appends that have not ended. Safe for several threads. */
final class PendingBudget {
  /** Appends held at the most: empty records take no payload bytes, yet some memory. */
  static final int RECORDS_MAX = 1 << 20;

  private final long bytesMax;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger records = new AtomicInteger();

  PendingBudget(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Takes room for a record; false, and nothing taken, when there is none. */
  boolean take(int payloadBytes) {
    if (records.incrementAndGet() > RECORDS_MAX) {
      records.decrementAndGet();
      return false;
    }
    if (bytes.addAndGet(payloadBytes) > bytesMax) {
      bytes.addAndGet(-payloadBytes);
      records.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Gives a record's room back. */
  void give(int payloadBytes) {
    bytes.addAndGet(-payloadBytes);
    records.decrementAndGet();
  }

  long bytesMax() {
    return bytesMax;
  }
}
