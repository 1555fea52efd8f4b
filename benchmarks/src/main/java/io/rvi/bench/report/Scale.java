package io.rvi.bench.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Maps values of an axis to 0 to 1, with the ticks that a reader is to see.
 *
 * @param low the value at 0
 * @param high the value at 1, above {@code low}
 * @param isLog whether equal ratios have equal lengths; both ends are then above 0
 * @param ticks where lines and labels stand
 */
record Scale(double low, double high, boolean isLog, List<Tick> ticks) {
  private static final int LINEAR_TICKS = 6;

  Scale {
    ticks = List.copyOf(ticks);
    if (!(low < high) || (isLog && low <= 0)) {
      throw new IllegalArgumentException("a scale from " + low + " to " + high);
    }
  }

  /** A labelled place. */
  record Tick(double value, String label) {
    Tick(double value, BigDecimal number) {
      this(value, number.stripTrailingZeros().toPlainString());
    }
  }

  /** Whole decades around positive values; one decade around none. */
  static Scale log(Collection<Double> values) {
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    int from = (int) Math.floor(Math.log10(least));
    int to = Math.max(from + 1, (int) Math.ceil(Math.log10(most)));
    List<Tick> ticks = new ArrayList<>();
    for (int decade = from; decade <= to; decade++) {
      ticks.add(new Tick(Math.pow(10, decade), BigDecimal.ONE.scaleByPowerOfTen(decade)));
    }
    return new Scale(Math.pow(10, from), Math.pow(10, to), true, ticks);
  }

  /** From 0 to at least a value, in steps of 1, 2 or 5 times a power of ten. */
  static Scale linear(double most) {
    double step = step(Math.max(most, 1e-9) / LINEAR_TICKS);
    List<Tick> ticks = new ArrayList<>();
    int count = Math.max(1, (int) Math.ceil(most / step - 1e-9));
    for (int i = 0; i <= count; i++) {
      ticks.add(new Tick(i * step, BigDecimal.valueOf(step).multiply(BigDecimal.valueOf(i))));
    }
    return new Scale(0, count * step, false, ticks);
  }

  /** Whole numbers from 0 to at least a value. */
  static Scale whole(int most) {
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i <= Math.max(1, most); i++) {
      ticks.add(new Tick(i, BigDecimal.valueOf(i)));
    }
    return new Scale(0, Math.max(1, most), false, ticks);
  }

  /** Names at 0, 1, 2, ... with half a step of room at both ends. */
  static Scale names(List<String> names) {
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      ticks.add(new Tick(i, names.get(i)));
    }
    return new Scale(-0.5, Math.max(0.5, names.size() - 0.5), false, ticks);
  }

  /**
   * Quantiles by the distance of their tail: the median and p99 lie as far apart as p99 and p99.98.
   */
  static Scale quantiles(double most) {
    List<Tick> ticks = new ArrayList<>();
    for (double quantile : new double[] {0.1, 0.5, 0.9, 0.99, 0.999, 0.9999}) {
      if (quantile <= most + 1e-12) {
        ticks.add(new Tick(tail(quantile), "p" + Curves.percent(quantile)));
      }
    }
    return new Scale(0, Math.max(1, tail(most)), false, ticks);
  }

  /** Where a quantile stands on {@link #quantiles}. */
  static double tail(double quantile) {
    return -Math.log10(1 - quantile);
  }

  private static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (int factor : new int[] {1, 2, 5}) {
      if (factor * power >= least * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  /** The share of the axis at which a value stands; outside values are drawn at the end. */
  double at(double value) {
    double share =
        isLog
            ? Math.log10(Math.max(value, low) / low) / Math.log10(high / low)
            : (value - low) / (high - low);
    return Math.min(1, Math.max(0, share));
  }
}
