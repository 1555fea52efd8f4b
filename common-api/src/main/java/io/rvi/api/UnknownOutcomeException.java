package io.rvi.api;

import org.jspecify.annotations.Nullable;

/**
 * The outcome <em>unknown</em> of an append: the record may appear in the log, at most once, now or
 * later. Appending it again by hand may store it twice.
 */
public final class UnknownOutcomeException extends LogException {
  /**
   * Creates the exception.
   *
   * @param code why
   * @param message what is at fault and what to do
   */
  public UnknownOutcomeException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /**
   * Creates the exception with its cause.
   *
   * @param code why
   * @param message what is at fault and what to do
   * @param cause what led to it, or null
   */
  public UnknownOutcomeException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
