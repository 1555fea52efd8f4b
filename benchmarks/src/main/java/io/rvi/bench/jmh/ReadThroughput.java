package io.rvi.bench.jmh;

import io.rvi.api.Batch;
import io.rvi.api.Consistency;
import io.rvi.api.ReplicatedLog;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The question: how fast does one reader go through a log that is in the page cache?
 *
 * <p>The trap: to count requests where records were meant. A read returns as many records as fit
 * {@code readBytes}, so that the score, in reads, depends on that parameter; the secondary result
 * {@code records} counts what was read.
 *
 * <p>The method: the log is filled before, then read from its first record to its last, over and
 * over, at the level {@code COMMITTED} that both backends have.
 *
 * <p>How to run: {@code java -jar benchmarks/target/benchmarks.jar ReadThroughput}
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(3)
@Threads(1)
public class ReadThroughput {
  /**
   * One read of the next records.
   *
   * @param under the log
   * @param position where the reader is
   * @param counters counts records
   */
  @Benchmark
  public Batch read(LogUnderTest under, Position position, Counters counters) {
    Batch batch = under.log().read(position.next, position.readBytes, Consistency.COMMITTED).join();
    if (batch.records().isEmpty()) {
      throw new IllegalStateException("nothing at offset " + position.next);
    }
    counters.records += batch.records().size();
    position.next = batch.nextOffset() < position.filled ? batch.nextOffset() : 0;
    return batch;
  }

  /** Records read; JMH reports them per second. */
  @AuxCounters
  @State(Scope.Thread)
  public static class Counters {
    /** Records read. */
    public long records;
  }

  /** A filled log and a place in it. */
  @State(Scope.Thread)
  public static class Position {
    /** Appends under way while the log is filled. */
    private static final int FILL_DEPTH = 128;

    /** Payload bytes of one read at the most. */
    @Param("65536")
    public int readBytes;

    /** Records in the log. */
    @Param("20000")
    public int filled;

    private long next;

    /**
     * Fills the log.
     *
     * @param under the log
     */
    @Setup(Level.Trial)
    public void fill(LogUnderTest under) {
      ReplicatedLog log = under.log();
      Deque<CompletableFuture<?>> underWay = new ArrayDeque<>();
      for (int i = 0; i < filled; i++) {
        if (underWay.size() == FILL_DEPTH) {
          underWay.remove().join();
        }
        underWay.add(log.append(under.payload()));
      }
      underWay.forEach(CompletableFuture::join);
    }
  }
}
