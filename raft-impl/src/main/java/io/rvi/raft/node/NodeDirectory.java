package io.rvi.raft.node;

import io.rvi.api.NodeId;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node's data directory: whose it is, and that nobody else uses it.
 *
 * <p>Holds {@code identity} (backend, cluster, node), {@code lock}, {@code groups.list} (see {@link
 * GroupRegistry}), {@code groups} (Ratis's directory of each group), {@code marks} (see {@link
 * NewestSegments}) and {@code none}, which stays empty.
 */
final class NodeDirectory implements AutoCloseable {
  private static final String IDENTITY = "identity";
  private static final String LOCK = "lock";

  private final Path root;
  private final FileChannel lockFile;
  private final FileLock lock;

  private NodeDirectory(Path root, FileChannel lockFile, FileLock lock) {
    this.root = root;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /**
   * Opens a node's directory, making it when absent.
   *
   * @param root where
   * @param cluster the cluster's name
   * @param node who opens it
   * @throws StartException naming the directory and what is wrong with it; nothing is changed then
   */
  static NodeDirectory open(Path root, String cluster, NodeId node) throws StartException {
    NodeDirectory directory = lock(root);
    try {
      directory.identify("raft " + cluster + " " + node + "\n");
      Files.createDirectories(directory.groups());
      Files.createDirectories(directory.none());
      Files.createDirectories(directory.marks());
      return directory;
    } catch (IOException e) {
      directory.close();
      throw unusable(root, e);
    } catch (StartException e) {
      directory.close();
      throw e;
    }
  }

  /** Where Ratis keeps the groups. */
  Path groups() {
    return groupsOf(root);
  }

  /** Where Ratis keeps the groups of a node that need not run. */
  static Path groupsOf(Path root) {
    return root.resolve("groups");
  }

  /** The group list of a node that need not run. */
  static Path registryOf(Path root) {
    return root.resolve("groups.list");
  }

  /** The cluster of a node that need not run. */
  static String clusterOf(Path root) throws IOException {
    String[] words = Files.readString(root.resolve(IDENTITY)).strip().split(" ", -1);
    if (words.length != 3) {
      throw new IOException("identity file " + root.resolve(IDENTITY) + " is damaged");
    }
    return words[1];
  }

  /**
   * Makes sure that no node uses a directory; changes nothing in it.
   *
   * @throws IOException naming the directory when one does, or when it can't be read
   */
  static void requireUnused(Path root) throws IOException {
    Path file = root.resolve(LOCK);
    if (!Files.exists(file)) {
      throw new IOException("directory " + root + " is not a raft node's");
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      FileLock free = tryLock(channel);
      if (free == null) {
        throw new IOException("directory " + root + " is in use by a running node; stop it first");
      }
      free.release();
    }
  }

  /** Where {@link NewestSegments} notes how far logs have come. */
  Path marks() {
    return root.resolve("marks");
  }

  /** A directory without groups. */
  Path none() {
    return root.resolve("none");
  }

  /** The file of the {@link GroupRegistry}. */
  Path registry() {
    return registryOf(root);
  }

  @Override
  public void close() {
    try {
      lock.release();
      lockFile.close();
    } catch (IOException e) {
      // The channel is closed all the same, and with it the lock is gone.
    }
  }

  /**
   * Writes a small file so that a crash leaves the old or the new content.
   *
   * @param file which
   * @param content its new content
   */
  static void replace(Path file, String content) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel out =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel parent = FileChannel.open(file.toAbsolutePath().getParent())) {
      parent.force(true);
    }
  }

  private static NodeDirectory lock(Path root) throws StartException {
    try {
      Files.createDirectories(root);
      FileChannel file =
          FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(file);
      if (lock == null) {
        file.close();
        throw new StartException(
            StartException.Kind.MACHINE,
            "data directory " + root + " is in use by another node; give each node its own",
            null);
      }
      return new NodeDirectory(root, file, lock);
    } catch (IOException e) {
      throw unusable(root, e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private void identify(String mine) throws IOException, StartException {
    Path file = root.resolve(IDENTITY);
    if (Files.exists(file)) {
      String found = Files.readString(file);
      if (!found.equals(mine)) {
        throw new StartException(
            StartException.Kind.STORAGE,
            "data directory "
                + root
                + " belongs to \""
                + found.strip()
                + "\", not to \""
                + mine.strip()
                + "\"; give this node its own directory",
            null);
      }
      return;
    }
    List<String> strangers = strangers();
    if (!strangers.isEmpty()) {
      throw new StartException(
          StartException.Kind.STORAGE,
          "data directory "
              + root
              + " is not a raft node's, yet holds "
              + strangers
              + "; give this node an empty directory",
          null);
    }
    replace(file, mine);
  }

  private List<String> strangers() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !List.of(LOCK, IDENTITY + ".new", "lost+found").contains(name))
          .sorted()
          .toList();
    }
  }

  private static StartException unusable(Path root, IOException cause) {
    return new StartException(
        StartException.Kind.MACHINE,
        "data directory " + root + " can't be used: " + cause + "; check its path and permissions",
        cause);
  }
}
