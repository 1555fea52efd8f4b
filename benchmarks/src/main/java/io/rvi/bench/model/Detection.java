package io.rvi.bench.model;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How long a crash stays unnoticed, in milliseconds.
 *
 * @param minMs the least
 * @param meanMs the mean
 * @param maxMs the most
 */
public record Detection(double minMs, double meanMs, double maxMs) {
  private static final int SESSION_TICKS_MIN = 2;
  private static final int SESSION_TICKS_MAX = 20;
  private static final double P99 = 0.99;

  /**
   * Expiry of a ZooKeeper session: a client pings each third of its timeout, and the server rounds
   * expiry up to its tick (ExpiryQueue of 3.9).
   *
   * @param timeoutMs asked for; granted between 2 and 20 ticks
   * @param tickMs the server's tick
   */
  public static Detection ofSession(double timeoutMs, double tickMs) {
    double granted =
        Math.min(Math.max(timeoutMs, SESSION_TICKS_MIN * tickMs), SESSION_TICKS_MAX * tickMs);
    return new Detection(2 * granted / 3, 5 * granted / 6 + tickMs / 2, granted + tickMs);
  }

  /**
   * The mean until the first follower of a textbook Raft times out: the least of n - 1 uniform
   * timeouts, counted from the last heartbeat.
   *
   * @param minMs least election timeout
   * @param maxMs greatest
   * @param replicas n, 2 or more
   * @param heartbeatMs interval of heartbeats
   */
  public static double textbookRaftMs(
      double minMs, double maxMs, int replicas, double heartbeatMs) {
    return minMs + (maxMs - minMs) / replicas - heartbeatMs / 2;
  }

  /**
   * An upper bound on the probability of a split vote: the two first timeouts are close.
   *
   * @param windowMs maxMs - minMs of the timeouts
   * @param closeMs how close: about a round trip
   * @param replicas n, 2 or more
   */
  public static double splitVoteBound(double windowMs, double closeMs, int replicas) {
    return 1 - Math.pow(1 - closeMs / windowMs, replicas - 1.0);
  }

  /**
   * The loop of Ratis 3.3.0, simulated: each follower sleeps a random timeout and then looks
   * whether the last message is at least that old.
   *
   * @param loop its settings
   * @param runs simulated crashes
   * @param seed fixes the result
   */
  public static Simulated ofRatisLoop(RatisLoop loop, int runs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] detected = new double[runs];
    Arrays.setAll(detected, run -> loop.crash(random));
    Arrays.sort(detected);
    return new Simulated(
        Arrays.stream(detected).average().orElseThrow(), detected[(int) (P99 * runs)]);
  }

  /**
   * A detection that was simulated.
   *
   * @param meanMs the mean
   * @param p99Ms the 99th percentile
   */
  public record Simulated(double meanMs, double p99Ms) {}

  /**
   * Followers of a Ratis leader.
   *
   * @param minMs least timeout
   * @param maxMs greatest timeout
   * @param replicas n, 2 or more
   * @param heartbeatMs between messages of the leader; 0 under load, when the last one came right
   *     before the crash
   */
  public record RatisLoop(double minMs, double maxMs, int replicas, double heartbeatMs) {
    /** Sleeps before the crash after which the phase of a follower is as good as random. */
    private static final int SLEEPS_BEFORE = 10;

    private double crash(SplittableRandom random) {
      double lastMs = heartbeatMs > 0 ? -random.nextDouble() * heartbeatMs : 0;
      double first = Double.MAX_VALUE;
      for (int follower = 1; follower < replicas; follower++) {
        first = Math.min(first, follower(random, lastMs));
      }
      return first;
    }

    private double follower(SplittableRandom random, double lastMs) {
      double nowMs = -SLEEPS_BEFORE * maxMs - random.nextDouble() * maxMs;
      while (true) {
        double sleepMs = minMs + random.nextDouble() * (maxMs - minMs);
        nowMs += sleepMs;
        // Before the crash messages come often enough for the look to find a fresh one.
        if (nowMs >= 0 && nowMs - lastMs >= sleepMs) {
          return nowMs;
        }
      }
    }
  }
}
