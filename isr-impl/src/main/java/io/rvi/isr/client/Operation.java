package io.rvi.isr.client;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.rvi.api.ErrorCode;
import io.rvi.api.RequestFailedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A read or an administrative request: tried again, with growing pauses, until it succeeds, fails
 * for good, or its deadline ends it. Used on the event loop; its future is anybody's.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A planned attempt runs, or the loop is gone.
final class Operation<T> {
  private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long PAUSE_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

  private final String what;
  private final EventLoop loop;
  private final Consumer<Operation<T>> attempt;
  private final Consumer<Operation<?>> ended;
  private final CompletableFuture<T> outcome = new CompletableFuture<>();
  private final long endNanos;
  private long pauseNanos = PAUSE_NANOS_MIN;
  private boolean over;
  private @Nullable ScheduledFuture<?> deadline;
  private ErrorCode lastCode = ErrorCode.DEADLINE_EXCEEDED;
  private String lastReason = "no node has answered yet";

  /**
   * Creates the operation.
   *
   * @param what it is, for messages: "read of topic orders"
   * @param loop the event loop
   * @param endNanos when it ends at the latest, on the clock of System.nanoTime
   * @param attempt makes one attempt, which ends in succeed, fail or again
   * @param ended learns that it is over
   */
  Operation(
      String what,
      EventLoop loop,
      long endNanos,
      Consumer<Operation<T>> attempt,
      Consumer<Operation<?>> ended) {
    this.what = what;
    this.loop = loop;
    this.endNanos = endNanos;
    this.attempt = attempt;
    this.ended = ended;
  }

  CompletableFuture<T> outcome() {
    return outcome;
  }

  /** Makes the first attempt. */
  void start() {
    deadline = loop.schedule(this::expire, leftNanos(), TimeUnit.NANOSECONDS);
    attempt.accept(this);
  }

  /** The time that is left, at least 1. */
  long leftNanos() {
    return Math.max(1, endNanos - System.nanoTime());
  }

  boolean isOver() {
    return over;
  }

  void succeed(@Nullable T result) {
    if (finish()) {
      outcome.complete(result);
    }
  }

  void fail(ErrorCode code, String message) {
    if (finish()) {
      outcome.completeExceptionally(new RequestFailedException(code, message));
    }
  }

  /**
   * Plans another attempt.
   *
   * @param code why this one failed, should it have been the last
   * @param reason the same in words
   */
  void again(ErrorCode code, String reason) {
    if (over) {
      return;
    }
    lastCode = code;
    lastReason = reason;
    loop.schedule(this::retry, pauseNanos, TimeUnit.NANOSECONDS);
    pauseNanos = Math.min(PAUSE_NANOS_MAX, pauseNanos * 2);
  }

  private void retry() {
    if (!over) {
      attempt.accept(this);
    }
  }

  private void expire() {
    fail(lastCode, what + " did not end before its deadline; last: " + lastReason);
  }

  private boolean finish() {
    if (over) {
      return false;
    }
    over = true;
    if (deadline != null) {
      deadline.cancel(false);
    }
    ended.accept(this);
    return true;
  }
}
