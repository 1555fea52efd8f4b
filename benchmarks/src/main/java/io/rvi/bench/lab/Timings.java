package io.rvi.bench.lab;

import java.time.Duration;

/** The lab's bounds on waiting. All are generous: passing one is a fault, not slowness. */
final class Timings {
  /**
   * From the start of a server to its ready line; a cold JVM on a badly loaded host takes a minute.
   */
  static final Duration READY_WAIT = Duration.ofMinutes(2);

  /** For an orderly stop, before it becomes a kill. */
  static final Duration STOP_WAIT = Duration.ofSeconds(15);

  /** For a killed process to be reaped. */
  static final Duration KILL_WAIT = Duration.ofSeconds(10);

  /** For a server to answer a question about its state. */
  static final Duration STATUS_WAIT = Duration.ofSeconds(2);

  /** For the observer's view of a topic; short, as callers poll. */
  static final Duration OBSERVER_WAIT = Duration.ofSeconds(5);

  private Timings() {}
}
