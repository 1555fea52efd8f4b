package io.rvi.bench.check;

/**
 * A promise that the log broke.
 *
 * @param kind which promise
 * @param text one line that names the operations and who saw what
 */
public record Violation(Kind kind, String text) {
  /** Which promise was broken. */
  public enum Kind {
    /** An acknowledged record is gone. */
    LOST,
    /** A record is in the log at two offsets. */
    DUPLICATED,
    /** Two records are at one offset: replicas or readers disagree. */
    DIVERGED,
    /** An offset without a record, or past all that was ever appended. */
    HOLE,
    /**
     * A record lies before one that was known to be committed when it was sent, or before an
     * earlier one of the same producer.
     */
    REORDERED,
    /** A record is committed whose append had ended as not committed. */
    FORBIDDEN,
    /** A committed record was never appended, or does not say by whom. */
    STRANGE,
    /** A record's bytes are not those that were appended. */
    GARBLED,
    /** A linearizable read missed what was known to be committed when it was sent. */
    STALE_READ,
    /** A reader saw the high watermark go back. */
    WATERMARK_BACK,
    /** A read returned a record at or above its high watermark. */
    READ_ABOVE_WATERMARK
  }
}
