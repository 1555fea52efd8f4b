package io.rvi.isr.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Appends that are in no batch yet, oldest first, and the rules by which they become one. */
final class AppendQueue {
  /** Appends whose ends are further apart than this part of the deadline share no batch. */
  private static final int DEADLINE_SPREAD = 10;

  private final ClientSettings settings;
  private final ArrayDeque<PendingAppend> queue = new ArrayDeque<>();

  AppendQueue(ClientSettings settings) {
    this.settings = settings;
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  void takeFrom(Inbox inbox) {
    inbox.drainTo(queue);
  }

  /**
   * How long the queue should still wait for company while a request is under way: until its oldest
   * has waited for {@code linger}, or there is enough for a full batch.
   *
   * @return 0 when it should go now
   */
  long lingerNanos(long nowNanos) {
    if (settings.lingerNanos() == 0 || fillsBatch()) {
      return 0;
    }
    long beganNanos = queue.getFirst().endNanos() - settings.endNanos();
    return Math.max(0, settings.lingerNanos() - (nowNanos - beganNanos));
  }

  private boolean fillsBatch() {
    long bytes = 0;
    for (PendingAppend append : queue) {
      bytes += append.payload().length;
      if (bytes >= settings.batchBytes()) {
        return true;
      }
    }
    return false;
  }

  /** Takes what goes into the next batch: at least one append, as many as fit. */
  List<PendingAppend> takeForBatch() {
    List<PendingAppend> taken = new ArrayList<>();
    long spreadNanos = settings.deadlineNanos() / DEADLINE_SPREAD;
    long firstEnd = queue.getFirst().endNanos();
    long bytes = 0;
    while (!queue.isEmpty()) {
      PendingAppend next = queue.getFirst();
      boolean fits = bytes + next.payload().length <= settings.batchBytes();
      if (!taken.isEmpty() && (!fits || next.endNanos() - firstEnd > spreadNanos)) {
        break;
      }
      taken.add(queue.removeFirst());
      bytes += next.payload().length;
    }
    return taken;
  }

  /** Removes what has reached its end. */
  void removeDue(long nowNanos, Consumer<PendingAppend> each) {
    while (!queue.isEmpty() && nowNanos - queue.getFirst().endNanos() >= 0) {
      each.accept(queue.removeFirst());
    }
  }

  /** Removes everything. */
  void removeAll(Consumer<PendingAppend> each) {
    while (!queue.isEmpty()) {
      each.accept(queue.removeFirst());
    }
  }
}
