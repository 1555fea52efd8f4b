package io.rvi.bench.model;

/**
 * How many failures a replicated log survives. Three numbers that are often taken for one:
 *
 * @param writesResume W: crashes after which appends commit again by themselves
 * @param permanentLoss L: permanent losses survived by a record that the smallest legal set acked
 * @param permanentLossFull L_full: the same, once every replica has the record
 */
public record Tolerance(int writesResume, int permanentLoss, int permanentLossFull) {
  /**
   * Of a majority quorum. On an even number of replicas L is above W: the data then exists, but a
   * human is needed to bring it back into service.
   *
   * @param replicas n, 1 or more
   */
  public static Tolerance ofMajority(int replicas) {
    requireReplicas(replicas);
    int quorum = replicas / 2 + 1;
    return new Tolerance(replicas - quorum, quorum - 1, replicas - 1);
  }

  /**
   * Of an in-sync set.
   *
   * @param replicas n, 1 or more
   * @param minInSync m, 1 to n: below it writes are refused
   */
  public static Tolerance ofInSyncSet(int replicas, int minInSync) {
    requireReplicas(replicas);
    if (minInSync < 1 || minInSync > replicas) {
      throw new IllegalArgumentException(
          "min.insync.replicas is 1 to " + replicas + ", not " + minInSync);
    }
    return new Tolerance(replicas - minInSync, minInSync - 1, replicas - 1);
  }

  private static void requireReplicas(int replicas) {
    if (replicas < 1) {
      throw new IllegalArgumentException("replicas are 1 or more, not " + replicas);
    }
  }
}
