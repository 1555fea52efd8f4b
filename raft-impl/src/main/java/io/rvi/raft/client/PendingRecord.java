package io.rvi.raft.client;

import io.rvi.api.Appended;
import java.util.concurrent.CompletableFuture;

/** One append that has not ended. */
final class PendingRecord {
  private final byte[] payload;
  private final long arrived;
  private final PendingBudget budget;
  private final CompletableFuture<Appended> future = new CompletableFuture<>();
  private boolean ended;

  PendingRecord(byte[] payload, long arrived, PendingBudget budget) {
    this.payload = payload;
    this.arrived = arrived;
    this.budget = budget;
  }

  byte[] payload() {
    return payload;
  }

  /** When it was appended, by {@link Clock#now}. */
  long arrived() {
    return arrived;
  }

  CompletableFuture<Appended> future() {
    return future;
  }

  boolean ended() {
    return ended;
  }

  /** Ends it well; only once, by its appender's mailbox. */
  void succeed(Appended appended) {
    if (end()) {
      future.complete(appended);
    }
  }

  /** Ends it badly; only once, by its appender's mailbox. */
  void fail(RuntimeException outcome) {
    if (end()) {
      future.completeExceptionally(outcome);
    }
  }

  private boolean end() {
    if (ended) {
      return false;
    }
    ended = true;
    budget.give(payload.length);
    return true;
  }
}
