package io.rvi.bench.load;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Starts operations when a schedule says, whether or not earlier ones have ended, and times each
 * from its intended start. A stall of the log is thus seen by every operation that was due in it,
 * and not by one alone.
 *
 * <p>One instance runs once, in the thread that calls {@link #run}; the other methods may be called
 * from any thread meanwhile.
 */
public final class OpenLoop {
  /** How long past the deadline the load waits for the last operations, in nanoseconds. */
  private static final long GRACE_NS = 1_000_000_000L;

  /** The step in which the end of the last operations is awaited, in nanoseconds. */
  private static final long DRAIN_STEP_NS = 1_000_000L;

  private final OpenLoopPlan plan;
  private final Operation operation;
  private final LoadClock clock;
  private final OperationLog log;
  // 0 <= inFlight <= plan.inFlightMax().
  private final AtomicInteger inFlight = new AtomicInteger();
  // The latest send time of a committed operation; only grows.
  private final AtomicLong latestCommittedSendNs = new AtomicLong(Long.MIN_VALUE);
  private final CountDownLatch begun = new CountDownLatch(1);
  // Set once, before the latch opens.
  private volatile long startNs;
  private volatile boolean stopped;

  /**
   * Prepares a load.
   *
   * @param plan what to do
   * @param operation the operation
   * @param clock the time
   */
  public OpenLoop(OpenLoopPlan plan, Operation operation, LoadClock clock) {
    this.plan = plan;
    this.operation = operation;
    this.clock = clock;
    this.log = new OperationLog(starts(plan));
  }

  private static long[] starts(OpenLoopPlan plan) {
    Arrivals.Schedule schedule = plan.arrivals().schedule();
    long[] starts = new long[1_024];
    int count = 0;
    for (long next = schedule.nextNs(); next < plan.lengthNs(); next = schedule.nextNs()) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
      }
      starts[count++] = next;
    }
    return Arrays.copyOf(starts, count);
  }

  /**
   * Runs the load to its end, or to {@link #stop}, and waits for its last operations until their
   * deadline has passed.
   *
   * @return what became of the operations
   * @throws InterruptedException when the thread is interrupted; operations under way go on
   */
  public LoadResult run() throws InterruptedException {
    SenderCost cost = sendAll();
    long endNs = clock.nowNs() + plan.deadline().toNanos() + GRACE_NS;
    while (inFlight.get() > 0 && clock.nowNs() < endNs) {
      clock.parkUntil(clock.nowNs() + DRAIN_STEP_NS);
    }
    return new LoadResult(plan, log, cost);
  }

  private SenderCost sendAll() throws InterruptedException {
    try (LoadClock.Promptness prompt = clock.prompt()) {
      long processorNs = clock.processorNs();
      long countedFromNs = 0;
      boolean counts = false;
      startNs = clock.nowNs();
      begun.countDown();
      for (int index = 0; index < log.capacity() && !stopped; index++) {
        clock.parkUntil(startNs + log.intendedNs(index));
        if (!counts && log.intendedNs(index) >= plan.warmUp().toNanos()) {
          counts = true;
          processorNs = clock.processorNs();
          countedFromNs = elapsedNs();
        }
        send(index);
      }
      return new SenderCost(
          clock.processorNs() - processorNs, elapsedNs() - countedFromNs, prompt.realTime());
    }
  }

  private void send(int index) {
    log.sent(index, elapsedNs());
    if (inFlight.get() >= plan.inFlightMax()) {
      log.ended(index, elapsedNs(), Outcome.OVERFLOWED);
      return;
    }
    inFlight.incrementAndGet();
    CompletableFuture<?> future;
    try {
      future = operation.start(index);
    } catch (RuntimeException e) {
      ended(index, e);
      return;
    }
    var unused = future.whenComplete((result, error) -> ended(index, error));
  }

  private void ended(int index, @Nullable Throwable error) {
    Outcome how = Outcome.of(error);
    log.ended(index, elapsedNs(), how);
    if (how == Outcome.COMMITTED) {
      latestCommittedSendNs.accumulateAndGet(log.sentNs(index), Math::max);
    }
    inFlight.decrementAndGet();
  }

  /** Sends no more; {@link #run} returns after the last operations have ended. */
  public void stop() {
    stopped = true;
  }

  /**
   * Waits until {@link #run} has begun, from when on {@link #elapsedNs} means something.
   *
   * @throws InterruptedException when the thread is interrupted
   */
  public void awaitBegin() throws InterruptedException {
    begun.await();
  }

  /** Nanoseconds since the begin of the load. */
  public long elapsedNs() {
    return clock.nowNs() - startNs;
  }

  /**
   * Whether an operation sent after a time has been committed: whether the log, which may have
   * failed at that time, has worked since.
   *
   * @param timeNs nanoseconds after the begin of the load
   */
  public boolean committedSince(long timeNs) {
    return latestCommittedSendNs.get() > timeNs;
  }

  /** The operations so far. */
  public OperationLog operations() {
    return log;
  }
}
