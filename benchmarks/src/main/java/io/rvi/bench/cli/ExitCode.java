package io.rvi.bench.cli;

/** What the process's exit code says. */
final class ExitCode {
  static final int FINE = 0;

  /** A fault of this program. */
  static final int INTERNAL = 1;

  /** Arguments that cannot be used. */
  static final int USAGE = 2;

  /** A configuration that cannot be used. */
  static final int CONFIGURATION = 3;

  /** A run in which a promise of safety was broken: an acked record was lost. */
  static final int SAFETY = 4;

  /** A measured value outside of what theory allows. */
  static final int OUTSIDE_BAND = 5;

  /** A machine, directory or service that does not allow a run. */
  static final int MACHINE = 6;

  /** A run whose figures must not be used. */
  static final int RUN_INVALID = 7;

  /** A bundle that is not as it was written. */
  static final int VERIFICATION = 8;

  /** Ended by the user; 128 and the number of SIGINT. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
