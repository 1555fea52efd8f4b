package io.rvi.isr.batch;

/**
 * The header of a batch, as read from bytes whose header checksum was right.
 *
 * @param bytes length of the whole batch, header included
 * @param baseOffset offset of the first record; meaningless before a leader stamped it
 * @param epoch leader epoch of the append; meaningless before a leader stamped it
 * @param timestampMs leader's wall clock at the append, ms since 1970
 * @param producerId the producer, unique for ever
 * @param producerEpoch the producer's own epoch, 0 or more
 * @param baseSequence the producer's number of the first record, 0 or more
 * @param recordCount number of records, 1 or more
 * @param bodyCrc CRC32C of the body
 */
public record BatchHeader(
    int bytes,
    long baseOffset,
    long epoch,
    long timestampMs,
    long producerId,
    int producerEpoch,
    long baseSequence,
    int recordCount,
    int bodyCrc) {

  /** The offset after the last record. */
  public long nextOffset() {
    return baseOffset + recordCount;
  }

  /** The producer's number after that of the last record. */
  public long nextSequence() {
    return baseSequence + recordCount;
  }
}
