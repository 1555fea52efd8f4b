package io.rvi.bench.experiment;

import org.jspecify.annotations.Nullable;

/** A trial that shows nothing, and why: one line that names what is at fault. */
public final class TrialException extends Exception {
  TrialException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
