package io.rvi.bench.load;

import io.rvi.bench.model.Delay;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What this machine takes for the steps that every replicated log is made of, measured right before
 * a run. Plain data; serialises to JSON as it stands.
 *
 * @param fsync writing a record to the end of a file in the directory of nodes' data, and fsync
 * @param loopback a record's round trip between two threads over TCP on loopback, without delay
 * @param hiccup how much later than asked a thread wakes that does nothing but sleep 1 ms
 * @param timerGrainNs the smallest step in which the clock was seen to advance
 * @param noise what an open loop shows of the in-memory backend in this JVM: what the harness adds;
 *     null where there is no such backend
 */
public record Calibration(
    Sample fsync, Sample loopback, Sample hiccup, long timerGrainNs, @Nullable Noise noise) {
  /** The shares whose quantiles are kept. */
  private static final List<Double> SHARES =
      List.of(0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0);

  /**
   * A measured distribution.
   *
   * @param count how many were measured
   * @param shares ascending from 0 to 1
   * @param quantilesUs the times at these shares, in microseconds
   */
  public record Sample(long count, List<Double> shares, List<Double> quantilesUs) {
    /** Copies the lists. */
    public Sample {
      shares = List.copyOf(shares);
      quantilesUs = List.copyOf(quantilesUs);
    }

    static Sample of(Histogram ns) {
      return new Sample(
          ns.getTotalCount(),
          SHARES,
          SHARES.stream()
              .map(
                  share ->
                      (share == 0 ? ns.getMinValue() : ns.getValueAtPercentile(share * 100)) / 1e3)
              .toList());
    }

    /**
     * One of the quantiles that are kept.
     *
     * @param share such as 0.5
     * @throws IllegalArgumentException for another share
     */
    public double quantileUs(double share) {
      int at = shares.indexOf(share);
      if (at < 0) {
        throw new IllegalArgumentException("no quantile at " + share + ", but at " + shares);
      }
      return quantilesUs.get(at);
    }

    /** As a delay in seconds, linear between the quantiles. */
    public Delay delay() {
      return Delay.ofQuantiles(
          shares.stream().mapToDouble(Double::doubleValue).toArray(),
          quantilesUs.stream().mapToDouble(us -> us / 1e6).toArray());
    }
  }

  /**
   * What the harness adds.
   *
   * @param ratePerSecond of the open loop
   * @param p50Us median response time in microseconds
   * @param p99Us 99th percentile
   * @param latenessP99Us how late the sender was
   */
  public record Noise(double ratePerSecond, double p50Us, double p99Us, double latenessP99Us) {}

  /**
   * With the harness's own noise.
   *
   * @param found null where it was not measured
   */
  public Calibration withNoise(@Nullable Noise found) {
    return new Calibration(fsync, loopback, hiccup, timerGrainNs, found);
  }
}
