package io.rvi.bench.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.Main;

/**
 * Runs JMH in this process with its own options. A benchmark that fails ends the run as failed,
 * unless {@code -foe} says otherwise: JMH's own default leaves its row out and ends well.
 */
final class JmhLauncher {
  private final Terminal terminal;

  JmhLauncher(Terminal terminal) {
    this.terminal = terminal;
  }

  int run(List<String> options) {
    List<String> arguments = new ArrayList<>(options);
    if (!arguments.contains("-foe")) {
      arguments.addAll(List.of("-foe", "true"));
    }
    try {
      Main.main(arguments.toArray(new String[0]));
      return ExitCode.FINE;
    } catch (IOException e) {
      terminal.complain("JMH: " + e.getMessage());
      return ExitCode.INTERNAL;
    }
  }
}
