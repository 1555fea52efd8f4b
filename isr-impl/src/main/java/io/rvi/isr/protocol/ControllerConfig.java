package io.rvi.isr.protocol;

/**
 * How a controller behaves; the same on all nodes of a cluster.
 *
 * @param minInsyncReplicas {@code min.insync.replicas}, 1 or more
 * @param uncleanElection whether a replica outside the in-sync set may be elected
 * @param metadataRetryMs how long a node may leave metadata unacknowledged before it is sent again
 * @param preferredLeaderMs how often leadership is moved back to preferred leaders; 0: never
 * @param tickMs the cadence of ticks
 * @param rules as {@link ReplicaConfig#rules()}
 */
public record ControllerConfig(
    int minInsyncReplicas,
    boolean uncleanElection,
    long metadataRetryMs,
    long preferredLeaderMs,
    long tickMs,
    ReplicationRules rules) {
  /** Checks the ranges. */
  public ControllerConfig {
    if (minInsyncReplicas < 1 || metadataRetryMs < 1 || preferredLeaderMs < 0 || tickMs < 1) {
      throw new IllegalArgumentException(
          "out of range: minInsyncReplicas "
              + minInsyncReplicas
              + ", metadataRetryMs "
              + metadataRetryMs
              + ", preferredLeaderMs "
              + preferredLeaderMs
              + ", tickMs "
              + tickMs);
    }
  }

  /** The configuration with the other values at their defaults. */
  public static ControllerConfig withDefaults(int minInsyncReplicas) {
    return new ControllerConfig(
        minInsyncReplicas, false, 200, 10_000, 50, ReplicationRules.CURRENT);
  }
}
