package io.rvi.isr.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Appends that wait for their commit in one epoch. Whatever ends the epoch fails them all: their
 * offsets may hold other records in the next (R13).
 */
final class PendingAppends {
  // In order of offset: what this leader appended.
  private final ArrayDeque<Pending> appended = new ArrayDeque<>();
  // Retries of what is in the log already, in any order; rare.
  private final List<Pending> retried = new ArrayList<>();
  private final long epoch;

  private record Pending(long requestId, long baseOffset, long endOffset, long deadlineMs) {}

  PendingAppends(long epoch) {
    this.epoch = epoch;
  }

  int size() {
    return appended.size() + retried.size();
  }

  void addAppended(ReplicaEvent.Produce produce, long baseOffset) {
    appended.addLast(pending(produce, baseOffset));
  }

  void addRetried(ReplicaEvent.Produce produce, long baseOffset) {
    retried.add(pending(produce, baseOffset));
  }

  /** Acknowledges all below the high watermark. */
  void commit(long highWatermark, Effects out) {
    while (!appended.isEmpty() && appended.getFirst().endOffset <= highWatermark) {
      acknowledge(appended.removeFirst(), out);
    }
    if (!retried.isEmpty()) {
      removeRetried(pending -> pending.endOffset <= highWatermark, out);
    }
  }

  /** Fails all whose deadline has passed. */
  void expire(long nowMs, Effects out) {
    expire(appended.iterator(), nowMs, out);
    expire(retried.iterator(), nowMs, out);
  }

  /** Fails all. */
  void failAll(ProduceError error, Effects out) {
    appended.forEach(pending -> fail(pending.requestId, error, out));
    retried.forEach(pending -> fail(pending.requestId, error, out));
    appended.clear();
    retried.clear();
  }

  /** Answers an append that failed. */
  static void fail(long requestId, ProduceError error, Effects out) {
    out.add(new ReplicaEffect.AnswerProduce(requestId, error, -1, -1));
  }

  private static Pending pending(ReplicaEvent.Produce produce, long baseOffset) {
    return new Pending(
        produce.requestId(),
        baseOffset,
        baseOffset + produce.batch().count(),
        produce.deadlineMs());
  }

  private static void expire(Iterator<Pending> all, long nowMs, Effects out) {
    while (all.hasNext()) {
      Pending pending = all.next();
      if (pending.deadlineMs <= nowMs) {
        all.remove();
        fail(pending.requestId, ProduceError.TIMED_OUT, out);
      }
    }
  }

  private void removeRetried(Predicate<Pending> committed, Effects out) {
    for (Iterator<Pending> all = retried.iterator(); all.hasNext(); ) {
      Pending pending = all.next();
      if (committed.test(pending)) {
        all.remove();
        acknowledge(pending, out);
      }
    }
  }

  private void acknowledge(Pending pending, Effects out) {
    out.add(
        new ReplicaEffect.AnswerProduce(
            pending.requestId, ProduceError.NONE, pending.baseOffset, epoch));
  }
}
