package io.rvi.bench.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One number of a run under the id by which it is cited. A number that could not be had is null
 * with a reason; it is never a zero, a NaN or an absent row.
 *
 * @param id which figure
 * @param value the value, or null when there is none
 * @param low the lower end of its 95 % interval, or null when the run does not carry one
 * @param high the upper end of its 95 % interval, or null
 * @param atLeast the true value is this or more, as operations did not end before their deadline
 * @param forks fresh runs behind it: the sample size
 * @param unit such as {@code ms}, {@code records/s}, {@code crashes}; empty for a bare number
 * @param note the reason where there is no value, else what a reader has to know; may be empty
 */
public record CitedFigure(
    FigureId id,
    @Nullable Double value,
    @Nullable Double low,
    @Nullable Double high,
    boolean atLeast,
    int forks,
    String unit,
    String note) {
  /** Whole numbers up to here are exact in a double and are written without a point. */
  private static final double EXACT_MAX = 1L << 53;

  /** Checks that values are numbers and that a missing one has a reason. */
  public CitedFigure {
    requireFinite(id, value);
    requireFinite(id, low);
    requireFinite(id, high);
    if (value == null && note.isBlank()) {
      throw new IllegalArgumentException(id + " is missing without a reason");
    }
  }

  private static void requireFinite(FigureId id, @Nullable Double number) {
    if (number != null && !Double.isFinite(number)) {
      throw new IllegalArgumentException(id + " is " + number + ": a missing figure has a reason");
    }
  }

  /**
   * A figure as measured once, without an interval.
   *
   * @param id which
   * @param value finite
   * @param unit its unit
   */
  public static CitedFigure of(FigureId id, double value, String unit) {
    return new CitedFigure(id, value, null, null, false, 1, unit, "");
  }

  /**
   * A figure that could not be had.
   *
   * @param id which
   * @param unit its unit
   * @param reason why not; not empty
   */
  public static CitedFigure missing(FigureId id, String unit, String reason) {
    return new CitedFigure(id, null, null, null, false, 0, unit, reason);
  }

  /** The value as a citation has it, such as {@code >= 10000 ms}; {@code n/a} without one. */
  public String text() {
    if (value == null) {
      return "n/a";
    }
    String number = (atLeast ? ">= " : "") + plain(value);
    return unit.isEmpty() ? number : number + " " + unit;
  }

  /** The value with three significant digits, such as {@code >= 10000 ms} or {@code 1.23 ms}. */
  public String shortText() {
    if (value == null) {
      return "n/a";
    }
    return (atLeast ? ">= " : "") + threeDigits(value) + (unit.isEmpty() ? "" : " " + unit);
  }

  /** The value with three significant digits and no unit. */
  public String bareText() {
    return value == null ? "n/a" : (atLeast ? ">= " : "") + threeDigits(value);
  }

  /** Its interval with three significant digits, or {@code none}. */
  public String shortInterval() {
    return low == null || high == null ? "none" : threeDigits(low) + " to " + threeDigits(high);
  }

  /** Three significant digits, whole numbers whole, never an exponent. */
  private static String threeDigits(double number) {
    if (number == Math.rint(number) || Math.abs(number) >= 100) {
      return plain(Math.rint(number));
    }
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(3, RoundingMode.HALF_UP));
    return rounded.toPlainString();
  }

  /** Its interval such as {@code 1.2 to 1.4}, or {@code none}. */
  public String intervalText() {
    return low == null || high == null ? "none" : plain(low) + " to " + plain(high);
  }

  /** A number with a decimal point, never an exponent, in every locale. */
  static String plain(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }

  /** As a JSON object. */
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("id", id.toString());
    put(node, "value", value);
    put(node, "low", low);
    put(node, "high", high);
    node.put("atLeast", atLeast);
    node.put("forks", forks);
    node.put("unit", unit);
    node.put("note", note);
    return node;
  }

  private static void put(ObjectNode node, String name, @Nullable Double number) {
    if (number == null) {
      node.putNull(name);
    } else if (number == Math.rint(number) && Math.abs(number) < EXACT_MAX) {
      node.put(name, number.longValue());
    } else {
      node.put(name, number);
    }
  }
}
