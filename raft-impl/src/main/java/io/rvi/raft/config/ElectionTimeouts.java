package io.rvi.raft.config;

import java.time.Duration;

/**
 * The election timeouts for which Ratis detects a dead leader after a given mean time.
 *
 * <p>A Ratis follower does not time out {@code T} after the last message. It draws {@code T} from
 * {@code [min, max]}, sleeps that long, and becomes a candidate only if nothing came in the last
 * {@code T}; else it sleeps again. The first of the followers ends the wait. With {@code max = 2
 * min}, Ratis's own proportion, the mean is {@code min} times a factor of the number of followers
 * alone. The factors hold for a leader that dies under load, that is, right after a message; one
 * that dies idle is detected up to a heartbeat interval ({@code min / 2}) sooner, about {@code min
 * / 4} in the mean. A test simulates the loop and holds the factors to it.
 *
 * @param min the shortest timeout
 * @param max the longest timeout
 */
public record ElectionTimeouts(Duration min, Duration max) {
  /** Mean detection over min, by the number of followers, from 1 on. */
  private static final double[] FACTORS = {2.280, 1.960, 1.806, 1.711, 1.643, 1.590};

  /**
   * The timeouts for a mean detection time.
   *
   * @param detection the mean time from a crash to its detection
   * @param nodes the cluster's nodes, 1 or more; a single node has nobody to detect it and takes
   *     the timeouts of two
   */
  public static ElectionTimeouts forDetection(Duration detection, int nodes) {
    double micros = detection.toNanos() / 1_000.0 / factor(nodes);
    Duration min = Duration.ofMillis(Math.max(1, Math.round(micros / 1_000)));
    return new ElectionTimeouts(min, min.multipliedBy(2));
  }

  /**
   * The mean detection time over {@link #min}.
   *
   * @param nodes the cluster's nodes
   */
  static double factor(int nodes) {
    return FACTORS[Math.min(Math.max(nodes - 2, 0), FACTORS.length - 1)];
  }
}
