package io.rvi.bench.model;

/**
 * The leader as a queue (after Paxi, Ailijiang and others, SIGMOD 2019): the busiest node's time
 * for a record bounds the rate and, near it, makes the latency. Messages are the same for ISR and
 * Raft at the same n; the protocols differ in whom they wait for. Times in seconds, rates per
 * second.
 *
 * @param serviceS the leader's time for one record, above 0
 */
public record LeaderQueue(double serviceS) {
  /**
   * A leader that serialises a record once for all followers: two messages out (one record, one
   * reply), n in (one request, n - 1 acks).
   *
   * @param replicas n, 1 or more
   * @param outS time for a message out
   * @param inS time for a message in
   */
  public static LeaderQueue ofMessages(int replicas, double outS, double inS) {
    return new LeaderQueue(2 * outS + replicas * inS);
  }

  /** The rate at which it is always busy. */
  public double rateMax() {
    return 1 / serviceS;
  }

  /**
   * The share of time in which it is busy.
   *
   * @param rate of records
   */
  public double utilisation(double rate) {
    return rate * serviceS;
  }

  /**
   * The mean wait when service times are exponential.
   *
   * @param rate of records, Poisson, below {@link #rateMax}
   */
  public double waitExponentialS(double rate) {
    double busy = requireStable(rate);
    return busy * serviceS / (1 - busy);
  }

  /**
   * The mean wait when every record takes the same time.
   *
   * @param rate of records, Poisson, below {@link #rateMax}
   */
  public double waitConstantS(double rate) {
    return waitExponentialS(rate) / 2;
  }

  /**
   * The rate at which the leader's outgoing link is full.
   *
   * @param bytesPerSecond of the link
   * @param recordBytes of a record
   * @param followers N, 1 or more
   */
  public static double linkRateMax(double bytesPerSecond, double recordBytes, int followers) {
    return bytesPerSecond / (followers * recordBytes);
  }

  private double requireStable(double rate) {
    double busy = utilisation(rate);
    if (!(busy >= 0 && busy < 1)) {
      throw new IllegalArgumentException(
          "at " + rate + " a second the queue grows without end; at most " + rateMax());
    }
    return busy;
  }
}
