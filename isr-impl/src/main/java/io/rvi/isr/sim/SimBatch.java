package io.rvi.isr.sim;

import io.rvi.isr.protocol.RecordBatch;

/** A batch whose records are known by their producer and sequence alone. */
record SimBatch(
    long baseOffset, long epoch, int count, long producerId, long firstSequence, int producerEpoch)
    implements RecordBatch {
  private static final int RECORD_BYTES = 100;

  static SimBatch of(long producerId, long firstSequence, int count) {
    return new SimBatch(-1, -1, count, producerId, firstSequence, 0);
  }

  @Override
  public int sizeBytes() {
    return count * RECORD_BYTES;
  }

  SimBatch at(long offset, long leaderEpoch) {
    return new SimBatch(offset, leaderEpoch, count, producerId, firstSequence, producerEpoch);
  }

  SimBatch inProducerEpoch(int other) {
    return new SimBatch(baseOffset, epoch, count, producerId, firstSequence, other);
  }

  /** What tells one record from all others. */
  long record(int index) {
    return (producerId << 48) | ((long) producerEpoch << 32) | (firstSequence + index);
  }

  @Override
  public String toString() {
    return baseOffset
        + "@"
        + epoch
        + "=p"
        + producerId
        + (producerEpoch > 0 ? "." + producerEpoch : "")
        + ":"
        + firstSequence
        + (count > 1 ? "+" + (count - 1) : "");
  }
}
