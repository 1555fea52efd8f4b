package io.rvi.bench.model;

/**
 * What tolerating a number of crashes costs when each protocol has as many replicas as it needs. To
 * be printed with the caveat that f + 1 replicas mean {@code min.insync.replicas} 1: after one
 * crash a single copy may be acknowledged.
 *
 * @param replicas that hold every record
 * @param egressCopies copies of a record that the leader sends
 */
public record Cost(int replicas, int egressCopies) {
  /**
   * Of an in-sync set: f + 1.
   *
   * @param crashes f, 0 or more
   */
  public static Cost ofInSyncSet(int crashes) {
    return new Cost(crashes + 1, crashes);
  }

  /**
   * Of a majority: 2 f + 1.
   *
   * @param crashes f, 0 or more
   */
  public static Cost ofMajority(int crashes) {
    return new Cost(2 * crashes + 1, 2 * crashes);
  }

  /**
   * How much more is stored than under another.
   *
   * @param other the other
   */
  public double storageRatio(Cost other) {
    return (double) replicas / other.replicas;
  }

  /**
   * How much more the leader sends than under another.
   *
   * @param other the other, which sends something
   */
  public double egressRatio(Cost other) {
    return (double) egressCopies / other.egressCopies;
  }
}
