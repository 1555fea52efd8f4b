package io.rvi.memory;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a client, which may have to wait for a leader.
 *
 * @param <T> what it returns
 */
final class MemoryRequest<T> {
  /** What a request is for; requests of other kinds do not wait for each other. */
  enum Kind {
    APPEND,
    READ,
    ADMINISTRATION
  }

  /**
   * Requests of one lane take effect in the order in which they were submitted.
   *
   * @param client whose requests
   * @param kind what for
   * @param topic the topic's name
   * @param partition the partition's number, 0 for administration
   */
  record Lane(MemoryClient client, Kind kind, String topic, int partition) {}

  private final Lane lane;
  private final int bytes;
  private final Supplier<@Nullable T> attempt;
  private final BiFunction<ErrorCode, String, LogException> failure;
  private final CompletableFuture<T> outcome = new CompletableFuture<>();

  /**
   * Creates a request.
   *
   * @param lane its lane
   * @param bytes the payload it holds while it waits
   * @param attempt returns null when it can't be done yet; throws a LogException when it never can
   * @param failure makes the exception that says how it failed
   */
  MemoryRequest(
      Lane lane,
      int bytes,
      Supplier<@Nullable T> attempt,
      BiFunction<ErrorCode, String, LogException> failure) {
    this.lane = lane;
    this.bytes = bytes;
    this.attempt = attempt;
    this.failure = failure;
  }

  Lane lane() {
    return lane;
  }

  int bytes() {
    return bytes;
  }

  CompletableFuture<T> outcome() {
    return outcome;
  }

  /**
   * Tries to carry it out, under the cluster's lock.
   *
   * @return what then tells the user, to run without the lock; null when it has to wait
   */
  @Nullable Runnable attempt() {
    try {
      T result = attempt.get();
      return result == null ? null : () -> outcome.complete(result);
    } catch (LogException e) {
      return () -> outcome.completeExceptionally(e);
    }
  }

  /** Ends it; without the lock. */
  void fail(ErrorCode code, String message) {
    outcome.completeExceptionally(failure.apply(code, message));
  }
}
