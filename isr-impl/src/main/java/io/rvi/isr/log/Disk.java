package io.rvi.isr.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The file operations that a log needs, and no others, so that a test can put a disk beneath it
 * that tears, forgets, fills or fails.
 *
 * <p>Promises what a file system promises: what was written can be read back by this process and
 * its successors; it survives a power loss only after {@link DiskFile#force}, and a file's
 * creation, renaming or deletion only after {@link #forceDirectory}.
 *
 * @implSpec Any method may throw IOException, also after it has taken effect. Safe for use by
 *     several threads on different files.
 */
public interface Disk {
  /**
   * Opens a file for reading and writing, creating it when absent.
   *
   * @param file its path
   */
  DiskFile open(Path file) throws IOException;

  /**
   * The names of the entries of a directory, in no order.
   *
   * @param directory which exists
   */
  List<String> list(Path directory) throws IOException;

  /**
   * Whether there is a file or directory.
   *
   * @param path its path
   */
  boolean exists(Path path);

  /**
   * Creates a directory and those above it, where absent.
   *
   * @param directory its path
   */
  void createDirectories(Path directory) throws IOException;

  /**
   * Renames a file atomically, replacing the target.
   *
   * @param source which exists
   * @param target in the same directory
   */
  void replace(Path source, Path target) throws IOException;

  /**
   * Deletes a file; one that is absent already is fine.
   *
   * @param file its path
   */
  void delete(Path file) throws IOException;

  /**
   * Makes creations, renamings and deletions in a directory durable.
   *
   * @param directory which exists
   */
  void forceDirectory(Path directory) throws IOException;
}
