package io.rvi.bench.load.floor;

import io.rvi.bench.load.Arrivals;
import io.rvi.bench.load.LoadClock;
import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.OpenLoop;
import io.rvi.bench.load.OpenLoopPlan;
import io.rvi.bench.load.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Measures a floor in two ways: one operation after the other, to stand beside a closed loop; and
 * at a rate, to stand beside an open loop, whose pauses let caches cool and cores sleep.
 */
public final class Floor {
  /** More than any stall of a healthy machine; past it the floor's processes are killed. */
  private static final Duration STALL_MAX = Duration.ofSeconds(30);

  private static final int DIGITS = 3;

  private Floor() {}

  /**
   * Measures.
   *
   * @param spec which floor
   * @param base an existing directory on the file system that the cells' data lies on
   * @param timing how long each part takes
   * @throws IOException naming what failed; nothing is left running
   * @throws InterruptedException when the thread is interrupted; nothing is left running
   */
  public static Result measure(FloorSpec spec, Path base, Timing timing)
      throws IOException, InterruptedException {
    try (FloorChain chain = FloorChain.start(spec, base)) {
      CompletableFuture<Void> watchdog = new CompletableFuture<>();
      Duration longest = timing.total().plus(STALL_MAX);
      var unused =
          watchdog
              .orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS)
              .whenComplete(
                  (done, late) -> {
                    if (late != null) {
                      chain.kill();
                    }
                  });
      try {
        closedLoop(chain, timing.warmUp());
        Histogram closed = closedLoop(chain, timing.closed());
        return new Result(closed, paced(chain, timing));
      } catch (UncheckedIOException e) {
        throw new IOException(e.getMessage(), e);
      } finally {
        watchdog.complete(null);
      }
    }
  }

  private static Histogram closedLoop(FloorChain chain, Duration length) throws IOException {
    Histogram histogram = new Histogram(DIGITS);
    long endNs = System.nanoTime() + length.toNanos();
    for (long startNs = System.nanoTime(); startNs < endNs; startNs = System.nanoTime()) {
      chain.append();
      histogram.recordValue(System.nanoTime() - startNs);
    }
    return histogram;
  }

  /** The chain serves one operation at a time, so here the sender itself carries it through. */
  private static LoadResult paced(FloorChain chain, Timing timing) throws InterruptedException {
    OpenLoopPlan plan =
        new OpenLoopPlan(
            new Arrivals.Constant(timing.ratePerSecond()),
            Duration.ZERO,
            timing.paced(),
            1,
            STALL_MAX);
    LoadResult result =
        new OpenLoop(
                plan,
                index -> {
                  try {
                    chain.append();
                    return CompletableFuture.completedFuture(null);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                },
                LoadClock.system())
            .run();
    if (result.counts().of(Outcome.COMMITTED) < result.intended()) {
      throw new UncheckedIOException(new IOException("the floor failed at its rate"));
    }
    return result;
  }

  /**
   * How long each part takes.
   *
   * @param warmUp one operation after the other, not counted
   * @param closed the same, counted
   * @param paced at a rate
   * @param ratePerSecond the rate, above 0
   */
  public record Timing(Duration warmUp, Duration closed, Duration paced, double ratePerSecond) {
    Duration total() {
      return warmUp.plus(closed).plus(paced);
    }
  }

  /**
   * A floor as measured.
   *
   * @param closed times in nanoseconds, one operation after the other
   * @param paced the open loop
   */
  public record Result(Histogram closed, LoadResult paced) {}
}
