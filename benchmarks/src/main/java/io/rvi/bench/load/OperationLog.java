package io.rvi.bench.load;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * One line for each intended operation of a load: when it was meant to start, when it was sent,
 * when and how it ended. Times are nanoseconds after the begin of the load.
 *
 * <p>The sender writes a line's start, any one thread its end; readers may come at any time and see
 * a line either ended as a whole or not yet ended.
 */
public final class OperationLog {
  private static final long NOT_ENDED = Long.MIN_VALUE;

  private final long[] intendedNs;
  private final long[] sentNs;
  private final Outcome[] outcome;
  // Published last: a line whose end is set has all its other fields.
  private final AtomicLongArray endedNs;
  // 0 <= size <= intendedNs.length; volatile, as it publishes the start of its lines.
  private volatile int size;

  /**
   * Creates a log for the given starts.
   *
   * @param intendedNs ascending; taken over
   */
  OperationLog(long[] intendedNs) {
    this.intendedNs = intendedNs;
    this.sentNs = new long[intendedNs.length];
    this.outcome = new Outcome[intendedNs.length];
    long[] ends = new long[intendedNs.length];
    Arrays.fill(ends, NOT_ENDED);
    this.endedNs = new AtomicLongArray(ends);
  }

  /** How many operations may be logged. */
  int capacity() {
    return intendedNs.length;
  }

  void sent(int index, long timeNs) {
    sentNs[index] = timeNs;
    size = index + 1;
  }

  void ended(int index, long timeNs, Outcome how) {
    outcome[index] = how;
    endedNs.setRelease(index, timeNs);
  }

  /** The operations whose turn has come so far, 0 or more. */
  public int size() {
    return size;
  }

  /**
   * When an operation was meant to start.
   *
   * @param index 0 or more, below {@link #size}
   */
  public long intendedNs(int index) {
    return intendedNs[index];
  }

  /**
   * When an operation was sent; for one that overflowed, when its turn came.
   *
   * @param index 0 or more, below {@link #size}
   */
  public long sentNs(int index) {
    return sentNs[index];
  }

  /**
   * When an operation ended.
   *
   * @param index of an operation that has ended: {@link #outcome} is not {@link Outcome#TIMED_OUT}
   */
  public long endedNs(int index) {
    return endedNs.getAcquire(index);
  }

  /**
   * How an operation ended; {@link Outcome#TIMED_OUT} while it has not.
   *
   * @param index 0 or more, below {@link #size}
   */
  public Outcome outcome(int index) {
    return endedNs.getAcquire(index) == NOT_ENDED ? Outcome.TIMED_OUT : outcome[index];
  }

  /**
   * From the intended start to the end: what a user waits.
   *
   * @param index of an operation that has ended
   */
  public long responseNs(int index) {
    return endedNs(index) - intendedNs[index];
  }

  /**
   * From the actual send to the end: what the log took.
   *
   * @param index of an operation that has ended
   */
  public long serviceNs(int index) {
    return endedNs(index) - sentNs[index];
  }

  /**
   * From the intended start to the actual send: how late the generator itself was.
   *
   * @param index 0 or more, below {@link #size}
   */
  public long latenessNs(int index) {
    return sentNs[index] - intendedNs[index];
  }
}
