package io.rvi.spi;

import java.io.PrintStream;
import java.util.List;

/**
 * A command of the command line that belongs to one backend, such as one that shows its files in
 * words. Implementations have a public constructor without arguments, hold no state, and name
 * themselves in {@code META-INF/services}.
 */
public interface BackendCommand {
  /** Exit code when all went well. */
  int FINE = 0;

  /** Exit code for arguments that cannot be used. */
  int USAGE = 2;

  /** The word that calls it: lower-case letters and hyphens, such as {@code dump-log}. */
  String name();

  /** One line for the list of commands. */
  String summary();

  /**
   * Runs it.
   *
   * @param arguments what followed the name
   * @param out for data
   * @param err for talk: one line that names the argument or file at fault and what to do
   * @return the process's exit code: {@link #FINE}, {@link #USAGE}, or another of the command
   *     line's
   */
  int run(List<String> arguments, PrintStream out, PrintStream err);
}
