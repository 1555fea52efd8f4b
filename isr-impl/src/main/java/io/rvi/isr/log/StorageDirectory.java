package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's directory: who may use it, whose storage it is, and whether the last stop was clean.
 * Used by one thread at a time.
 */
public final class StorageDirectory {
  private static final int VERSION = 1;
  private static final int LOCK_TEXT_BYTES_MAX = 256;

  private final Disk disk;
  private final Path path;
  private final FileChannel lockChannel;
  private final SideFile identityFile;
  private final SideFile cleanStopFile;
  private final List<String> warnings = new ArrayList<>();
  private StorageIdentity identity;
  private final boolean cleanStop;
  private final boolean powerLossPossible;

  /**
   * Who opens the directory.
   *
   * @param cluster the cluster's name
   * @param node the node's id
   * @param bootToken changes when unflushed bytes may have been lost: the kernel's boot id, or what
   *     stands for it
   * @param newStorageIds draws random storage ids
   */
  public record Tenant(String cluster, int node, String bootToken, Supplier<UUID> newStorageIds) {}

  private StorageDirectory(Disk disk, Path path, FileChannel lockChannel, Tenant tenant)
      throws IOException {
    this.disk = disk;
    this.path = path;
    this.lockChannel = lockChannel;
    this.identityFile = new SideFile(disk, path.resolve("identity"), "rvi-identity", VERSION);
    this.cleanStopFile = new SideFile(disk, path.resolve("clean-stop"), "rvi-clean-stop", VERSION);
    @Nullable StorageIdentity found = readIdentity();
    if (found != null) {
      checkOurs(found, tenant);
    }
    this.cleanStop = found != null && readCleanStop(found);
    this.powerLossPossible =
        !cleanStop && (found == null || !found.bootToken().equals(tenant.bootToken()));
    UUID storageId = found == null ? tenant.newStorageIds().get() : found.storageId();
    this.identity =
        new StorageIdentity(tenant.cluster(), tenant.node(), storageId, tenant.bootToken());
    if (!identity.equals(found)) {
      identity.write(identityFile);
    }
    if (cleanStopFile.exists()) {
      cleanStopFile.delete();
    }
  }

  /**
   * Takes a directory into use, creating it when absent. A lock that a dead process left is taken
   * over. The mark of a clean stop is removed, durably, before this returns.
   *
   * @param disk beneath it
   * @param path the directory
   * @param tenant who opens it
   * @throws LogFailure when another node uses it or owned it, or the disk fails, naming both
   */
  public static StorageDirectory open(Disk disk, Path path, Tenant tenant) throws LogFailure {
    try {
      disk.createDirectories(path);
      FileChannel channel = lock(path, tenant);
      try {
        return new StorageDirectory(disk, path, channel, tenant);
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (LogFailure e) {
      throw e;
    } catch (IOException e) {
      throw new LogFailure(
          LogFailure.Kind.DISK, "cannot use the data directory " + path + ": " + e, e);
    }
  }

  /**
   * Makes sure that no node uses a directory. Changes nothing in it.
   *
   * @param path the directory
   * @throws LogFailure when a node uses it, naming the node
   */
  public static void requireUnused(Path path) throws IOException {
    Path file = path.resolve("lock");
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (!tryLock(channel)) {
        throw new LogFailure(
            LogFailure.Kind.NOT_OURS,
            "the data directory " + path + " is in use by " + readText(channel) + "; stop it first",
            null);
      }
    }
  }

  private static FileChannel lock(Path path, Tenant tenant) throws IOException {
    Path file = path.resolve("lock");
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    String self =
        "node "
            + tenant.node()
            + " of cluster "
            + tenant.cluster()
            + ", process "
            + ProcessHandle.current().pid();
    if (!tryLock(channel)) {
      String other = readText(channel);
      channel.close();
      throw new LogFailure(
          LogFailure.Kind.NOT_OURS,
          "the data directory "
              + path
              + " is in use by "
              + other
              + "; "
              + self
              + " needs one of its own",
          null);
    }
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(self.getBytes(StandardCharsets.UTF_8)), 0);
    return channel;
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static String readText(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(LOCK_TEXT_BYTES_MAX);
    channel.read(text, 0);
    String words = StandardCharsets.UTF_8.decode(text.flip()).toString().strip();
    return words.isEmpty() ? "another node" : words;
  }

  private @Nullable StorageIdentity readIdentity() throws IOException {
    try {
      return StorageIdentity.read(identityFile);
    } catch (SideFile.Unreadable e) {
      if (identityFile.exists() || holdsMore()) {
        warnings.add(
            e.getMessage()
                + "; the storage gets a new identity and has to replicate before it counts");
      }
      return null;
    }
  }

  private boolean holdsMore() throws IOException {
    return disk.list(path).stream().anyMatch(name -> !name.equals("lock"));
  }

  private void checkOurs(StorageIdentity found, Tenant tenant) throws LogFailure {
    if (!found.cluster().equals(tenant.cluster()) || found.node() != tenant.node()) {
      throw new LogFailure(
          LogFailure.Kind.NOT_OURS,
          "the data directory "
              + path
              + " belongs to node "
              + found.node()
              + " of cluster "
              + found.cluster()
              + ", not to node "
              + tenant.node()
              + " of cluster "
              + tenant.cluster()
              + "; check the data directories",
          null);
    }
  }

  private boolean readCleanStop(StorageIdentity found) throws IOException {
    if (!cleanStopFile.exists()) {
      return false;
    }
    try {
      return cleanStopFile.read().equals(List.of("storage-id " + found.storageId()));
    } catch (SideFile.Unreadable e) {
      warnings.add(e.getMessage() + "; the stop counts as unclean");
      return false;
    }
  }

  /** The directory. */
  public Path path() {
    return path;
  }

  /** Whose storage it is. */
  public StorageIdentity identity() {
    return identity;
  }

  /** Whether every log was closed well when the directory was used last. */
  public boolean cleanStop() {
    return cleanStop;
  }

  /**
   * Whether bytes that were never flushed may be gone: the stop was not clean, and the boot token
   * has changed since or is not known.
   */
  public boolean powerLossPossible() {
    return powerLossPossible;
  }

  /** One line for each side file that was unreadable. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /**
   * Replaces the storage id, durably: what the old one promised does not count any more.
   *
   * @param storageId the new one
   */
  public void replaceIdentity(UUID storageId) throws LogFailure {
    StorageIdentity replaced =
        new StorageIdentity(identity.cluster(), identity.node(), storageId, identity.bootToken());
    try {
      replaced.write(identityFile);
    } catch (IOException e) {
      throw new LogFailure(
          LogFailure.Kind.DISK, "cannot write " + identityFile.path() + ": " + e, e);
    }
    identity = replaced;
  }

  /**
   * Marks the stop as clean, and gives the directory up.
   *
   * @throws LogFailure when the mark could not be written: the stop then counts as unclean
   */
  public void closeClean() throws LogFailure {
    try {
      cleanStopFile.write(List.of("storage-id " + identity.storageId()));
    } catch (IOException e) {
      throw new LogFailure(
          LogFailure.Kind.DISK, "cannot write " + cleanStopFile.path() + ": " + e, e);
    } finally {
      abandon();
    }
  }

  /** Gives the directory up without a mark, as a killed process would. */
  public void abandon() {
    try {
      lockChannel.close();
    } catch (IOException e) {
      warnings.add("cannot close " + path.resolve("lock") + ": " + e.getMessage());
    }
  }
}
