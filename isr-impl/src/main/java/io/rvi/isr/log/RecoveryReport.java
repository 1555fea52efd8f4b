package io.rvi.isr.log;

import java.util.List;
import java.util.Optional;

/**
 * What opening a log found.
 *
 * @param startOffset the first offset
 * @param endOffset the offset after the last intact record
 * @param highWatermark the high watermark as last checkpointed, in {@code startOffset..endOffset};
 *     a lower bound of the true one
 * @param scannedBytes bytes that were read and checked
 * @param cutBytes bytes of a torn tail that were cut: never flushed, so never promised
 * @param damage the first damage, if any. The storage is then unverified (rule R15): the log can be
 *     read below {@code endOffset}, and takes no append before {@link PartitionLog#setAsideDamage}
 * @param acceptedEpoch the last epoch that was accepted, or that a record was found of; -1 for none
 * @param epochForgotten whether the log has records and a higher epoch may have been accepted: the
 *     file that says so is gone or unreadable, which no crash explains. The storage is then
 *     unverified too
 * @param warnings one line for each side file that was unreadable and rebuilt
 */
public record RecoveryReport(
    long startOffset,
    long endOffset,
    long highWatermark,
    long scannedBytes,
    long cutBytes,
    Optional<Damage> damage,
    long acceptedEpoch,
    boolean epochForgotten,
    List<String> warnings) {
  /** Copies the list. */
  public RecoveryReport {
    warnings = List.copyOf(warnings);
  }
}
