package io.rvi.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits of tests on clusters in this JVM. */
final class Waits {
  private static final long WAIT_MAX_NANOS = TimeUnit.SECONDS.toNanos(30);

  private Waits() {}

  /**
   * Waits until a condition holds; fails when it does not within half a minute.
   *
   * @param what is waited for
   * @param condition asked again and again
   */
  static void await(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - start).as("waiting for %s", what).isLessThan(WAIT_MAX_NANOS);
      Thread.onSpinWait();
    }
  }
}
