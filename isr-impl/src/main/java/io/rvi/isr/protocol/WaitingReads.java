package io.rvi.isr.protocol;

import io.rvi.api.Consistency;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Reads at a leader, those that can be answered at once among them.
 *
 * <p>A linearizable read belongs to a confirmation round: it is answered once every replica that
 * could have been elected instead has fetched again after the round began, and thereby shown that
 * it still followed this leader then. It is the twin of Raft's read index, without a clock.
 */
final class WaitingReads {
  private static final long UNCONFIRMED_IS_FINE = 0;

  private final List<Waiting> waiting = new ArrayList<>();
  private final long epoch;

  private record Waiting(ReplicaEvent.Read read, long round) {}

  WaitingReads(long epoch) {
    this.epoch = epoch;
  }

  int size() {
    return waiting.size();
  }

  void add(ReplicaEvent.Read read, long round) {
    boolean linearizable = read.consistency() == Consistency.LINEARIZABLE;
    waiting.add(new Waiting(read, linearizable ? round : UNCONFIRMED_IS_FINE));
  }

  /**
   * Answers what can be answered.
   *
   * @param highWatermark the leader's
   * @param ready whether it covers all that earlier leaders acknowledged
   * @param confirmed whether a round is confirmed
   */
  void answer(long highWatermark, boolean ready, LongPredicate confirmed, long nowMs, Effects out) {
    for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
      Waiting next = all.next();
      ReplicaEvent.Read read = next.read;
      boolean isConfirmed =
          next.round == UNCONFIRMED_IS_FINE || (ready && confirmed.test(next.round));
      if (isConfirmed && isReadable(read, highWatermark, ready, nowMs)) {
        all.remove();
        boolean beyond = read.fromOffset() > highWatermark;
        respond(read, beyond ? ReadError.OFFSET_OUT_OF_RANGE : ReadError.NONE, highWatermark, out);
      } else if (read.deadlineMs() <= nowMs) {
        all.remove();
        respond(read, ready ? ReadError.NOT_CONFIRMED : ReadError.NOT_READY, highWatermark, out);
      }
    }
  }

  /** Fails all. */
  void failAll(ReadError error, long highWatermark, Effects out) {
    waiting.forEach(next -> respond(next.read, error, highWatermark, out));
    waiting.clear();
  }

  private void respond(ReplicaEvent.Read read, ReadError error, long highWatermark, Effects out) {
    respond(read, error, highWatermark, epoch, out);
  }

  /** Answers a read. */
  static void respond(
      ReplicaEvent.Read read, ReadError error, long highWatermark, long epoch, Effects out) {
    out.add(
        new ReplicaEffect.AnswerRead(
            read.requestId(), error, read.fromOffset(), highWatermark, read.maxBytes(), epoch));
  }

  /** Whether the offset can be judged, and there is something there or the wait is over. */
  private static boolean isReadable(
      ReplicaEvent.Read read, long highWatermark, boolean ready, long nowMs) {
    if (read.fromOffset() == ReplicaEvent.Read.HIGH_WATERMARK_ONLY) {
      return ready;
    }
    if (read.fromOffset() < highWatermark) {
      return true;
    }
    if (read.fromOffset() > highWatermark) {
      return ready;
    }
    return read.waitUntilMs() <= nowMs;
  }
}
