package io.rvi.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How tests of the lab wait: for a condition, and never longer than a bound. */
public final class Waits {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(5);

  private Waits() {}

  /**
   * Waits for a condition.
   *
   * @param what for the message when it does not come to hold
   * @param condition asked every few milliseconds
   */
  public static void until(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(deadline - System.nanoTime()).as("time left for: " + what).isPositive();
      LockSupport.parkNanos(POLL_NS);
    }
  }

  /**
   * Paces a load: waits until its next operation is due.
   *
   * @param dueNs on the clock of {@link System#nanoTime}
   */
  public static void pace(long dueNs) {
    while (dueNs - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(dueNs - System.nanoTime());
    }
  }

  /**
   * Skips a test with its reason.
   *
   * @param unavailable why it cannot run here; empty when it can
   */
  public static void assume(Optional<String> unavailable) {
    assumeTrue(unavailable.isEmpty(), () -> unavailable.orElse(""));
  }

  /** Something that comes to hold. */
  public interface Condition {
    /** Whether it does. */
    boolean holds() throws Exception;
  }
}
