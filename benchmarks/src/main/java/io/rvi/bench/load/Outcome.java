package io.rvi.bench.load;

import io.rvi.api.LogException;
import io.rvi.api.NotCommittedException;
import io.rvi.api.UnknownOutcomeException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** How an intended operation ended. Only {@link #COMMITTED} is a success. */
public enum Outcome {
  /** It succeeded: an append was committed, a read answered. */
  COMMITTED,
  /** The log said that the record will never appear. */
  NOT_COMMITTED,
  /** The log could not say. */
  UNKNOWN,
  /** A read or another request failed. */
  FAILED,
  /** It ended with something that the log's contract does not know: a fault of the backend. */
  BROKEN,
  /** It had not ended when the load stopped waiting, after its deadline. */
  TIMED_OUT,
  /** It was never sent, because the bound on operations in flight was reached. */
  OVERFLOWED;

  /**
   * The outcome that a future's end stands for.
   *
   * @param error what it ended with, or null
   */
  public static Outcome of(@Nullable Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    if (cause == null) {
      return COMMITTED;
    }
    if (cause instanceof NotCommittedException) {
      return NOT_COMMITTED;
    }
    if (cause instanceof UnknownOutcomeException) {
      return UNKNOWN;
    }
    return cause instanceof LogException ? FAILED : BROKEN;
  }
}
