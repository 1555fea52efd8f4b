package io.rvi.bench.load;

import java.util.SplittableRandom;

/** When the operations of an open loop are meant to start. */
public sealed interface Arrivals {
  /** The highest rate taken, per second: past it a single sender could not keep its schedule. */
  double RATE_MAX = 1_000_000;

  /** The mean rate, per second. */
  double ratePerSecond();

  /** A fresh run of the schedule; two runs of equal arrivals are equal. */
  Schedule schedule();

  /** Successive start times. */
  @FunctionalInterface
  interface Schedule {
    /** The next start in nanoseconds after the begin of the load; never less than the last one. */
    long nextNs();
  }

  /**
   * One operation each {@code 1/rate}.
   *
   * @param ratePerSecond above 0, at most {@link #RATE_MAX}
   */
  record Constant(double ratePerSecond) implements Arrivals {
    /** Checks the rate. */
    public Constant {
      Arrivals.requireRate(ratePerSecond);
    }

    @Override
    public Schedule schedule() {
      return new Schedule() {
        // From the index and not by summing, so that the rounding does not add up.
        private long index;

        @Override
        public long nextNs() {
          return Math.round(index++ * 1e9 / ratePerSecond);
        }
      };
    }
  }

  /**
   * Independent users: exponential gaps, which bring the bursts that real traffic has.
   *
   * @param ratePerSecond the mean, above 0, at most {@link #RATE_MAX}
   * @param seed fixes the gaps
   */
  record Poisson(double ratePerSecond, long seed) implements Arrivals {
    /** Checks the rate. */
    public Poisson {
      Arrivals.requireRate(ratePerSecond);
    }

    @Override
    public Schedule schedule() {
      return new Schedule() {
        private final SplittableRandom random = new SplittableRandom(seed);
        private double timeNs;

        @Override
        public long nextNs() {
          timeNs -= Math.log1p(-random.nextDouble()) * 1e9 / ratePerSecond;
          return Math.round(timeNs);
        }
      };
    }
  }

  private static void requireRate(double ratePerSecond) {
    if (!(ratePerSecond > 0 && ratePerSecond <= RATE_MAX)) {
      throw new IllegalArgumentException(
          "a rate is above 0 and at most 1000000 per second, not "
              + ratePerSecond
              + "; for as fast as possible use a closed loop");
    }
  }
}
