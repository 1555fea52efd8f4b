package io.rvi.bench.load;

import java.util.OptionalDouble;

/**
 * What the sender of an open loop took of the machine, from the first operation that counts to the
 * last one sent: its own thread, which also does what a client does within the call that starts an
 * operation.
 *
 * @param processorNs processor time of the thread; where nobody knows, 0 or less
 * @param lengthNs how long it sent, 0 or more
 * @param realTime whether it went before ordinary threads
 */
public record SenderCost(long processorNs, long lengthNs, boolean realTime) {
  /**
   * The most that a sender may take of a core, before its load is one on the system it measures.
   */
  public static final double CORES_MAX = 0.15;

  /** Cores that it kept busy on the mean, 0 to 1; empty where nobody knows. */
  public OptionalDouble cores() {
    return processorNs <= 0 || lengthNs <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) processorNs / lengthNs);
  }
}
