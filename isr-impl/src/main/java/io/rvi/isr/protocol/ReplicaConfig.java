package io.rvi.isr.protocol;

import io.rvi.api.Flush;
import java.util.Objects;

/**
 * How a replica behaves; the same on all replicas of a cluster.
 *
 * @param minInsyncReplicas {@code min.insync.replicas}, 1 or more; a partition with fewer replicas
 *     uses their number
 * @param flush when a copy counts (R6)
 * @param uncleanElection whether a replica outside the in-sync set may be elected, at the price of
 *     committed records
 * @param truncation how a follower finds where its log departs from its leader's
 * @param times the bounds in time
 * @param fetchBytesMax the bound on the bytes that a follower asks for at once
 * @param dedupBatchesMax how many of a producer's last committed batches are remembered: at least
 *     as many as a producer lets there be from its oldest unacknowledged batch to its newest
 * @param producersMax how many producers are remembered; the one longest silent is forgotten first
 * @param pendingRequestsMax how many appends, and how many reads, may wait at a replica; past it
 *     they are refused as overloaded
 * @param rules the rules by which the protocol decides; {@link ReplicationRules#CURRENT} but in
 *     simulations of earlier designs
 */
public record ReplicaConfig(
    int minInsyncReplicas,
    Flush flush,
    boolean uncleanElection,
    TruncationStrategy truncation,
    Times times,
    int fetchBytesMax,
    int dedupBatchesMax,
    int producersMax,
    int pendingRequestsMax,
    ReplicationRules rules) {
  /** Checks the ranges. */
  public ReplicaConfig {
    Objects.requireNonNull(flush, "flush");
    Objects.requireNonNull(truncation, "truncation");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(rules, "rules");
    requirePositive("minInsyncReplicas", minInsyncReplicas);
    requirePositive("fetchBytesMax", fetchBytesMax);
    requirePositive("dedupBatchesMax", dedupBatchesMax);
    requirePositive("producersMax", producersMax);
    requirePositive("pendingRequestsMax", pendingRequestsMax);
  }

  /** The configuration with this lag bound and the other values at their defaults. */
  public static ReplicaConfig withDefaults(int minInsyncReplicas, Flush flush, long lagTimeMaxMs) {
    return new ReplicaConfig(
        minInsyncReplicas,
        flush,
        false,
        TruncationStrategy.LEADER_EPOCH,
        Times.ofLagTimeMax(lagTimeMaxMs),
        1 << 20,
        1_024,
        10_000,
        10_000,
        ReplicationRules.CURRENT);
  }

  /** The longest time between two ticks. */
  public long tickMs() {
    return times.tickMs();
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is 1 or more, not " + value);
    }
  }

  /**
   * The bounds in time, all on a monotonic clock.
   *
   * @param lagTimeMaxMs a follower that has not caught up for so long leaves the in-sync set
   * @param fetchWaitMaxMs how long a leader holds a fetch that finds nothing; less than half of
   *     {@code lagTimeMaxMs}, so that an idle follower is never taken for a dead one
   * @param fetchTimeoutMs when a follower gives up an unanswered fetch and sends another
   * @param fetchBackoffMs how long a follower waits after a failed fetch
   * @param proposalRetryMs how long a leader waits before it repeats a proposal
   * @param checkpointMs how often the high watermark is checkpointed
   * @param tickMs the cadence of ticks
   */
  public record Times(
      long lagTimeMaxMs,
      long fetchWaitMaxMs,
      long fetchTimeoutMs,
      long fetchBackoffMs,
      long proposalRetryMs,
      long checkpointMs,
      long tickMs) {
    /** Checks the ranges and relations. */
    public Times {
      requirePositive("lagTimeMaxMs", lagTimeMaxMs);
      requirePositive("fetchWaitMaxMs", fetchWaitMaxMs);
      requirePositive("fetchTimeoutMs", fetchTimeoutMs);
      requirePositive("fetchBackoffMs", fetchBackoffMs);
      requirePositive("proposalRetryMs", proposalRetryMs);
      requirePositive("checkpointMs", checkpointMs);
      requirePositive("tickMs", tickMs);
      if (2 * fetchWaitMaxMs >= lagTimeMaxMs) {
        throw new IllegalArgumentException(
            "fetchWaitMaxMs "
                + fetchWaitMaxMs
                + " must be less than half of lagTimeMaxMs "
                + lagTimeMaxMs);
      }
    }

    /** Times that suit a lag bound. */
    public static Times ofLagTimeMax(long lagTimeMaxMs) {
      return new Times(
          lagTimeMaxMs,
          Math.min(500, Math.max(1, lagTimeMaxMs / 4)),
          Math.max(1, lagTimeMaxMs),
          Math.min(100, Math.max(1, lagTimeMaxMs / 20)),
          Math.min(100, Math.max(1, lagTimeMaxMs / 10)),
          1_000,
          Math.min(50, Math.max(1, lagTimeMaxMs / 20)));
    }
  }
}
