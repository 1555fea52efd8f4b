package io.rvi.isr.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A log that can't do what it was asked, for a reason of its disk or its bytes. Its one-line
 * message names the file, and the offset where there is one. After a failed write or flush the log
 * is failed for good (rule R16): it refuses everything until it is opened anew.
 */
public final class LogFailure extends IOException {
  /** What kind of failure. */
  public enum Kind {
    /** The disk refused a read, a write or a flush. */
    DISK,
    /** Bytes on the disk are not what was written there. */
    DAMAGED,
    /** The files are of a format that a later version of this software wrote. */
    NEWER_FORMAT,
    /** Bytes that were offered for an append do not belong at the log's end. */
    REFUSED,
    /** The directory belongs to somebody else, or is in use. */
    NOT_OURS
  }

  private final Kind kind;

  /**
   * Creates the failure.
   *
   * @param kind what kind
   * @param message one line that names file, offset and what to do
   * @param cause what led to it, or null
   */
  public LogFailure(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What kind of failure. */
  public Kind kind() {
    return kind;
  }
}
