package io.rvi.bench.cli;

import io.rvi.bench.experiment.Cell;
import io.rvi.bench.jmh.JmhCell;
import io.rvi.bench.result.BundleWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/** The part of a run that JMH drives: its JSON and log are raw files of the cell. */
final class JmhSession {
  private final BundleWriter writer;
  private final JmhCell jmh;

  /**
   * A session.
   *
   * @param writer the bundle
   * @param work where clusters keep their data
   * @param forks as for {@link JmhCell}
   */
  JmhSession(BundleWriter writer, Path work, int forks) {
    this.writer = writer;
    this.jmh = new JmhCell(work, forks);
    // JMH's lock keeps two of its runs apart on a host; ours share neither ports nor directories.
    System.setProperty("jmh.ignoreLock", "true");
  }

  /**
   * Runs JMH on some cells.
   *
   * @throws CliException when a benchmark failed: the figures are not all there
   */
  void run(List<Cell> cells, RunProgress progress) throws IOException {
    for (Cell cell : cells) {
      String place = String.format(Locale.ROOT, "%s/f%02d/", cell.name(), 0);
      Path log = writer.raw(place + "jmh.log");
      try {
        String score = jmh.run(cell, writer.raw(place + "jmh.json"), log);
        progress.say("[jmh] " + cell.name() + ": append, closed loop, " + score);
      } catch (RunnerException e) {
        throw new CliException(
            ExitCode.RUN_INVALID,
            "jmh: " + cell.name() + " failed (" + e.getMessage() + "); see " + log);
      }
    }
  }
}
