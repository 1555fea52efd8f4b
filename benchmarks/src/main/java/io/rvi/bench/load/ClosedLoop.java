package io.rvi.bench.load;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a fixed number of operations under way: the next one starts when one has ended.
 *
 * <p>This finds what a log can do at the most, and what one operation costs when it is alone. It
 * does <em>not</em> show what users wait: while the log stalls, this load stalls with it and sends
 * nothing that could be slow. Latency under load comes from {@link OpenLoop}.
 */
public final class ClosedLoop {
  /** How long past the deadline the load waits for the last operations. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final int DIGITS = 3;

  private final ClosedLoopPlan plan;
  private final Operation operation;
  private final LoadClock clock;
  private final Semaphore permits;
  private final Recorder service = new Recorder(DIGITS);
  private final Map<Outcome, LongAdder> counts = new ConcurrentHashMap<>();
  private volatile long fromNs;
  private volatile long toNs;

  /**
   * Prepares a load; it runs once.
   *
   * @param plan what to do
   * @param operation the operation
   */
  public ClosedLoop(ClosedLoopPlan plan, Operation operation) {
    this(plan, operation, LoadClock.system());
  }

  /**
   * Prepares a load on a clock of its own.
   *
   * @param plan what to do
   * @param operation the operation
   * @param clock the time it runs by
   */
  ClosedLoop(ClosedLoopPlan plan, Operation operation, LoadClock clock) {
    this.plan = plan;
    this.operation = operation;
    this.clock = clock;
    this.permits = new Semaphore(plan.inFlight());
  }

  /**
   * Runs the load and waits for its last operations until their deadline has passed.
   *
   * @return what was achieved, with {@link Outcome#TIMED_OUT} for operations that never ended
   * @throws InterruptedException when the thread is interrupted; operations under way go on
   */
  public Result run() throws InterruptedException {
    fromNs = clock.nowNs() + plan.warmUp().toNanos();
    toNs = fromNs + plan.measured().toNanos();
    long index = 0;
    while (clock.acquire(permits, 1, toNs)) {
      if (clock.nowNs() >= toNs) {
        permits.release();
        break;
      }
      send(index++);
    }
    Duration patience = plan.deadline().plus(GRACE);
    boolean drained = clock.acquire(permits, plan.inFlight(), clock.nowNs() + patience.toNanos());
    long left = drained ? 0 : plan.inFlight() - permits.availablePermits();
    count(Outcome.TIMED_OUT, left);
    return result();
  }

  private void send(long index) {
    long sentNs = clock.nowNs();
    CompletableFuture<?> future;
    try {
      future = operation.start(index);
    } catch (RuntimeException e) {
      ended(sentNs, e);
      return;
    }
    var unused = future.whenComplete((result, error) -> ended(sentNs, error));
  }

  private void ended(long sentNs, @Nullable Throwable error) {
    long nowNs = clock.nowNs();
    if (nowNs >= fromNs && nowNs < toNs) {
      Outcome how = Outcome.of(error);
      count(how, 1);
      if (how == Outcome.COMMITTED) {
        service.recordValue(nowNs - sentNs);
      }
    }
    permits.release();
  }

  private void count(Outcome outcome, long more) {
    counts.computeIfAbsent(outcome, absent -> new LongAdder()).add(more);
  }

  private Result result() {
    Map<Outcome, Long> sums = new EnumMap<>(Outcome.class);
    counts.forEach((outcome, adder) -> sums.put(outcome, adder.sum()));
    return new Result(plan, new OutcomeCounts(sums), service.getIntervalHistogram());
  }

  /**
   * What a closed loop achieved.
   *
   * @param plan what was to be done
   * @param counts operations that ended in the measured part, and those that never ended
   * @param service service times in nanoseconds of the committed ones
   */
  public record Result(ClosedLoopPlan plan, OutcomeCounts counts, Histogram service) {
    /** Committed operations per second: failed ones, however fast, are none. */
    public double committedPerSecond() {
      return counts.of(Outcome.COMMITTED) * 1e9 / plan.measured().toNanos();
    }
  }
}
