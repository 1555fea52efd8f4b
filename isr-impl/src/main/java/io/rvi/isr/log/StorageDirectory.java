package io.rvi.isr.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's directory: who may use it, whose storage it is, of which replicas it has promised
 * something, and whether the last stop was clean. Used by one thread at a time.
 *
 * <p>Whoever opens it opens the logs next and replaces the identity if they may lack what was
 * promised; then says {@link #judged}. Until that is durable every start sees the same doubts, also
 * one after a start that was cut short, as opening a log may remove what led to them.
 */
public final class StorageDirectory {
  /** The directory in it with one directory for each replica. */
  public static final String LOGS = "logs";

  static final String CLEAN_STOP = "clean-stop";
  static final String CLEAN_STOP_KIND = "rvi-clean-stop";
  static final String OWNER = "storage";
  static final String OWNER_KIND = "rvi-logs-of";

  private static final int VERSION = 1;
  private static final String STORAGE_ID = "storage-id ";

  /** Stands for the boot token of an identity that cannot be read: equals no machine's. */
  private static final String NEVER_JUDGED = "(never judged)";

  private final Disk disk;
  private final Path path;
  private final DirectoryLock lock;
  private final String bootToken;
  private final SideFile identityFile;
  private final SideFile cleanStopFile;

  /** Says in {@link #LOGS} whose logs they are, as that may be a mount point of its own. */
  private final SideFile ownerFile;

  private final List<String> warnings = new ArrayList<>();

  /** As it is on the disk, durably. */
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
  public record Tenant(String cluster, int node, String bootToken, Supplier<UUID> newStorageIds) {
    private String words() {
      return "node " + node + " of cluster " + cluster;
    }

    private String process() {
      return words() + ", process " + ProcessHandle.current().pid();
    }
  }

  private StorageDirectory(Disk disk, Path path, DirectoryLock lock, Tenant tenant)
      throws IOException {
    this.disk = disk;
    this.path = path;
    this.lock = lock;
    this.bootToken = tenant.bootToken();
    this.identityFile = StorageIdentity.file(disk, path);
    this.cleanStopFile = new SideFile(disk, path.resolve(CLEAN_STOP), CLEAN_STOP_KIND, VERSION);
    this.ownerFile = new SideFile(disk, path.resolve(LOGS).resolve(OWNER), OWNER_KIND, VERSION);
    boolean blank = DirectoryContents.of(path).isBlank();
    @Nullable StorageIdentity found = readIdentity(blank);
    if (found != null) {
      checkOurs(found, tenant);
    }
    lock.sign(tenant.process()); // Not before it is known to be ours.
    this.cleanStop = found != null && readCleanStop(found);
    this.powerLossPossible =
        !cleanStop && (found == null || !found.bootToken().equals(tenant.bootToken()));
    this.identity = found != null ? found : formatted(tenant, blank);
    // Nothing is in doubt after a clean stop, and the mark that says so goes in a moment.
    StorageIdentity begun = cleanStop ? identity.withBootToken(bootToken) : identity;
    if (!begun.equals(found)) {
      begun.write(identityFile);
      identity = begun;
    }
    if (cleanStopFile.exists()) {
      cleanStopFile.delete();
    }
  }

  private static StorageIdentity formatted(Tenant tenant, boolean blank) {
    return new StorageIdentity(
        tenant.cluster(),
        tenant.node(),
        tenant.newStorageIds().get(),
        blank ? tenant.bootToken() : NEVER_JUDGED,
        Set.of());
  }

  /**
   * Takes a directory into use, creating it when absent. A lock that a dead process left is taken
   * over. The mark of a clean stop is removed, durably, before this returns.
   *
   * @param disk beneath it
   * @param path the directory
   * @param tenant who opens it
   * @throws LogFailure when another node uses it or owned it, when it holds files and none shows
   *     that it is a node's, or when the disk fails, naming what; nothing in it is changed in the
   *     first three cases
   */
  public static StorageDirectory open(Disk disk, Path path, Tenant tenant) throws LogFailure {
    try {
      disk.createDirectories(path);
      DirectoryContents.of(path).requireOurs(); // Before the lock, which may be a new file.
      DirectoryLock lock = DirectoryLock.take(path, tenant.process());
      try {
        return new StorageDirectory(disk, path, lock, tenant);
      } catch (IOException e) {
        lock.release();
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
    DirectoryLock.requireFree(path);
  }

  private @Nullable StorageIdentity readIdentity(boolean blank) throws IOException {
    try {
      return StorageIdentity.read(identityFile);
    } catch (SideFile.Unreadable e) {
      if (!blank) {
        warnings.add(
            e.getMessage()
                + "; the storage gets a new identity and has to replicate before it counts");
      }
      return null;
    }
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
              + ", not to "
              + tenant.words()
              + "; check the data directories",
          null);
    }
  }

  private boolean readCleanStop(StorageIdentity found) throws IOException {
    if (!cleanStopFile.exists()) {
      return false;
    }
    try {
      return cleanStopFile.read().equals(List.of(STORAGE_ID + found.storageId()));
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
   * has changed since the logs were {@link #judged} last, or is not known.
   */
  public boolean powerLossPossible() {
    return powerLossPossible;
  }

  /** One line for each side file that was unreadable. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /**
   * What is gone of the replicas that the storage holds, one line for each loss, naming the
   * directory. To be asked before any log is opened, as opening makes what is not there.
   *
   * @throws LogFailure when the disk fails
   */
  public List<String> losses() throws LogFailure {
    List<String> losses = new ArrayList<>();
    try {
      for (String replica : identity.replicas()) {
        Path directory = path.resolve(LOGS).resolve(replica);
        if (!holdsLog(directory)) {
          losses.add(directory + " held a replica, and is gone or without its log");
        }
      }
      boolean expected = losses.isEmpty() && !identity.replicas().isEmpty();
      if (expected && !ownsLogs()) {
        losses.add(
            path.resolve(LOGS)
                + " is not known to hold what this storage wrote last: "
                + ownerFile.path()
                + " does not name it");
      }
    } catch (IOException e) {
      throw new LogFailure(
          LogFailure.Kind.DISK, "cannot look for the logs under " + path + ": " + e, e);
    }
    return losses;
  }

  /**
   * Whether there is a segment: from the moment that a log was opened first it is never without.
   */
  private boolean holdsLog(Path directory) throws IOException {
    return disk.exists(directory)
        && disk.list(directory).stream().anyMatch(name -> name.matches("\\d{20}\\.log"));
  }

  private boolean ownsLogs() throws IOException {
    try {
      return ownerFile.read().equals(List.of(STORAGE_ID + identity.storageId()));
    } catch (SideFile.Unreadable e) {
      return false;
    }
  }

  /**
   * Replaces the storage id, durably: what the old one promised does not count any more.
   *
   * @param storageId the new one
   */
  public void replaceIdentity(UUID storageId) throws LogFailure {
    write(identity.withStorageId(storageId));
  }

  /**
   * Ends the doubts of a start, durably: all logs were opened, and the storage has the identity
   * that it deserves.
   *
   * @param replicas the names of their directories; what else was held is given up
   */
  public void judged(Set<String> replicas) throws LogFailure {
    // In this order: replicas that are held without this file count as lost.
    try {
      if (!ownsLogs()) {
        disk.createDirectories(path.resolve(LOGS));
        disk.forceDirectory(path);
        ownerFile.write(List.of(STORAGE_ID + identity.storageId()));
      }
    } catch (IOException e) {
      throw cannotWrite(ownerFile, e);
    }
    write(identity.withBootToken(bootToken).withReplicas(replicas));
  }

  /**
   * Notes durably that the storage holds a replica: from now on its directory may not be missing.
   *
   * @param replica the name of its directory, which is there, durably, with its log
   */
  public void hold(String replica) throws LogFailure {
    Set<String> more = new TreeSet<>(identity.replicas());
    more.add(replica);
    write(identity.withReplicas(more));
  }

  /**
   * Notes durably that a replica is about to be deleted: from now on its directory may be missing.
   *
   * @param replica the name of its directory
   */
  public void release(String replica) throws LogFailure {
    Set<String> fewer = new TreeSet<>(identity.replicas());
    fewer.remove(replica);
    write(identity.withReplicas(fewer));
  }

  private void write(StorageIdentity changed) throws LogFailure {
    if (changed.equals(identity)) {
      return;
    }
    try {
      changed.write(identityFile);
    } catch (IOException e) {
      throw cannotWrite(identityFile, e);
    }
    identity = changed;
  }

  private static LogFailure cannotWrite(SideFile file, IOException e) {
    return new LogFailure(LogFailure.Kind.DISK, "cannot write " + file.path() + ": " + e, e);
  }

  /**
   * Marks the stop as clean, and gives the directory up. Not while a power loss is in doubt.
   *
   * @throws LogFailure when the mark could not be written: the stop then counts as unclean
   */
  public void closeClean() throws LogFailure {
    if (!identity.bootToken().equals(bootToken)) {
      throw new IllegalStateException("the logs under " + path + " were not judged");
    }
    try {
      cleanStopFile.write(List.of(STORAGE_ID + identity.storageId()));
    } catch (IOException e) {
      throw cannotWrite(cleanStopFile, e);
    } finally {
      abandon();
    }
  }

  /** Gives the directory up without a mark, as a killed process would. */
  public void abandon() {
    try {
      lock.release();
    } catch (IOException e) {
      warnings.add("cannot close " + path.resolve(DirectoryLock.FILE) + ": " + e.getMessage());
    }
  }
}
