package io.rvi.isr.sim;

/** An invariant of the protocol that does not hold. */
final class InvariantViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String invariant;

  InvariantViolation(String invariant, String message) {
    super(invariant + ": " + message);
    this.invariant = invariant;
  }

  /** What the protocol itself found to be impossible, and refused to go on from. */
  static InvariantViolation of(RuntimeException breach) {
    StackTraceElement[] stack = breach.getStackTrace();
    InvariantViolation violation =
        new InvariantViolation(
            "Breach", breach + (stack.length == 0 ? "" : " at " + stack[0].getClassName()));
    violation.initCause(breach);
    return violation;
  }

  /** Its number and name. */
  String invariant() {
    return invariant;
  }
}
