package io.rvi.api;

import org.jspecify.annotations.Nullable;

/**
 * A read, a consumer's poll or an administrative request that failed. A read changes nothing; an
 * administrative request that fails with {@link ErrorCode#DEADLINE_EXCEEDED} may still take effect.
 */
public final class RequestFailedException extends LogException {
  /**
   * Creates the exception.
   *
   * @param code why
   * @param message what is at fault and what to do
   */
  public RequestFailedException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /**
   * Creates the exception with its cause.
   *
   * @param code why
   * @param message what is at fault and what to do
   * @param cause what led to it, or null
   */
  public RequestFailedException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
