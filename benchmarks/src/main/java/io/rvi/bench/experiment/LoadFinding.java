package io.rvi.bench.experiment;

import io.rvi.bench.load.LoadResult;
import io.rvi.bench.load.Outcome;
import io.rvi.bench.load.OutcomeCounts;
import io.rvi.bench.load.Percentile;
import org.jspecify.annotations.Nullable;

/**
 * What one repetition of a cell showed under load, all replicas up.
 *
 * @param targetPerSecond rate of the open loop
 * @param achievedPerSecond committed of it
 * @param p50 of the response time, over every intended operation
 * @param p99 likewise
 * @param p999 likewise
 * @param serviceP50Ns median from the actual send, committed operations
 * @param latenessP99Ns how late the sender was; by nearest rank where there are conditions
 * @param counts the open loop's operations by outcome
 * @param saturated whether the rate was missed
 * @param senderLate whether the sender's lateness shows in the response times
 * @param unsteady whether the response time was still falling or rising while it was measured
 * @param throughputPerSecond committed a second, pipelined at full speed; 0 when not measured
 * @param throughputCounts that load's operations by outcome
 * @param conditions what else went on meanwhile; null where that was not recorded, as in bundles of
 *     earlier versions
 */
public record LoadFinding(
    double targetPerSecond,
    double achievedPerSecond,
    Percentile p50,
    Percentile p99,
    Percentile p999,
    long serviceP50Ns,
    long latenessP99Ns,
    OutcomeCounts counts,
    boolean saturated,
    boolean senderLate,
    boolean unsteady,
    double throughputPerSecond,
    OutcomeCounts throughputCounts,
    @Nullable LoadConditions conditions) {
  /**
   * Of an open loop and what went before it.
   *
   * @param load the open loop
   * @param throughputPerSecond as above
   * @param throughputCounts as above
   * @param conditions as above
   */
  static LoadFinding of(
      LoadResult load,
      double throughputPerSecond,
      OutcomeCounts throughputCounts,
      @Nullable LoadConditions conditions) {
    return new LoadFinding(
        load.plan().arrivals().ratePerSecond(),
        load.achievedPerSecond(),
        load.percentile(0.5),
        load.percentile(0.99),
        load.percentile(0.999),
        load.service(Outcome.COMMITTED).getValueAtPercentile(50),
        load.latenessNs(0.99),
        load.counts(),
        load.saturated(),
        load.senderLate(),
        !load.steady(),
        throughputPerSecond,
        throughputCounts,
        conditions);
  }
}
