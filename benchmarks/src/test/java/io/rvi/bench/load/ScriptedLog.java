package io.rvi.bench.load;

import io.rvi.api.ErrorCode;
import io.rvi.api.NotCommittedException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongUnaryOperator;

/** A log whose response is known: each operation ends when a script says. */
public final class ScriptedLog implements Operation {
  static final long ONE_MS_NS = 1_000_000L;
  static final long NEVER = Long.MAX_VALUE;

  private final VirtualClock clock;
  private final LongUnaryOperator endOfSentNs;
  private long failingEach = Long.MAX_VALUE;

  /**
   * A log.
   *
   * @param clock the test's
   * @param endOfSentNs the time at which an operation sent at a time ends; {@link #NEVER} for never
   */
  public ScriptedLog(VirtualClock clock, LongUnaryOperator endOfSentNs) {
    this.clock = clock;
    this.endOfSentNs = endOfSentNs;
  }

  /**
   * Answers each operation after the same time.
   *
   * @param clock the test's
   * @param delayNs that time
   */
  public static ScriptedLog constant(VirtualClock clock, long delayNs) {
    return new ScriptedLog(clock, sentNs -> sentNs + delayNs);
  }

  /**
   * Serves one operation after the other, each for the same time.
   *
   * @param clock the test's
   * @param serviceNs that time
   */
  public static ScriptedLog queue(VirtualClock clock, long serviceNs) {
    long[] freeAtNs = {0};
    return new ScriptedLog(
        clock,
        sentNs -> {
          freeAtNs[0] = Math.max(freeAtNs[0], sentNs) + serviceNs;
          return freeAtNs[0];
        });
  }

  /**
   * Fails every so many-th operation at once.
   *
   * @param count as many are from one to the next
   */
  public ScriptedLog failingEach(long count) {
    failingEach = count;
    return this;
  }

  @Override
  public CompletableFuture<?> start(long index) {
    if (index % failingEach == failingEach - 1) {
      return CompletableFuture.failedFuture(
          new NotCommittedException(ErrorCode.NOT_ENOUGH_REPLICAS, "scripted"));
    }
    CompletableFuture<Long> future = new CompletableFuture<>();
    long endNs = endOfSentNs.applyAsLong(clock.nowNs());
    if (endNs != NEVER) {
      clock.schedule(endNs, () -> future.complete(index));
    }
    return future;
  }
}
