package io.rvi.bench.experiment;

/**
 * What a complete read found of the appends of one producer.
 *
 * @param acked appends that were acknowledged
 * @param lost acknowledged, and nowhere in the log
 * @param moved acknowledged, and at another offset than the acknowledgement said
 * @param duplicated records that are in the log more than once
 * @param unknownFound in the log though their outcome was unknown: allowed, at most once
 * @param forbidden in the log though the outcome said that they never would be
 * @param strangers in the log and never appended
 */
public record AckAudit(
    long acked,
    long lost,
    long moved,
    long duplicated,
    long unknownFound,
    long forbidden,
    long strangers) {
  /** Whether the log kept every promise it made. */
  public boolean clean() {
    return lost == 0 && moved == 0 && duplicated == 0 && forbidden == 0 && strangers == 0;
  }
}
