package io.rvi.bench.load;

import org.HdrHistogram.Histogram;

/** The one shape of histogram that is used here. */
final class Histograms {
  /** Values are kept to 3 digits: within 0.1 %. */
  private static final int DIGITS = 3;

  private Histograms() {}

  /**
   * Nanoseconds from 1 on, without an upper limit that could turn a long outage into an error. A
   * coarser lowest value would save memory and cost precision: steps of half a microsecond at 1 us.
   */
  static Histogram empty() {
    Histogram histogram = new Histogram(DIGITS);
    histogram.setAutoResize(true);
    return histogram;
  }
}
