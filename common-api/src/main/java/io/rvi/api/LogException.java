package io.rvi.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A failed operation on a replicated log. The subtype says what is known of the operation's
 * outcome, the {@link #code()} says why it failed, and the message names the topic, node or value
 * at fault and what to do.
 */
public abstract sealed class LogException extends RuntimeException
    permits NotCommittedException, UnknownOutcomeException, RequestFailedException {
  private final ErrorCode code;

  LogException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = Objects.requireNonNull(code, "code");
  }

  /** Why the operation failed. */
  public final ErrorCode code() {
    return code;
  }

  /** Names what is at fault and says what to do; never null. */
  @Override
  public final String getMessage() {
    return Objects.requireNonNull(super.getMessage(), "every LogException has a message");
  }
}
