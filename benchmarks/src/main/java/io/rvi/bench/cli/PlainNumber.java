package io.rvi.bench.cli;

import java.math.BigDecimal;

/** Numbers as people write them: no exponent, no trailing zeros, a point in every locale. */
final class PlainNumber {
  private PlainNumber() {}

  static String of(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }
}
