package io.rvi.isr.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what must come about, with a bound. */
public final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long POLL_NS = 5_000_000;

  private Eventually() {}

  /** Waits until the condition holds, or fails with the description. */
  public static void until(Supplier<String> description, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + PATIENCE + ": " + description.get());
      }
      LockSupport.parkNanos(POLL_NS);
    }
  }
}
