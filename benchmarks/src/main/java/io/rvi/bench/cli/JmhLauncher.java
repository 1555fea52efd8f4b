package io.rvi.bench.cli;

import io.rvi.bench.jmh.BenchmarksMain;
import java.io.IOException;
import java.util.List;

/** Runs JMH in this process, as {@code java -jar benchmarks.jar} does, with its own options. */
final class JmhLauncher {
  private final Terminal terminal;

  JmhLauncher(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Runs it. JMH itself ends the process when a benchmark failed or an option is none of its own.
   *
   * @param options JMH's options
   * @return the exit code of a run that came to its end
   */
  int run(List<String> options) {
    try {
      BenchmarksMain.main(options.toArray(new String[0]));
      return ExitCode.FINE;
    } catch (IOException e) {
      terminal.complain("JMH: " + e.getMessage());
      return ExitCode.INTERNAL;
    }
  }
}
