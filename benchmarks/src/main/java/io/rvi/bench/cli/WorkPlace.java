package io.rvi.bench.cli;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory of nodes' data: there while a run lasts, and gone after it unless it was before.
 */
final class WorkPlace {
  /** For the lab's own hook, which empties the directory while ours waits. */
  private static final int EMPTY_WAIT_MS = 5_000;

  private static final int POLL_MS = 20;

  private final Path directory;

  /** Whether this run made the directory. */
  private volatile boolean made;

  WorkPlace(Path directory) {
    this.directory = directory;
  }

  void open() {
    made = !Files.exists(directory);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      made = false;
      throw new CliException(
          ExitCode.MACHINE,
          "work: cannot make directory "
              + directory
              + " ("
              + e.getClass().getSimpleName()
              + "); set -P work=DIR to one that can be written");
    }
  }

  /** Removes the directory, if this run made it and nothing is left in it. */
  void close() throws IOException {
    if (made) {
      isGone();
    }
  }

  /** As {@link #close}, but waits a while for others to empty it; for a shutdown hook. */
  void closeOnceEmpty() {
    try {
      for (int waitedMs = 0; made && waitedMs < EMPTY_WAIT_MS && !isGone(); waitedMs += POLL_MS) {
        Thread.sleep(POLL_MS);
      }
    } catch (IOException e) {
      made = false; // it stays; the process is ending and the lab reports what it left
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isGone() throws IOException {
    try {
      Files.deleteIfExists(directory);
      return true;
    } catch (DirectoryNotEmptyException e) {
      return false;
    }
  }
}
