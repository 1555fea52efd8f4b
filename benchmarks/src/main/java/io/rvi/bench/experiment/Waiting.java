package io.rvi.bench.experiment;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Bounded waiting. */
final class Waiting {
  private static final long POLL_MS = 5;

  private Waiting() {}

  /**
   * Waits for a condition.
   *
   * @return whether it held in time
   */
  static boolean until(BooleanSupplier condition, Duration max) throws InterruptedException {
    long endNs = System.nanoTime() + max.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() >= endNs) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
    return true;
  }

  /**
   * The result of a future.
   *
   * @param what for the message when it fails
   */
  static <T> T result(CompletableFuture<T> future, Duration max, String what)
      throws TrialException, InterruptedException {
    try {
      return future.get(max.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new TrialException(what + " failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new TrialException(what + " did not end within " + max.toSeconds() + " s", e);
    }
  }
}
