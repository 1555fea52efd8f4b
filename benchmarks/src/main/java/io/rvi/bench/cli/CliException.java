package io.rvi.bench.cli;

/** Ends a command with one line and an exit code. */
final class CliException extends RuntimeException {
  private final int exitCode;

  /**
   * Creates the exception.
   *
   * @param exitCode of {@link ExitCode}
   * @param message one line: what is wrong and what to do
   */
  CliException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
