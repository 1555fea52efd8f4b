package io.rvi.bench.cli;

import java.io.PrintStream;

/**
 * Where a command prints.
 *
 * @param out for data
 * @param err for talk
 * @param isInteractive whether a person watches both
 * @param hasColour whether talk may be coloured
 * @param columns characters of a line
 */
record Terminal(
    PrintStream out, PrintStream err, boolean isInteractive, boolean hasColour, int columns) {
  /** A line that is not a terminal's; long enough for every table here. */
  private static final int PLAIN_COLUMNS = 160;

  private static final int COLUMNS_MIN = 40;

  /**
   * The process's streams. The launcher knows whether they are a terminal, which Java does not say
   * on every version; it passes that on as properties.
   *
   * @param columns the terminal's width as the launcher read it, or empty where there is none
   * @param noColour the variable NO_COLOR, or empty
   */
  static Terminal ofProcess(String columns, String noColour) {
    boolean interactive = columns.matches("\\d{1,4}");
    return new Terminal(
        System.out,
        System.err,
        interactive,
        interactive && noColour.isEmpty(),
        interactive ? Math.max(COLUMNS_MIN, Integer.parseInt(columns)) : PLAIN_COLUMNS);
  }

  /** Prints one line of talk. */
  void say(String line) {
    err.println(line);
  }

  /** Prints one line of data. */
  void print(String line) {
    out.println(line);
  }

  /** Prints the line that a failing command ends with. */
  void complain(String line) {
    err.println((hasColour ? "\u001b[1;31merror:\u001b[0m " : "error: ") + line);
  }
}
