package io.rvi.isr.client;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Hands appends from any thread to the event loop, in order, allocating nothing. */
final class Inbox {
  private final AtomicReference<@Nullable PendingAppend> newest = new AtomicReference<>();

  /**
   * Hands an append over.
   *
   * @return whether the inbox was empty, so that the event loop has to be told
   */
  boolean put(PendingAppend append) {
    PendingAppend before;
    do {
      before = newest.get();
      append.before = before;
    } while (!newest.compareAndSet(before, append));
    return before == null;
  }

  /** Moves everything to a queue, oldest first. Called by the event loop. */
  void drainTo(ArrayDeque<PendingAppend> queue) {
    PendingAppend append = newest.getAndSet(null);
    PendingAppend oldest = null;
    while (append != null) {
      PendingAppend before = append.before;
      append.before = oldest;
      oldest = append;
      append = before;
    }
    while (oldest != null) {
      PendingAppend next = oldest.before;
      oldest.before = null;
      queue.add(oldest);
      oldest = next;
    }
  }
}
