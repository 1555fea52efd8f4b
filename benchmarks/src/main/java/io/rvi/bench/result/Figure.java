package io.rvi.bench.result;

import tools.jackson.databind.node.ObjectNode;

/**
 * One number of a run with what it takes to read it. A number that could not be had is {@link
 * Standing#MISSING} with a reason; it is never a zero, a NaN or an absent row.
 *
 * @param id which figure
 * @param standing how the value is to be read
 * @param value the value; 0 where missing
 * @param unit such as {@code ns}, {@code records/s}, {@code crashes}; of the field, never scaled
 * @param note the reason where missing, else what a reader has to know; may be empty
 */
public record Figure(FigureId id, Standing standing, double value, String unit, String note) {
  /** How a value is to be read. */
  public enum Standing {
    /** As it is. */
    EXACT,
    /** The true value is this or more: operations did not end before their deadline. */
    AT_LEAST,
    /** There is no value. */
    MISSING
  }

  /** Checks that a value is a number and that a missing one has a reason. */
  public Figure {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(id + " is " + value + ": a missing figure has a reason");
    }
    if (standing == Standing.MISSING && note.isBlank()) {
      throw new IllegalArgumentException(id + " is missing without a reason");
    }
  }

  /**
   * A figure as measured.
   *
   * @param id which
   * @param value finite
   * @param unit its unit
   */
  public static Figure of(FigureId id, double value, String unit) {
    return new Figure(id, Standing.EXACT, value, unit, "");
  }

  /**
   * A figure of which only a lower bound is known.
   *
   * @param id which
   * @param value the bound, finite
   * @param unit its unit
   * @param note why only a bound
   */
  public static Figure atLeast(FigureId id, double value, String unit, String note) {
    return new Figure(id, Standing.AT_LEAST, value, unit, note);
  }

  /**
   * A figure that could not be had.
   *
   * @param id which
   * @param unit its unit
   * @param reason why not; not empty
   */
  public static Figure missing(FigureId id, String unit, String reason) {
    return new Figure(id, Standing.MISSING, 0, unit, reason);
  }

  /** Whether there is a value. */
  public boolean isPresent() {
    return standing != Standing.MISSING;
  }

  /** As a JSON object, the value null where missing. */
  public ObjectNode json() {
    ObjectNode node = Json.object();
    node.put("id", id.toString());
    if (isPresent()) {
      putNumber(node, value);
    } else {
      node.putNull("value");
    }
    node.put("unit", unit);
    node.put("standing", standing.name());
    node.put("note", note);
    return node;
  }

  private static void putNumber(ObjectNode node, double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
      node.put("value", (long) value);
    } else {
      node.put("value", value);
    }
  }
}
