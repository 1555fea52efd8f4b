package io.rvi.bench.stats;

import java.util.Arrays;

/**
 * One set of forks against another: the ratio of their medians and what it means, given a band
 * within which a difference does not matter, declared before the run.
 *
 * @param ratio numerator over denominator, with its 95 % interval
 * @param band the half-width of the band around 1: 0.1 for plus or minus 10 %
 * @param a12 the probability that a fork of the numerator is above one of the denominator (Vargha
 *     and Delaney), ties as half
 */
public record Comparison(Interval ratio, double band, double a12) {
  /** The band that is used unless another is declared. */
  public static final double DEFAULT_BAND = 0.10;

  /** What a comparison of times comes to. */
  public enum Verdict {
    /** The interval lies below the band: the numerator's times are shorter. */
    FASTER,
    /** The interval lies above the band. */
    SLOWER,
    /** The interval lies within the band. */
    EQUIVALENT,
    /** The interval reaches over an end of the band: more forks are needed. */
    INCONCLUSIVE
  }

  /**
   * Compares times.
   *
   * @param numerator one value for each fork
   * @param denominator likewise, above 0
   * @param band above 0, below 1
   * @param seed of the bootstrap
   */
  public static Comparison of(double[] numerator, double[] denominator, double band, long seed) {
    if (!(band > 0 && band < 1)) {
      throw new IllegalArgumentException("a band is above 0 and below 1, not " + band);
    }
    return new Comparison(
        new Bootstrap(seed).ratioOfMedians(numerator, denominator),
        band,
        a12(numerator, denominator));
  }

  /** What it comes to. */
  public Verdict verdict() {
    if (ratio.high() < 1 - band) {
      return Verdict.FASTER;
    }
    if (ratio.low() > 1 + band) {
      return Verdict.SLOWER;
    }
    boolean within = ratio.low() >= 1 - band && ratio.high() <= 1 + band;
    return within ? Verdict.EQUIVALENT : Verdict.INCONCLUSIVE;
  }

  private static double a12(double[] one, double[] other) {
    double wins =
        Arrays.stream(one)
            .map(
                value ->
                    Arrays.stream(other)
                        .map(against -> value > against ? 1 : value == against ? 0.5 : 0)
                        .sum())
            .sum();
    return wins / ((double) one.length * other.length);
  }
}
