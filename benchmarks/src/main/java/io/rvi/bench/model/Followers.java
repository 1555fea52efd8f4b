package io.rvi.bench.model;

import java.util.Arrays;

/** Followers that differ: how likely enough of them have answered (Poisson binomial). */
public final class Followers {
  private Followers() {}

  /**
   * The probability that at least k have answered by a time.
   *
   * @param answered each follower's own probability of having answered by then, 0 to 1
   * @param k 0 to their number
   */
  public static double atLeast(double[] answered, int k) {
    double[] exactly = new double[answered.length + 1];
    exactly[0] = 1;
    for (int i = 0; i < answered.length; i++) {
      for (int j = i + 1; j >= 1; j--) {
        exactly[j] = exactly[j] * (1 - answered[i]) + exactly[j - 1] * answered[i];
      }
      exactly[0] *= 1 - answered[i];
    }
    return Arrays.stream(exactly).skip(k).sum();
  }

  /**
   * What polling adds to the mean wait for the k fastest of a number of followers, each of which
   * polls at an interval, at times of its own.
   *
   * @param interval of the polls
   * @param k 1 to {@code followers}
   * @param followers 1 or more
   */
  public static double pollMean(double interval, int k, int followers) {
    return interval * k / (followers + 1);
  }
}
