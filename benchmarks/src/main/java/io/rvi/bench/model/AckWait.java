package io.rvi.bench.model;

import org.apache.commons.math3.special.Beta;

/**
 * Which acknowledgements a leader waits for, as a function of probabilities: given the probability
 * {@code f} that one node has answered by a time, the probability that the leader has enough.
 *
 * <p>Nodes are independent and alike. For followers that differ see {@link Followers}.
 */
@FunctionalInterface
public interface AckWait {
  /** Halvings that exhaust the digits of a double between 0 and 1. */
  int BISECTIONS = 60;

  /**
   * The probability that the wait is over.
   *
   * @param f the probability that one node has answered, 0 to 1
   */
  double cdf(double f);

  /**
   * The quantile of one node's answer at which the wait has a probability: the wait's own quantile
   * is the node's at this one.
   *
   * @param p 0 to 1
   */
  default double nodeQuantile(double p) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (cdf(middle) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /**
   * For the k fastest of a number of nodes: the k-th order statistic.
   *
   * @param k 0 to {@code nodes}; 0 waits for nobody
   * @param nodes 0 or more
   */
  static AckWait fastest(int k, int nodes) {
    if (k < 0 || k > nodes) {
      throw new IllegalArgumentException("cannot wait for " + k + " of " + nodes);
    }
    return k == 0 ? f -> 1 : f -> Beta.regularizedBeta(f, k, nodes - k + 1.0);
  }

  /**
   * ISR: all followers; the leader's own write is taken to be quicker.
   *
   * @param replicas n, 1 or more
   */
  static AckWait inSyncSet(int replicas) {
    return fastest(replicas - 1, replicas - 1);
  }

  /**
   * Majority: so many followers that with the leader they are one.
   *
   * @param replicas n, 1 or more
   */
  static AckWait majority(int replicas) {
    return fastest(replicas / 2, replicas - 1);
  }

  /**
   * ISR where the leader's own write counts as well: all n nodes.
   *
   * @param replicas n, 1 or more
   */
  static AckWait inSyncSetWithLeader(int replicas) {
    return fastest(replicas, replicas);
  }

  /**
   * Majority that must contain the leader's own write, as in Apache Ratis.
   *
   * @param replicas n, 1 or more
   */
  static AckWait majorityWithLeader(int replicas) {
    AckWait followers = majority(replicas);
    return f -> f * followers.cdf(f);
  }

  /**
   * Any majority, with or without the leader, as in the Raft dissertation (10.2.1).
   *
   * @param replicas n, 1 or more
   */
  static AckWait anyMajority(int replicas) {
    return fastest(replicas / 2 + 1, replicas);
  }
}
