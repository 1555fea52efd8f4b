package io.rvi.contract;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition by asking again and again, until a deadline. */
final class Await {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  /** A condition that may fail with any exception. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  /** Tells what is seen; may fail with any exception. */
  @FunctionalInterface
  interface Seen {
    String tell() throws Exception;
  }

  private Await() {}

  /** Returns once the condition holds; fails after {@link Outcomes#PATIENCE} naming it. */
  static void until(String what, Condition condition) {
    until(what, condition, () -> "");
  }

  /** The same; the failure also tells what is seen instead. */
  static void until(String what, Condition condition, Seen instead) {
    long startNanos = System.nanoTime();
    while (!holds(condition, what)) {
      if (System.nanoTime() - startNanos > Outcomes.PATIENCE.toNanos()) {
        throw new AssertionError(
            "not within " + Outcomes.PATIENCE + ": " + what + " " + look(instead));
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }

  private static String look(Seen instead) {
    try {
      return instead.tell();
    } catch (Exception e) {
      return "and what is there instead cannot be told: " + e;
    }
  }

  private static boolean holds(Condition condition, String what) {
    try {
      return condition.holds();
    } catch (Exception e) {
      throw new AssertionError("while waiting: " + what, e);
    }
  }
}
