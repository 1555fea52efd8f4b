package io.rvi.bench.load;

/** The time a load runs by: monotonic nanoseconds from an arbitrary origin, and waiting. */
public interface LoadClock {
  /** Now, in nanoseconds; never goes back. */
  long nowNs();

  /**
   * Waits until a time has come; returns at once when it has.
   *
   * @param timeNs the time to wait for, on this clock
   * @throws InterruptedException when the thread is interrupted
   * @implSpec Must not return before the time, and must sleep rather than spin: a spinning sender
   *     takes a core from the system that it measures.
   */
  void parkUntil(long timeNs) throws InterruptedException;

  /** The clock of this machine. */
  static LoadClock system() {
    return new SystemClock();
  }
}
