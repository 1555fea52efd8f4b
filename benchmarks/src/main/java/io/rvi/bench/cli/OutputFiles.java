package io.rvi.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that a command was told to write. */
final class OutputFiles {
  private OutputFiles() {}

  /** Writes a file and the directories above it; what was there before is replaced. */
  static void write(Path file, String text) {
    try {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new CliException(
          ExitCode.MACHINE,
          file
              + ": cannot be written ("
              + e.getClass().getSimpleName()
              + "); choose another place");
    }
  }
}
