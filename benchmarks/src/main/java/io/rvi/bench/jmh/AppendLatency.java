package io.rvi.bench.jmh;

import io.rvi.api.Appended;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The question: what does one append cost when it is alone, one client, one at a time?
 *
 * <p>The trap: to read these percentiles as what users see. The client waits for each answer before
 * it sends the next append, so that a stall of a second is one slow sample and not the thousand
 * that were due in it. {@link OpenLoopLatency} answers that question. This one is for comparing
 * implementations of a protocol, and for setting them beside the floor, which is measured in the
 * same way: one operation after the other.
 *
 * <p>The method: {@code append} and wait for its future, in sample mode, so that percentiles stand
 * in JMH's output. A failed append throws and ends the fork.
 *
 * <p>How to run: {@code java -jar benchmarks/target/benchmarks.jar AppendLatency -p
 * recordBytes=100}
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(3)
@Threads(1)
public class AppendLatency {
  /**
   * One append and its answer.
   *
   * @param under the log
   */
  @Benchmark
  public Appended append(LogUnderTest under) {
    return under.log().append(under.payload()).join();
  }
}
