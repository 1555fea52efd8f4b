package io.rvi.bench.jmh;

import io.rvi.api.Appended;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The question: how many appends a second does one client get acknowledged?
 *
 * <p>The trap: an asynchronous call returns before anything was replicated, so that a benchmark of
 * the call measures the queue in front of the log and fills the heap. Here an append may start only
 * when one of the {@code depth} before it has been acknowledged, and an iteration ends when the
 * last of its appends has. So the score is that of acknowledgements, to within {@code depth}
 * operations an iteration.
 *
 * <p>The other trap: appends that fail are quick. One that fails here ends the fork.
 *
 * <p>How to run: {@code java -jar benchmarks/target/benchmarks.jar AppendThroughput -p depth=1,256}
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
@Fork(3)
@Threads(1)
public class AppendThroughput {
  /**
   * One append, once there is room under way.
   *
   * @param under the log
   * @param window the appends under way
   * @throws InterruptedException when JMH ends the fork
   */
  @Benchmark
  public void append(LogUnderTest under, Window window) throws InterruptedException {
    window.enter();
    var unused = under.log().append(under.payload()).whenComplete(window::leave);
  }

  /** The appends under way. */
  @State(Scope.Benchmark)
  public static class Window {
    /** How long the last appends of an iteration may take: beyond any deadline of a client. */
    private static final int DRAIN_MAX_S = 30;

    /** Appends under way at the most. */
    @Param("256")
    public int depth;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private Semaphore room = new Semaphore(0);

    /** Opens the window. */
    @Setup(Level.Iteration)
    public void open() {
      room = new Semaphore(depth);
    }

    void enter() throws InterruptedException {
      room.acquire();
      throwFailure();
    }

    void leave(@Nullable Appended appended, @Nullable Throwable error) {
      if (error != null) {
        failure.compareAndSet(null, error);
      }
      room.release();
    }

    /**
     * Waits for the last appends.
     *
     * @throws InterruptedException when JMH ends the fork
     */
    @TearDown(Level.Iteration)
    public void drain() throws InterruptedException {
      if (!room.tryAcquire(depth, DRAIN_MAX_S, TimeUnit.SECONDS)) {
        throw new IllegalStateException("appends did not end within " + DRAIN_MAX_S + " s");
      }
      throwFailure();
    }

    private void throwFailure() {
      Throwable cause = failure.get();
      if (cause != null) {
        throw new IllegalStateException("an append failed; this is no throughput", cause);
      }
    }
  }
}
