package io.rvi.isr.sim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * One queue of events and one source of chance: everything that happens in a walk happens here, in
 * an order that the seed decides.
 */
final class World {
  // One slot per millisecond, used round and round: no event lies further ahead than this.
  private static final int SLOTS = 2_048;

  // In each slot in the order of arrival, so that what is due at one time happens in that order.
  private final List<List<Runnable>> slots = new ArrayList<>(SLOTS);
  private final SimRandom random;
  private final List<String> trace;
  private final boolean traced;
  private long nowMs;
  private long steps;

  World(long seed, boolean traced) {
    random = new SimRandom(seed);
    this.traced = traced;
    trace = traced ? new ArrayList<>() : Collections.emptyList();
    for (int i = 0; i < SLOTS; i++) {
      slots.add(new ArrayList<>(0));
    }
  }

  SimRandom random() {
    return random;
  }

  long nowMs() {
    return nowMs;
  }

  long steps() {
    return steps;
  }

  List<String> trace() {
    return trace;
  }

  /** Notes what happened, if somebody will read it. */
  void note(Supplier<String> line) {
    if (traced) {
      trace.add("%6d ms  %s".formatted(nowMs, line.get()));
    }
  }

  /** Lets something happen after a time of less than two seconds. */
  void after(long delayMs, Runnable action) {
    if (delayMs < 0 || delayMs >= SLOTS) {
      throw new IllegalArgumentException("an event in " + delayMs + " ms");
    }
    slot(nowMs + delayMs).add(action);
  }

  private List<Runnable> slot(long atMs) {
    return slots.get((int) (atMs % SLOTS));
  }

  /** Lets happen what is due until a time, each event followed by a check. */
  void runUntil(long endMs, Runnable check) {
    while (true) {
      List<Runnable> due = slot(nowMs);
      for (int i = 0; i < due.size(); i++) {
        steps++;
        due.get(i).run();
        check.run();
      }
      due.clear();
      if (nowMs >= endMs) {
        return;
      }
      nowMs++;
    }
  }
}
