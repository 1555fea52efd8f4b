package io.rvi.isr.client;

/**
 * A producer's numbering of the records that it appends to one partition: 0, 1, 2, ... in each of
 * its epochs. A new epoch begins when a record of the old one may never arrive, as the leader takes
 * no number with a gap before it.
 */
final class ProducerSequence {
  private final long producerId;
  private int epoch;
  private long next;

  ProducerSequence(long producerId) {
    this.producerId = producerId;
  }

  long producerId() {
    return producerId;
  }

  int epoch() {
    return epoch;
  }

  /** Takes the next numbers and returns the first. */
  long take(int count) {
    long first = next;
    next += count;
    return first;
  }

  /** Begins the next epoch. */
  void beginEpoch() {
    epoch++;
    next = 0;
  }
}
