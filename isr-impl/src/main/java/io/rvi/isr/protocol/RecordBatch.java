package io.rvi.isr.protocol;

/**
 * What the protocol knows of a batch of records: its place, its size and its producer. The payload
 * is opaque. The shell implements this over its buffers, the simulator over small values.
 *
 * @implSpec The values of one object never change. A batch from a client has no place yet: its
 *     {@link #baseOffset()} and {@link #epoch()} are -1, and {@link ReplicaEffect.Append} says
 *     where it goes. A batch from a leader has its place.
 */
public interface RecordBatch {
  /** The producer id of a batch whose producer does not ask for retries to be recognised. */
  long NO_PRODUCER = -1;

  /** The number of records, 1 or more; the batch occupies as many offsets. */
  int count();

  /** The bytes that the batch takes in a log. */
  int sizeBytes();

  /** The offset of the first record, or -1. */
  long baseOffset();

  /** The leader epoch in which a leader appended the batch, or -1. */
  long epoch();

  /** The producer's identity, 0 or more and unique in the cluster, or {@link #NO_PRODUCER}. */
  long producerId();

  /** The producer's epoch, 0 or more; a higher one fences the lower ones of the same id. */
  int producerEpoch();

  /** The sequence number of the first record: 0, 1, 2, ... over all records of a producer epoch. */
  long firstSequence();
}
