package io.rvi.bench.result;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one figure of one bundle, for citation: {@code rvi:<12 hex>#experiment/cell/metric}, the
 * hex being the beginning of the bundle digest.
 *
 * @param bundle 12 hex digits
 * @param figure which figure of it
 */
public record ResultId(String bundle, FigureId figure) {
  /** How many hex digits of the bundle digest an id holds: 48 bits. */
  public static final int HEX_DIGITS = 12;

  private static final Pattern FORM = Pattern.compile("rvi:([0-9a-f]{" + HEX_DIGITS + "})#(.+)");

  /** Checks the form. */
  public ResultId {
    if (!bundle.matches("[0-9a-f]{" + HEX_DIGITS + "}")) {
      throw new IllegalArgumentException(
          "a result id holds " + HEX_DIGITS + " hex digits, not \"" + bundle + "\"");
    }
  }

  /**
   * Parses {@code rvi:<12 hex>#experiment/cell/metric}.
   *
   * @param text the text
   * @throws IllegalArgumentException naming the text when it is not of that form
   */
  public static ResultId parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected rvi:<"
              + HEX_DIGITS
              + " hex digits>#experiment/cell/metric, not \""
              + text
              + "\"");
    }
    return new ResultId(matcher.group(1), FigureId.parse(matcher.group(2)));
  }

  @Override
  public String toString() {
    return "rvi:" + bundle + "#" + figure;
  }
}
