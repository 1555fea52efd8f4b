package io.rvi.raft.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A client's one timer thread. Its tasks must be short. */
final class Clock {
  private final ScheduledThreadPoolExecutor timer;

  Clock(String clientId) {
    timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "raft-client-" + clientId);
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Nanoseconds of no particular origin. */
  long now() {
    return System.nanoTime();
  }

  /** Runs a task after a delay; drops it when the client is closed. */
  void after(Duration delay, Runnable task) {
    try {
      var unused = timer.schedule(task, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // Closed: whoever waits for the task was told so.
    }
  }

  /**
   * Fails a future that has not ended at a time.
   *
   * @param future ended exceptionally then
   * @param deadline from {@link #now}
   * @param failure what it ends with
   */
  void limit(CompletableFuture<?> future, long deadline, Supplier<? extends Throwable> failure) {
    try {
      var alarm =
          timer.schedule(
              () -> future.completeExceptionally(failure.get()),
              Math.max(0, deadline - now()),
              TimeUnit.NANOSECONDS);
      Futures.onEnd(future, (value, error) -> alarm.cancel(false));
    } catch (RejectedExecutionException e) {
      future.completeExceptionally(failure.get());
    }
  }

  /** Ends the thread. */
  void close() {
    timer.shutdownNow();
  }
}
