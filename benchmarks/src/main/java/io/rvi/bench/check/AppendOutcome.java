package io.rvi.bench.check;

import io.rvi.api.NotCommittedException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** How an append ended. */
public enum AppendOutcome {
  /** It is in the log, at the offset that was acknowledged. */
  COMMITTED(0),
  /** It will never be in the log. */
  NOT_COMMITTED(1),
  /** It may be in the log, once, now or later. So is one that never ended. */
  UNKNOWN(2);

  private final int code;

  AppendOutcome(int code) {
    this.code = code;
  }

  /** A number for files and columns, 0 to 2; never changes. */
  int code() {
    return code;
  }

  /**
   * The outcome of a code.
   *
   * @param code 0 to 2
   */
  static AppendOutcome ofCode(int code) {
    return switch (code) {
      case 0 -> COMMITTED;
      case 1 -> NOT_COMMITTED;
      case 2 -> UNKNOWN;
      default -> throw new IllegalArgumentException("no outcome has the code " + code);
    };
  }

  /**
   * The outcome that the end of an append's future stands for.
   *
   * @param failure what it ended with, or null
   */
  public static AppendOutcome of(@Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause == null) {
      return COMMITTED;
    }
    return cause instanceof NotCommittedException ? NOT_COMMITTED : UNKNOWN;
  }
}
