package io.rvi.bench.result;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A bundle that cannot be written or read; its one-line message names the path and what to do. */
public final class BundleException extends IOException {
  private final boolean damaged;

  /**
   * A place that cannot be written or read.
   *
   * @param message one line
   * @param cause what led to it, or null
   */
  public BundleException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private BundleException(String message, @Nullable Throwable cause, boolean damaged) {
    super(message, cause);
    this.damaged = damaged;
  }

  /**
   * A bundle whose content is not what a run of this version writes: changed, cut, or of another
   * schema version.
   *
   * @param message one line
   * @param cause what led to it, or null
   */
  public static BundleException damaged(String message, @Nullable Throwable cause) {
    return new BundleException(message, cause, true);
  }

  /** Whether the bundle's content is at fault, rather than the place it lies in. */
  public boolean isDamaged() {
    return damaged;
  }
}
