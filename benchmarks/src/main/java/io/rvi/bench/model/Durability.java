package io.rvi.bench.model;

import org.apache.commons.math3.util.CombinatoricsUtils;

/** How records are lost for good. */
public final class Durability {
  private Durability() {}

  /**
   * The mean time to the loss of all copies, each repaired on its own; exact. With independent
   * failures the result may be centuries and then means nothing (Greenan and others, "Mean time to
   * meaningless"): print a yearly probability with correlated failures beside it.
   *
   * @param copies r, 1 or more
   * @param lossRate of one copy
   * @param repairRate of one copy
   */
  public static double meanTimeToLoss(int copies, double lossRate, double repairRate) {
    double sum = 0;
    double toNext = 0;
    for (int lost = 0; lost < copies; lost++) {
      // From so many lost to one more: a loss comes first, or a repair leads back.
      double further = (copies - lost) * lossRate;
      double repaired = lost * repairRate;
      toNext = (1 + repaired * toNext) / further;
      sum += toNext;
    }
    return sum;
  }

  /**
   * Records that a power loss of all nodes takes, on average, when a flush runs at an interval.
   *
   * @param ratePerSecond of records
   * @param flushIntervalS between flushes
   */
  public static double unflushed(double ratePerSecond, double flushIntervalS) {
    return ratePerSecond * flushIntervalS / 2;
  }

  /**
   * The probability that the loss of some nodes at once takes all copies of something (Cidon and
   * others, "Copysets", USENIX ATC 2013).
   *
   * @param nodes of the system
   * @param lost nodes lost at once
   * @param copies of each thing
   * @param copysets distinct sets of nodes that hold one
   */
  public static double copysetLoss(int nodes, int lost, int copies, double copysets) {
    double one =
        CombinatoricsUtils.binomialCoefficientDouble(lost, copies)
            / CombinatoricsUtils.binomialCoefficientDouble(nodes, copies);
    return -Math.expm1(copysets * Math.log1p(-one));
  }
}
