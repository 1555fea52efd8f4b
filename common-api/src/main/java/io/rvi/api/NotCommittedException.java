package io.rvi.api;

import org.jspecify.annotations.Nullable;

/** The outcome <em>not committed</em> of an append: the record will never appear in the log. */
public final class NotCommittedException extends LogException {
  /**
   * Creates the exception.
   *
   * @param code why
   * @param message what is at fault and what to do
   */
  public NotCommittedException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /**
   * Creates the exception with its cause.
   *
   * @param code why
   * @param message what is at fault and what to do
   * @param cause what led to it, or null
   */
  public NotCommittedException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
