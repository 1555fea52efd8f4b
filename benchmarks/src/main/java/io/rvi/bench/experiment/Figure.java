package io.rvi.bench.experiment;

import io.rvi.bench.stats.Bootstrap;
import io.rvi.bench.stats.Interval;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One number of a table, with what is needed to read it rightly. Serialises to JSON without NaN or
 * infinity: a missing value is null and says why.
 *
 * @param value the value, or null when there is none
 * @param unit such as {@code ms}, {@code records/s} or {@code x} for a ratio
 * @param low the lower end of its 95 % interval, or null when the run does not carry one
 * @param high the upper end of its 95 % interval, or null
 * @param atLeast the true value is this or more: a percentile among failed operations, an outage
 *     that outlasted its observation
 * @param forks the fresh clusters that it was measured on, 0 or more: the sample size
 * @param remark why there is no value, or how to read it; may be empty
 */
public record Figure(
    @Nullable Double value,
    String unit,
    @Nullable Double low,
    @Nullable Double high,
    boolean atLeast,
    int forks,
    String remark) {
  /** Fewer trials than this carry no interval. */
  private static final int TRIALS_FOR_INTERVAL = 5;

  /** Checks that every number is finite. */
  public Figure {
    requireFinite(value);
    requireFinite(low);
    requireFinite(high);
  }

  /**
   * A value without an interval.
   *
   * @param value finite
   * @param unit its unit
   * @param forks the fresh clusters it was measured on
   */
  public static Figure of(double value, String unit, int forks) {
    return new Figure(value, unit, null, null, false, forks, "");
  }

  /**
   * The median of trials, with an interval where there are enough of them.
   *
   * @param values one for each trial, finite, in any order
   * @param seed of the interval's resampling
   * @param unit their unit
   */
  static Figure median(double[] values, long seed, String unit) {
    if (values.length == 0) {
      return missing(unit, "not seen in any trial");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    Interval interval = new Bootstrap(seed).median(sorted);
    return values.length < TRIALS_FOR_INTERVAL
        ? of(interval.estimate(), unit, values.length)
        : new Figure(
            interval.estimate(), unit, interval.low(), interval.high(), false, values.length, "");
  }

  /**
   * A lower bound.
   *
   * @param value finite; the true value is this or more
   * @param unit its unit
   * @param forks the fresh clusters it was measured on
   */
  public static Figure atLeast(double value, String unit, int forks) {
    return new Figure(value, unit, null, null, true, forks, "");
  }

  /**
   * No value.
   *
   * @param unit the unit it would have
   * @param reason why there is none
   */
  public static Figure missing(String unit, String reason) {
    return new Figure(null, unit, null, null, false, 0, reason);
  }

  /**
   * This figure with another remark.
   *
   * @param words the remark
   */
  public Figure withRemark(String words) {
    return new Figure(value, unit, low, high, atLeast, forks, words);
  }

  /** Such as {@code 1.23 ms}, {@code >= 10000 ms} or {@code n/a}; three significant digits. */
  public String text() {
    if (value == null) {
      return "n/a";
    }
    String sign = atLeast ? ">= " : "";
    return sign + threeDigits(value) + (unit.equals("x") ? "x" : " " + unit);
  }

  private static String threeDigits(double number) {
    double size = Math.abs(number);
    String pattern = size >= 100 || size == 0 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, size > 0 && size < 1 ? "%.3f" : pattern, number);
  }

  private static void requireFinite(@Nullable Double number) {
    if (number != null && !Double.isFinite(number)) {
      throw new IllegalArgumentException("a figure is finite or missing, not " + number);
    }
  }
}
