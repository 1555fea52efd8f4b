package io.rvi.bench.load;

import java.util.Arrays;
import java.util.Optional;

/**
 * The time without success after an event, as an open loop sees it: the longest gap between
 * successive acknowledgements, beginning with the last one before the event. It is resolved to the
 * time between operations. The worst latency would not do: a client's deadline cuts it off, and an
 * operation may fail without having waited long.
 *
 * @param eventNs when it happened, nanoseconds after the begin of the load
 * @param fromNs the acknowledgement before the gap
 * @param toNs the acknowledgement after it; where not {@code ended}, the end of the observation
 * @param ended whether an acknowledgement followed: else the outage is longer than was watched
 */
public record Outage(long eventNs, long fromNs, long toNs, boolean ended) {
  /**
   * Measures the outage after an event.
   *
   * @param operations of the load
   * @param eventNs when it happened, nanoseconds after the begin of the load
   * @param untilNs the end of the observation: the next event, or the end of the load
   * @return empty when no operation succeeded before the event: such an event came before the load
   *     did and shows nothing, which is not the same as no outage
   */
  public static Optional<Outage> after(OperationLog operations, long eventNs, long untilNs) {
    long[] acks = acksNs(operations, untilNs);
    int before = lastAtOrBefore(acks, eventNs);
    if (before < 0) {
      return Optional.empty();
    }
    Outage worst = new Outage(eventNs, acks[acks.length - 1], untilNs, false);
    for (int i = before; i + 1 < acks.length; i++) {
      if (acks[i + 1] - acks[i] >= worst.lengthNs()) {
        worst = new Outage(eventNs, acks[i], acks[i + 1], true);
      }
    }
    return Optional.of(worst);
  }

  /** How long it was, in nanoseconds; where not {@code ended}, at least. */
  public long lengthNs() {
    return toNs - fromNs;
  }

  private static long[] acksNs(OperationLog operations, long untilNs) {
    int size = operations.size();
    long[] acks = new long[size];
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (operations.outcome(i) == Outcome.COMMITTED && operations.endedNs(i) <= untilNs) {
        acks[count++] = operations.endedNs(i);
      }
    }
    acks = Arrays.copyOf(acks, count);
    Arrays.sort(acks);
    return acks;
  }

  private static int lastAtOrBefore(long[] sorted, long timeNs) {
    int found = Arrays.binarySearch(sorted, timeNs);
    return found >= 0 ? found : -found - 2;
  }
}
