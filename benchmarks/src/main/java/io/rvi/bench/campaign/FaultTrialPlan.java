package io.rvi.bench.campaign;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.fault.FaultSchedule;
import java.time.Duration;

/**
 * A trial to run.
 *
 * @param cluster the cluster, started afresh
 * @param faults what happens to it
 * @param length of the load, from its start
 * @param ratePerSecond appends begun in a second, by all producers together
 * @param recordBytes the size of records
 */
public record FaultTrialPlan(
    ClusterSpec cluster,
    FaultSchedule faults,
    Duration length,
    int ratePerSecond,
    int recordBytes) {
  /** Checks the ranges. */
  public FaultTrialPlan {
    if (ratePerSecond < 1 || ratePerSecond > 100_000) {
      throw new IllegalArgumentException("a rate is 1 to 100000 a second, not " + ratePerSecond);
    }
    if (faults.length().compareTo(length) > 0) {
      throw new IllegalArgumentException(
          "the last fault is healed after " + faults.length() + ", past the load's " + length);
    }
  }
}
