package io.rvi.isr.sim;

/** An invariant of the protocol that does not hold. */
final class InvariantViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String invariant;

  InvariantViolation(String invariant, String message) {
    super(invariant + ": " + message);
    this.invariant = invariant;
  }

  /** Its number and name. */
  String invariant() {
    return invariant;
  }
}
