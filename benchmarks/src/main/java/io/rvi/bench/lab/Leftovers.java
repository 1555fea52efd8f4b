package io.rvi.bench.lab;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What runs of the lab left that did not live to clear it themselves: processes, networks, mounts,
 * directories. Two labs may clear the same at once.
 */
final class Leftovers {
  private static final System.Logger LOGGER = System.getLogger(Leftovers.class.getName());

  private Leftovers() {}

  /**
   * Clears what dead runs left.
   *
   * @param base where run directories lie; may not exist
   * @throws LabException naming what cannot be cleared
   */
  static void clear(Path base) {
    if (!Files.isDirectory(base)) {
      return;
    }
    try (DirectoryStream<Path> runs =
        Files.newDirectoryStream(base.toRealPath(), RunDirectory.PREFIX + "*")) {
      for (Path run : runs) {
        if (!ownerLives(run)) {
          LOGGER.log(System.Logger.Level.INFO, "clearing what a dead run left in {0}", run);
          clearRun(run);
        }
      }
    } catch (IOException e) {
      throw new LabException("cannot look for leftovers in " + base + ": " + e, e);
    }
  }

  private static boolean ownerLives(Path run) {
    try {
      return RunDirectory.ProcessRecord.read(run.resolve(RunDirectory.OWNER)).isAlive();
    } catch (IOException unreadable) {
      // Between the creation of a directory and of its record: the name has the number, at least.
      return pidInName(run).isPresent() && ProcessHandle.of(pidInName(run).getAsLong()).isPresent();
    }
  }

  private static java.util.OptionalLong pidInName(Path run) {
    String name = String.valueOf(run.getFileName());
    String rest = name.substring(RunDirectory.PREFIX.length());
    int dash = rest.indexOf('-');
    try {
      return java.util.OptionalLong.of(Long.parseLong(rest.substring(0, Math.max(dash, 0))));
    } catch (NumberFormatException notOurs) {
      return java.util.OptionalLong.empty();
    }
  }

  private static void clearRun(Path run) throws IOException {
    for (Path record : processRecords(run)) {
      killRecorded(record);
    }
    NetworkNames.deleteRun(run);
    Mounts.unmountAllUnder(run);
    RunDirectory.deleteTree(run);
  }

  private static List<Path> processRecords(Path run) throws IOException {
    // Records lie in the directory of a cluster, beside data that may be large: no deeper.
    try (Stream<Path> files = Files.walk(run, 2)) {
      return files.filter(file -> file.toString().endsWith(ProcessLauncher.PID_SUFFIX)).toList();
    }
  }

  private static void killRecorded(Path file) throws IOException {
    RunDirectory.ProcessRecord record;
    try {
      record = RunDirectory.ProcessRecord.read(file);
    } catch (IOException tornOrGone) {
      LOGGER.log(System.Logger.Level.WARNING, "skipping process record {0}", tornOrGone);
      return;
    }
    if (!record.isAlive()) {
      return;
    }
    ProcessHandle process = ProcessHandle.of(record.pid()).orElse(null);
    if (process == null) {
      return;
    }
    process.destroyForcibly();
    try {
      process.onExit().get(Timings.KILL_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while clearing leftovers", e);
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new LabException("process " + record.pid() + " of a dead run cannot be killed", e);
    }
  }
}
