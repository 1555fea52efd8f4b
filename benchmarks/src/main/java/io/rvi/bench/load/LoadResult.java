package io.rvi.bench.load;

import io.rvi.bench.stats.SampleSize;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * What became of the operations of an open loop. All figures are over the operations that were
 * meant to start in the measured part.
 *
 * @param plan what was to be done
 * @param operations a line for each operation
 * @param sender what sending them took
 */
public record LoadResult(OpenLoopPlan plan, OperationLog operations, SenderCost sender) {
  /** A load that commits less than this share of its target rate is saturated. */
  public static final double SATURATED_BELOW = 0.95;

  /** A sender whose lateness at p99 is above this share of the median response says so. */
  public static final double LATE_ABOVE = 0.10;

  /**
   * Medians of the parts of a steady load differ by at most this factor. Wide enough for the noise
   * of a few thousand operations, and far below the fall of a JVM that is still compiling.
   */
  public static final double STEADY_WITHIN = 1.25;

  /** Parts of the measured time whose medians are compared. */
  private static final int STEADY_PARTS = 3;

  /** The response time of an operation without success, where times are ranked. */
  private static final long FAILED = Long.MAX_VALUE;

  /** Operations per outcome. */
  public OutcomeCounts counts() {
    Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    for (int i = first(); i < operations.size(); i++) {
      counts.merge(operations.outcome(i), 1L, Long::sum);
    }
    return new OutcomeCounts(counts);
  }

  /** Operations that were meant to start in the measured part, whatever became of them. */
  public long intended() {
    return Math.max(0, operations.size() - first());
  }

  /** Response times of the operations with one outcome. */
  public Histogram response(Outcome outcome) {
    return histogram(outcome, operations::responseNs);
  }

  /** Service times of the operations with one outcome. */
  public Histogram service(Outcome outcome) {
    return histogram(outcome, operations::serviceNs);
  }

  /**
   * A percentile of the response time over every intended operation, those without success as
   * infinite; by nearest rank, so always a time that was seen.
   *
   * @param quantile above 0, below 1
   */
  public Percentile percentile(double quantile) {
    long[] committed = committedResponsesNs();
    long intended = intended();
    boolean carried = SampleSize.carries(quantile, intended);
    long rank = Math.max(1, (long) Math.ceil(quantile * intended));
    return rank <= committed.length
        ? new Percentile(quantile, committed[(int) rank - 1], false, carried, intended)
        : new Percentile(quantile, plan.deadline().toNanos(), true, carried, intended);
  }

  /** Committed operations per second of the measured part, counted when they end in it. */
  public double achievedPerSecond() {
    long fromNs = plan.warmUp().toNanos();
    long committed = 0;
    for (int i = 0; i < operations.size(); i++) {
      if (operations.outcome(i) == Outcome.COMMITTED
          && operations.endedNs(i) >= fromNs
          && operations.endedNs(i) < plan.lengthNs()) {
        committed++;
      }
    }
    return committed * 1e9 / plan.measured().toNanos();
  }

  /** Whether the load missed its rate: its response times are then those of a growing queue. */
  public boolean saturated() {
    double due = intended() * 1e9 / plan.measured().toNanos();
    return achievedPerSecond() < SATURATED_BELOW * Math.min(due, plan.arrivals().ratePerSecond())
        || counts().of(Outcome.OVERFLOWED) > 0;
  }

  /** Whether the sender was so late that the response times are partly its own. */
  public boolean senderLate() {
    return latenessNs(0.99) > LATE_ABOVE * percentile(0.5).valueNs();
  }

  /**
   * A percentile of the sender's lateness over all operations that it sent or would have sent, by
   * nearest rank.
   *
   * @param quantile above 0, below 1
   * @return nanoseconds; 0 without operations
   */
  public long latenessNs(double quantile) {
    int first = first();
    long[] late = new long[operations.size() - first];
    for (int i = 0; i < late.length; i++) {
      late[i] = operations.latenessNs(first + i);
    }
    Arrays.sort(late);
    return late.length == 0 ? 0 : late[(int) Math.max(1, Math.ceil(quantile * late.length)) - 1];
  }

  /**
   * Whether the response time stayed where it was: the medians of the thirds of the measured part,
   * by intended start, lie within {@link #STEADY_WITHIN}. Where they do not, the figures are those
   * of a warm-up, or of a system that drifts. A third whose median operation failed is not steady.
   */
  public boolean steady() {
    int first = first();
    int count = operations.size() - first;
    if (count < STEADY_PARTS) {
      return false;
    }
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int part = 0; part < STEADY_PARTS; part++) {
      long median =
          medianNs(first + count * part / STEADY_PARTS, first + count * (part + 1) / STEADY_PARTS);
      least = Math.min(least, median);
      most = Math.max(most, median);
    }
    return most != FAILED && most <= STEADY_WITHIN * least;
  }

  /** Of a range of operations, a failed one as infinite. */
  private long medianNs(int from, int to) {
    long[] times = new long[to - from];
    for (int i = from; i < to; i++) {
      boolean committed = operations.outcome(i) == Outcome.COMMITTED;
      times[i - from] = committed ? operations.responseNs(i) : FAILED;
    }
    Arrays.sort(times);
    return times[(times.length - 1) / 2];
  }

  private int first() {
    int first = 0;
    long warmUpNs = plan.warmUp().toNanos();
    while (first < operations.size() && operations.intendedNs(first) < warmUpNs) {
      first++;
    }
    return first;
  }

  private long[] committedResponsesNs() {
    long[] times = new long[operations.size()];
    int count = 0;
    for (int i = first(); i < operations.size(); i++) {
      if (operations.outcome(i) == Outcome.COMMITTED) {
        times[count++] = operations.responseNs(i);
      }
    }
    long[] committed = Arrays.copyOf(times, count);
    Arrays.sort(committed);
    return committed;
  }

  private Histogram histogram(Outcome outcome, IntToLongFunction timeNs) {
    Histogram histogram = Histograms.empty();
    for (int i = first(); i < operations.size(); i++) {
      if (operations.outcome(i) == outcome && outcome != Outcome.TIMED_OUT) {
        histogram.recordValue(timeNs.applyAsLong(i));
      }
    }
    return histogram;
  }
}
