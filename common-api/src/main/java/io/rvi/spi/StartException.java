package io.rvi.spi;

import org.jspecify.annotations.Nullable;

/**
 * A node or client that could not start for an operator's reason: its one-line message names the
 * port, path, service or key at fault and what to do.
 */
public final class StartException extends Exception {
  /** What kind of thing is at fault. */
  public enum Kind {
    /** A setting or an argument. */
    CONFIGURATION,
    /** Something of this machine: a port in use, a directory, a full disk. */
    MACHINE,
    /** An outside service that does not answer. */
    SERVICE,
    /** Data on disk that does not fit this node or is damaged. */
    STORAGE
  }

  private final Kind kind;

  /**
   * Creates the exception.
   *
   * @param kind what kind of thing is at fault
   * @param message one line that names it and says what to do
   * @param cause what led to it, or null
   */
  public StartException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What kind of thing is at fault. */
  public Kind kind() {
    return kind;
  }
}
