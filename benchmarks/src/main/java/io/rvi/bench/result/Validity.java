package io.rvi.bench.result;

/** What a bundle's figures are good for. */
public enum Validity {
  /** Every cell ran as planned and every check passed. */
  VALID,
  /** Figures stand, with the reasons beside them: unequal settings, a missed rate, a preview. */
  DEGRADED,
  /** The figures must not be used: a failed cell, a lost record, a fault that did not land. */
  INVALID
}
