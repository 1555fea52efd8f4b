package io.rvi.isr.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What lies in a directory that a node is about to use: nothing, a node's storage, or somebody
 * else's files. Goes by how files begin and not by their names, as others call theirs {@code
 * identity}, {@code lock} and {@code logs} too. Reads only, and creates nothing.
 */
final class DirectoryContents {
  /** What a file system keeps in an empty directory, and a start that was cut short leaves. */
  private static final Set<String> OF_NO_ACCOUNT =
      Set.of(DirectoryLock.FILE, StorageIdentity.FILE + SideFile.TEMPORARY_SUFFIX, "lost+found");

  /** As many names as a line can show. */
  private static final int SHOWN_MAX = 8;

  private final Path path;
  private final List<String> names;

  private DirectoryContents(Path path, List<String> names) {
    this.path = path;
    this.names = names;
  }

  /**
   * Lists a directory.
   *
   * @param path which exists
   */
  static DirectoryContents of(Path path) throws IOException {
    List<String> names = entries(path).stream().map(DirectoryContents::name).toList();
    return new DirectoryContents(path, names);
  }

  private static String name(Path entry) {
    return String.valueOf(entry.getFileName());
  }

  /** Whether no node has used the directory yet, nor anybody else. */
  boolean isBlank() {
    return OF_NO_ACCOUNT.containsAll(names);
  }

  /**
   * Makes sure that the directory is blank, or that at least one file shows that it is a node's.
   *
   * @throws LogFailure when it is not, naming it and what it holds
   */
  void requireOurs() throws IOException {
    if (isBlank() || isOurs()) {
      return;
    }
    throw new LogFailure(
        LogFailure.Kind.NOT_OURS,
        "the data directory "
            + path
            + " is not that of an ISR node: it holds "
            + names.subList(0, Math.min(names.size(), SHOWN_MAX))
            + (names.size() > SHOWN_MAX ? " and more" : "")
            + (names.contains(StorageIdentity.FILE)
                ? ", and its identity file is of another kind"
                : ", and no identity file")
            + "; nothing was changed: give this node an empty directory, or its own",
        null);
  }

  private boolean isOurs() throws IOException {
    return begins(path.resolve(StorageIdentity.FILE), StorageIdentity.KIND + " ")
        || begins(path.resolve(StorageDirectory.CLEAN_STOP), StorageDirectory.CLEAN_STOP_KIND + " ")
        || holdsDepartures()
        || holdsLogs();
  }

  private boolean holdsDepartures() throws IOException {
    for (Path file : entries(path.resolve(Departures.DIRECTORY))) {
      if (begins(file, Departures.KIND + " ")) {
        return true;
      }
    }
    return false;
  }

  private boolean holdsLogs() throws IOException {
    Path logs = path.resolve(StorageDirectory.LOGS);
    if (begins(logs.resolve(StorageDirectory.OWNER), StorageDirectory.OWNER_KIND + " ")) {
      return true;
    }
    for (Path log : entries(logs)) {
      for (Path file : entries(log)) {
        boolean ours =
            begins(file, Checkpoint.KIND + " ")
                || begins(file, Epochs.KIND + " ")
                || begins(file, SegmentHeader.FIRST_BYTES);
        if (ours) {
          return true;
        }
      }
    }
    return false;
  }

  /** What is in a directory; nothing when there is none. */
  private static List<Path> entries(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  private static boolean begins(Path file, String words) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    byte[] expected = words.getBytes(StandardCharsets.US_ASCII);
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(expected.length), expected);
    }
  }
}
