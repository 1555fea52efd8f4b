package io.rvi.bench.experiment;

/** Whether a cluster sustained a rate. */
public enum RungVerdict {
  /** It kept the rate, and the p99 was within its bound. */
  HELD,
  /** It kept the rate with a p99 above the bound: too many appends were late, or failed. */
  ABOVE_BOUND,
  /** It missed the rate. */
  MISSED;

  /**
   * The verdict on a load. Whether its appends are enough for a p99 is another matter: a sustained
   * rate is reported only where they are.
   *
   * @param load at the rate
   * @param plan says the bound
   */
  public static RungVerdict of(LoadFinding load, RatePlan plan) {
    if (load.saturated()) {
      return MISSED;
    }
    boolean late = load.p99().valueNs() > plan.latencyMax().toNanos();
    return load.p99().atLeast() || late ? ABOVE_BOUND : HELD;
  }
}
