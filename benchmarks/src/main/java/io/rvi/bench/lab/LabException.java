package io.rvi.bench.lab;

import org.jspecify.annotations.Nullable;

/**
 * An operation on a running cluster that the host refused or that did not end in time. The message
 * is one line that names the node, process or path and says what to do.
 */
public final class LabException extends RuntimeException {
  /**
   * Creates the exception.
   *
   * @param message one line
   * @param cause what led to it, or null
   */
  public LabException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * Creates the exception without a cause.
   *
   * @param message one line
   */
  public LabException(String message) {
    this(message, null);
  }
}
