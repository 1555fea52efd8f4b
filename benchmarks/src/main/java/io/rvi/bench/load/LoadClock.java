package io.rvi.bench.load;

import java.util.concurrent.Semaphore;

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

  /**
   * Waits for permits, no longer than until a time.
   *
   * @param permits where from
   * @param count how many
   * @param untilNs when to give up, on this clock
   * @return whether they were taken
   * @throws InterruptedException when the thread is interrupted
   */
  boolean acquire(Semaphore permits, int count, long untilNs) throws InterruptedException;

  /** Processor time of the calling thread so far, in nanoseconds; negative where nobody knows. */
  default long processorNs() {
    return -1;
  }

  /** Has the calling thread woken as exactly as can be, until it closes what is returned. */
  default Promptness prompt() {
    return () -> {};
  }

  /** What was done for a thread that is to be woken exactly. */
  interface Promptness extends AutoCloseable {
    /** Whether it goes before ordinary threads. */
    default boolean realTime() {
      return false;
    }

    /** To be called by the same thread, which is then an ordinary one again. */
    @Override
    void close();
  }

  /** The clock of this machine. */
  static LoadClock system() {
    return new SystemClock();
  }
}
