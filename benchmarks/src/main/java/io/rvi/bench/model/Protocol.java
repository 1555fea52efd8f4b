package io.rvi.bench.model;

/** How a log is replicated. */
public enum Protocol {
  /** Every replica of an in-sync set acknowledges; leaders are chosen with ZooKeeper's help. */
  IN_SYNC_SET,
  /** A majority acknowledges, the leader's own copy among them. */
  MAJORITY;

  /**
   * The wait for followers.
   *
   * @param replicas n, 1 or more
   */
  AckWait followers(int replicas) {
    return this == IN_SYNC_SET ? AckWait.inSyncSet(replicas) : AckWait.majority(replicas);
  }

  /**
   * What it survives.
   *
   * @param replicas n, 1 or more
   * @param minInSync m, 1 to n; means nothing to a majority
   */
  Tolerance tolerance(int replicas, int minInSync) {
    return this == IN_SYNC_SET
        ? Tolerance.ofInSyncSet(replicas, minInSync)
        : Tolerance.ofMajority(replicas);
  }
}
