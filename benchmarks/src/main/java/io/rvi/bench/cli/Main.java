package io.rvi.bench.cli;

import io.rvi.bench.lab.Lab;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Entry point of {@code rvi}. */
public final class Main {
  private Main() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param arguments the command and its arguments
   */
  public static void main(String[] arguments) {
    // Libraries that log by java.util.logging would talk between the lines of a progress display.
    Logger.getLogger("").setLevel(Level.SEVERE);
    Terminal terminal =
        Terminal.ofProcess(
            System.getProperty("rvi.columns", ""), System.getenv().getOrDefault("NO_COLOR", ""));
    Cli cli = new Cli(new Context(terminal, System.getenv(), Lab.backends()));
    System.exit(cli.run(List.of(arguments)));
  }
}
