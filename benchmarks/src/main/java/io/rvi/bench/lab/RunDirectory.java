package io.rvi.bench.lab;

import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * The directory of one run of the lab, deleted with all it holds when the run ends.
 *
 * <p>Its name and its file {@code owner} say which process made it, so that a later run can tell
 * the leftovers of a dead one from the belongings of a live one.
 */
final class RunDirectory implements AutoCloseable {
  static final String PREFIX = "run-";
  static final String OWNER = "owner";

  private final Path path;
  private final boolean madeBase;

  private RunDirectory(Path path, boolean madeBase) {
    this.path = path;
    this.madeBase = madeBase;
  }

  /**
   * Creates one for this process.
   *
   * @param base where run directories lie; created when absent, and then deleted with the last
   */
  static RunDirectory create(Path base) throws StartException {
    ProcessHandle self = ProcessHandle.current();
    boolean isNew = !Files.exists(base);
    try {
      Files.createDirectories(base);
      Path path = Files.createTempDirectory(base.toRealPath(), PREFIX + self.pid() + "-");
      Files.writeString(path.resolve(OWNER), ProcessRecord.of(self).toText());
      return new RunDirectory(path, isNew);
    } catch (IOException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "cannot create a run directory in "
              + base
              + " ("
              + e
              + "); choose a directory that can be written and has room",
          e);
    }
  }

  /** Where it is; absolute, without symbolic links. */
  Path path() {
    return path;
  }

  /** Deletes it and all it holds. */
  @Override
  public void close() {
    try {
      deleteTree(path);
      if (madeBase) {
        Files.deleteIfExists(path.getParent());
      }
    } catch (DirectoryNotEmptyException e) {
      // Another run is at work there: its directory.
    } catch (IOException e) {
      throw new LabException("cannot delete the run directory " + path + ": " + e, e);
    }
  }

  /**
   * Deletes a directory and all it holds; files that vanish meanwhile are fine.
   *
   * @param root the directory, or nothing at all
   */
  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(
              Path directory, @org.jspecify.annotations.Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * A process as it is told from others that had or will have its number.
   *
   * @param pid its number
   * @param start when it started
   */
  record ProcessRecord(long pid, Instant start) {
    /** The kernel counts in ticks from boot; a step of the clock moves what it reports a little. */
    private static final long TOLERANCE_MS = 2_000;

    static ProcessRecord of(ProcessHandle process) {
      return new ProcessRecord(process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
    }

    static ProcessRecord read(Path file) throws IOException {
      String[] parts = Files.readString(file, StandardCharsets.US_ASCII).strip().split(" ", -1);
      try {
        return new ProcessRecord(
            Long.parseLong(parts[0]), Instant.ofEpochMilli(Long.parseLong(parts[1])));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new IOException("not a process record: " + file, e);
      }
    }

    String toText() {
      return pid + " " + start.toEpochMilli() + "\n";
    }

    /** Whether this very process still lives. */
    boolean isAlive() {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .flatMap(process -> process.info().startInstant())
          .filter(now -> Math.abs(now.toEpochMilli() - start.toEpochMilli()) <= TOLERANCE_MS)
          .isPresent();
    }
  }
}
