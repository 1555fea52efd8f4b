package io.rvi.raft;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** What tests do to the directories of stopped nodes. */
final class DataDirs {
  private DataDirs() {}

  /**
   * Deletes a directory and all in it.
   *
   * @param root which
   */
  static void deleteTree(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
