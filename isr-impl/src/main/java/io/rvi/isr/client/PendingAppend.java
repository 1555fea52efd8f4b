package io.rvi.isr.client;

import io.rvi.api.Appended;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An append that has not ended: the caller's future and what it takes to end it, in one object. */
final class PendingAppend extends CompletableFuture<Appended> {
  private final byte[] payload;
  private final long endNanos;

  /** The append that was handed over just before this one; see {@link Inbox}. */
  @Nullable PendingAppend before;

  PendingAppend(byte[] payload, long endNanos) {
    this.payload = payload;
    this.endNanos = endNanos;
  }

  byte[] payload() {
    return payload;
  }

  /** When it ends at the latest, on the clock of System.nanoTime. */
  long endNanos() {
    return endNanos;
  }
}
