package io.rvi.isr.sim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * One queue of events and one source of chance: everything that happens in a walk happens here, in
 * an order that the seed decides.
 */
final class World {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final SimRandom random;
  private final List<String> trace;
  private final boolean traced;
  private long nowMs;
  private long sequence;
  private long steps;

  private record Event(long atMs, long sequence, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return atMs == other.atMs
          ? Long.compare(sequence, other.sequence)
          : Long.compare(atMs, other.atMs);
    }
  }

  World(long seed, boolean traced) {
    random = new SimRandom(seed);
    this.traced = traced;
    trace = traced ? new ArrayList<>() : Collections.emptyList();
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

  void after(long delayMs, Runnable action) {
    events.add(new Event(nowMs + delayMs, sequence++, action));
  }

  /** Lets happen what is due until a time, each event followed by a check. */
  void runUntil(long endMs, Runnable check) {
    while (!events.isEmpty() && events.peek().atMs <= endMs) {
      Event event = events.poll();
      nowMs = event.atMs;
      steps++;
      event.action.run();
      check.run();
    }
    nowMs = endMs;
  }
}
