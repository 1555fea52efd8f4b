package io.rvi.bench.model;

import java.util.Arrays;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * The share of time in which writes are impossible, from the rates at which nodes fail and are
 * repaired. Failures are independent unless {@link #withCommonCause} says otherwise: correlated
 * failure brings all designs to about the same figure, and no figure without it should be printed
 * alone.
 *
 * @param failureRate of one node, 1/MTTF, above 0
 * @param repairRate of one node, 1/MTTR in the same unit; for ISR the repair includes catching up
 */
public record Availability(double failureRate, double repairRate) {
  private static final double MINUTES_PER_YEAR = 525_960;

  /** The share of time in which one node is down. */
  public double nodeDown() {
    return failureRate / (failureRate + repairRate);
  }

  /**
   * Down when fewer than k of n nodes are up, each repaired on its own.
   *
   * @param k nodes needed
   * @param n nodes
   */
  public double belowOf(int k, int n) {
    double up = 1 - nodeDown();
    double sum = 0;
    for (int i = 0; i < k; i++) {
      sum +=
          CombinatoricsUtils.binomialCoefficientDouble(n, i)
              * Math.pow(up, i)
              * Math.pow(nodeDown(), n - (double) i);
    }
    return sum;
  }

  /**
   * Down without a majority.
   *
   * @param n nodes
   */
  public double majority(int n) {
    return belowOf(n / 2 + 1, n);
  }

  /**
   * The same as {@link #belowOf} with one repair at a time.
   *
   * @param k nodes needed
   * @param n nodes
   */
  public double belowOfWithSingleCrew(int k, int n) {
    double weight = 1;
    double all = 0;
    double down = 0;
    for (int failed = 0; failed <= n; failed++) {
      all += weight;
      down += failed > n - k ? weight : 0;
      weight *= (n - failed) * failureRate / repairRate;
    }
    return down / all;
  }

  /**
   * ISR with {@code min.insync.replicas} 1 and clean elections: once all are down, only the last
   * member of the set may bring the log back.
   *
   * @param n replicas, 1 or more
   */
  public double lastInSyncMember(int n) {
    return inSyncSet(n, 1);
  }

  /**
   * ISR with clean elections: writes are refused while fewer than m replicas are up, and once all
   * are down only the last member of the set may bring the log back. Exact, as the stationary state
   * of a Markov chain with states (up, i failed) and (down, j of the others repaired in vain).
   *
   * @param n replicas, 1 or more
   * @param m {@code min.insync.replicas}, 1 to n
   */
  public double inSyncSet(int n, int m) {
    double[][] rates = new double[2 * n][2 * n];
    for (int failed = 0; failed < n; failed++) {
      int next = failed + 1 == n ? n : failed + 1;
      rates[failed][next] = (n - failed) * failureRate;
      if (failed > 0) {
        rates[failed][failed - 1] = failed * repairRate;
      }
    }
    for (int others = 0; others < n; others++) {
      int state = n + others;
      rates[state][n - 1 - others] = repairRate;
      if (others < n - 1) {
        rates[state][state + 1] = (n - 1 - others) * repairRate;
      }
      if (others > 0) {
        rates[state][state - 1] = others * failureRate;
      }
    }
    double[] stationary = stationary(rates);
    return Arrays.stream(stationary).skip(n - m + 1L).sum() / Arrays.stream(stationary).sum();
  }

  /**
   * The stationary state of a Markov chain, not yet adding up to 1. States are taken out one by one
   * and put back (Grassmann, Taksar and Heyman, 1985): nothing is subtracted, so that shares of
   * 1e-27 keep their digits, which a solver of linear equations loses.
   */
  private static double[] stationary(double[][] rates) {
    int states = rates.length;
    for (int k = states - 1; k > 0; k--) {
      double out = 0;
      for (int j = 0; j < k; j++) {
        out += rates[k][j];
      }
      for (int i = 0; i < k; i++) {
        rates[i][k] /= out;
        for (int j = 0; j < k; j++) {
          rates[i][j] += i == j ? 0 : rates[i][k] * rates[k][j];
        }
      }
    }
    double[] weights = new double[states];
    weights[0] = 1;
    for (int k = 1; k < states; k++) {
      for (int i = 0; i < k; i++) {
        weights[k] += weights[i] * rates[i][k];
      }
    }
    return weights;
  }

  /**
   * Two things that are both needed.
   *
   * @param one share of time in which the one is down
   * @param other likewise
   */
  public static double inSeries(double one, double other) {
    return 1 - (1 - one) * (1 - other);
  }

  /**
   * These rates with a share of failures that hit all nodes at once taken out.
   *
   * @param beta the share, 0 to 1
   */
  public Availability independentPart(double beta) {
    return new Availability((1 - beta) * failureRate, repairRate);
  }

  /**
   * A share of down time with common-cause failures added.
   *
   * @param independent computed from {@link #independentPart}
   * @param beta the share of failures that hit all nodes at once, 0 to 1
   * @param commonRepairRate at which such a failure is repaired
   */
  public double withCommonCause(double independent, double beta, double commonRepairRate) {
    double rate = beta * failureRate;
    return inSeries(independent, rate / (rate + commonRepairRate));
  }

  /**
   * What failovers add, for ISR: a leader's crash stops writes for a while, and so does each
   * follower's, until it has left the in-sync set.
   *
   * @param n replicas
   * @param crashRate of each node
   * @param leaderOutage after the crash of the leader, in the unit of the rate
   * @param followerOutage after the crash of a follower
   */
  public static double inSyncFailovers(
      int n, double crashRate, double leaderOutage, double followerOutage) {
    return crashRate * (leaderOutage + (n - 1) * followerOutage);
  }

  /**
   * What failovers add, for a majority: only the leader's crashes stop writes.
   *
   * @param crashRate of each node
   * @param leaderOutage after the crash of the leader, in the unit of the rate
   */
  public static double majorityFailovers(double crashRate, double leaderOutage) {
    return crashRate * leaderOutage;
  }

  /**
   * The nines of availability.
   *
   * @param down share of time
   */
  public static double nines(double down) {
    return -Math.log10(down);
  }

  /**
   * Minutes a year.
   *
   * @param down share of time
   */
  public static double minutesPerYear(double down) {
    return MINUTES_PER_YEAR * down;
  }
}
