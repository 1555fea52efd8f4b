package io.rvi.bench.load;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;

/** A clock that a test moves: waiting runs what was scheduled until then. For one thread. */
public final class VirtualClock implements LoadClock {
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::timeNs).thenComparingLong(Event::number));
  private long nowNs = 1_000;
  private long number;
  private long busyNs;

  @Override
  public long processorNs() {
    return busyNs;
  }

  @Override
  public long nowNs() {
    return nowNs;
  }

  @Override
  public void parkUntil(long timeNs) {
    while (!events.isEmpty() && events.element().timeNs() <= timeNs) {
      Event event = events.remove();
      nowNs = Math.max(nowNs, event.timeNs());
      event.action().run();
    }
    nowNs = Math.max(nowNs, timeNs);
  }

  @Override
  public boolean acquire(Semaphore permits, int count, long untilNs) {
    while (!permits.tryAcquire(count)) {
      if (events.isEmpty() || events.element().timeNs() > untilNs) {
        parkUntil(untilNs);
        return false;
      }
      parkUntil(events.element().timeNs());
    }
    return true;
  }

  /** Time passes without anyone waiting: the caller is busy. */
  void busyFor(long lengthNs) {
    busyNs += lengthNs;
    parkUntil(nowNs + lengthNs);
  }

  void schedule(long timeNs, Runnable action) {
    events.add(new Event(timeNs, number++, action));
  }

  private record Event(long timeNs, long number, Runnable action) {}
}
