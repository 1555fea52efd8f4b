package io.rvi.bench.stats;

/** What trials without an event say about the event: not that it never happens. */
public final class ZeroEvents {
  private static final double ERROR = 0.05;

  private ZeroEvents() {}

  /**
   * The share of trials in which the event may still happen, at 95 % confidence.
   *
   * @param trials in none of which it happened, 1 or more
   * @return above 0, below 1
   */
  public static double upperBound95(int trials) {
    if (trials < 1) {
      throw new IllegalArgumentException("no bound without trials");
    }
    return 1 - Math.pow(ERROR, 1.0 / trials);
  }
}
