package io.rvi.bench.result;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A bundle that cannot be written or read; its one-line message names the path and what to do. */
public final class BundleException extends IOException {
  /**
   * Creates the exception.
   *
   * @param message one line
   * @param cause what led to it, or null
   */
  public BundleException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
