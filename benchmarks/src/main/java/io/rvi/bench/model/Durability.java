package io.rvi.bench.model;

import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
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
    RealMatrix equations = new Array2DRowRealMatrix(copies, copies);
    for (int lost = 0; lost < copies; lost++) {
      double further = (copies - lost) * lossRate;
      double repaired = lost * repairRate;
      equations.setEntry(lost, lost, further + repaired);
      if (lost + 1 < copies) {
        equations.setEntry(lost, lost + 1, -further);
      }
      if (lost > 0) {
        equations.setEntry(lost, lost - 1, -repaired);
      }
    }
    RealVector ones = new ArrayRealVector(copies, 1.0);
    return new LUDecomposition(equations).getSolver().solve(ones).getEntry(0);
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
