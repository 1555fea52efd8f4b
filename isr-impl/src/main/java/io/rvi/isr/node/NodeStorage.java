package io.rvi.isr.node;

import io.rvi.api.Flush;
import io.rvi.isr.log.Damage;
import io.rvi.isr.log.Departures;
import io.rvi.isr.log.Disk;
import io.rvi.isr.log.LogFailure;
import io.rvi.isr.log.LogPlace;
import io.rvi.isr.log.RealDisk;
import io.rvi.isr.log.StorageDirectory;
import io.rvi.spi.NodeSpec;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's directory and the logs in it. Decides under which identity the storage is offered (rule
 * R12): it gets a new one when it may have lost what it acknowledged, which is the case when the
 * log of a replica that it holds is gone, after damage that no crash explains or when a log has
 * forgotten what epoch was accepted, and in flush class {@code none} after a stop by which the page
 * cache may have gone too.
 *
 * <p>A replica is held from {@link #create} to {@link #remove}. Its files are durable before the
 * storage says so, and go after it says so no more: a crash between the two leaves files of which
 * nobody was promised anything, which the next start takes for a replica like any other.
 */
final class NodeStorage {
  private static final Logger LOG = LoggerFactory.getLogger(NodeStorage.class);
  private static final Path KERNEL_BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final String CLUSTER_ID = "cluster-id";
  static final String LOGS = StorageDirectory.LOGS;

  /** Ends the name of a replica's directory that is to be deleted. */
  private static final String REMOVED = ".removed-";

  private final Disk disk;
  private final Path root;
  private final NodeSettings settings;
  private final StorageDirectory directory;
  private final Executor owner;
  private final Executor pool;
  private final Map<ReplicaName, OpenedLog> found = new LinkedHashMap<>();
  private final Departures departures;
  private int removals;

  private NodeStorage(
      Disk disk, StorageDirectory directory, NodeSettings settings, Executor owner, Executor pool) {
    this.disk = disk;
    this.root = directory.path();
    this.directory = directory;
    this.settings = settings;
    this.departures = new Departures(disk, root);
    this.owner = owner;
    this.pool = pool;
  }

  /**
   * Takes the directory into use and opens its logs. Blocks while it reads them.
   *
   * @param spec whose directory
   * @param settings the node's
   * @param owner the thread that the logs are used on, which is this one
   * @param pool threads that may block on the disk
   * @throws LogFailure when the directory can't be used, or a file in it, naming it
   */
  static NodeStorage open(NodeSpec spec, NodeSettings settings, Executor owner, Executor pool)
      throws LogFailure {
    Disk disk = new RealDisk();
    StorageDirectory.Tenant tenant =
        new StorageDirectory.Tenant(
            spec.cluster(),
            spec.id().value(),
            bootToken(settings.bootToken().orElse(KERNEL_BOOT_ID)),
            UUID::randomUUID);
    StorageDirectory directory = StorageDirectory.open(disk, spec.dataDir(), tenant);
    NodeStorage storage = new NodeStorage(disk, directory, settings, owner, pool);
    try {
      storage.openLogs();
      return storage;
    } catch (LogFailure | RuntimeException e) {
      storage.abandon();
      throw e;
    }
  }

  /** A machine that does not say when it booted is taken to have lost its power at each start. */
  private static String bootToken(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "unknown-" + UUID.randomUUID();
    }
  }

  private void openLogs() throws LogFailure {
    deleteRemoved();
    directory.warnings().forEach(LOG::warn);
    giveUpWhatIsLost();
    boolean doubtful = directory.powerLossPossible() && settings.replica().flush() == Flush.NONE;
    for (ReplicaName name : names()) {
      OpenedLog opened = openLog(name);
      found.put(name, opened);
      opened.log().recovery().warnings().forEach(LOG::warn);
      Optional<Damage> damage = opened.log().recovery().damage();
      if (damage.isPresent()) {
        LOG.error("{}; the storage gets a new identity and replicates it anew", damage.get());
        doubtful = true;
      }
      doubtful |= opened.log().recovery().epochForgotten();
    }
    if (doubtful && !found.isEmpty()) {
      // First the identity, then the repair: a crash between the two must not hide the damage.
      directory.replaceIdentity(UUID.randomUUID());
      for (OpenedLog opened : found.values()) {
        if (opened.log().recovery().damage().isPresent()) {
          opened.log().setAsideDamage();
        }
      }
    }
    directory.judged(
        found.keySet().stream().map(ReplicaName::toString).collect(Collectors.toSet()));
  }

  /**
   * Before any log is opened: that makes what is not there, and a start that died then would leave
   * an empty log as if it had always been one.
   */
  private void giveUpWhatIsLost() throws LogFailure {
    List<String> losses = directory.losses();
    for (String loss : losses) {
      LOG.error("{}; the storage gets a new identity and replicates everything anew", loss);
    }
    if (!losses.isEmpty()) {
      directory.replaceIdentity(UUID.randomUUID());
    }
  }

  private Iterable<ReplicaName> names() throws LogFailure {
    Path logs = root.resolve(LOGS);
    try {
      disk.createDirectories(logs);
      return disk.list(logs).stream()
          .sorted()
          .map(ReplicaName::parse)
          .flatMap(Optional::stream)
          .toList();
    } catch (IOException e) {
      throw new LogFailure(LogFailure.Kind.DISK, "cannot list " + logs + ": " + e, e);
    }
  }

  /**
   * Makes the log of a replica that is new here, and notes that the storage holds it, durably.
   * Blocks.
   */
  OpenedLog create(ReplicaName name) throws LogFailure {
    OpenedLog created = openLog(name);
    try {
      directory.hold(name.toString());
      return created;
    } catch (LogFailure e) {
      created.log().abandon();
      throw e;
    }
  }

  private OpenedLog openLog(ReplicaName name) throws LogFailure {
    LogPlace place =
        new LogPlace(
            disk, root.resolve(LOGS).resolve(name.toString()), settings.log(), owner, pool);
    return new OpenedLog(place, directory.powerLossPossible(), departures.epoch(name.toString()));
  }

  /**
   * Deletes a replica: its directory gets another name in one step, so that a crash leaves all of
   * it or nothing; its files go afterwards, beside the loop. A power loss may bring the whole
   * directory back, which is found to be reassigned once more then.
   *
   * @param name whose log was closed
   * @param epoch in which it was reassigned; remembered first, and that the replica is not held
   */
  void remove(ReplicaName name, long epoch) throws LogFailure {
    departures.note(name.toString(), epoch);
    directory.release(name.toString());
    Path logs = root.resolve(LOGS);
    Path replica = logs.resolve(name.toString());
    Path removed = logs.resolve(name + REMOVED + ++removals);
    try {
      disk.replace(replica, removed);
    } catch (IOException e) {
      throw new LogFailure(LogFailure.Kind.DISK, "cannot rename " + replica + ": " + e, e);
    }
    pool.execute(() -> delete(removed));
  }

  /** What a removal left behind when the node stopped. */
  private void deleteRemoved() throws LogFailure {
    Path logs = root.resolve(LOGS);
    try {
      disk.createDirectories(logs);
      for (String name : disk.list(logs)) {
        if (name.contains(REMOVED)) {
          delete(logs.resolve(name));
        }
      }
    } catch (IOException e) {
      throw new LogFailure(LogFailure.Kind.DISK, "cannot list " + logs + ": " + e, e);
    }
  }

  private void delete(Path removed) {
    try {
      // The new name first, or a power loss could bring the replica back with half of its files.
      disk.forceDirectory(removed.resolveSibling("."));
      for (String file : disk.list(removed)) {
        disk.delete(removed.resolve(file));
      }
      disk.delete(removed);
      disk.forceDirectory(removed.resolveSibling("."));
    } catch (IOException e) {
      LOG.warn("cannot delete {}, the next start tries again: {}", removed, e.toString());
    }
  }

  /** The logs that were found at the start. */
  Map<ReplicaName, OpenedLog> found() {
    return found;
  }

  UUID storageId() {
    return directory.identity().storageId();
  }

  boolean cleanStop() {
    return directory.cleanStop();
  }

  /** The cluster that the directory belongs to, or null when it is new. */
  @Nullable UUID clusterId() throws LogFailure {
    Path file = root.resolve(CLUSTER_ID);
    try {
      return UUID.fromString(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException | IllegalArgumentException e) {
      throw new LogFailure(
          LogFailure.Kind.DAMAGED,
          file + " does not hold a cluster id: restore it from another node's directory",
          e);
    }
  }

  /** Binds a new directory to its cluster, durably. */
  void bind(UUID clusterId) throws LogFailure {
    if (clusterId() != null) {
      return;
    }
    Path file = root.resolve(CLUSTER_ID);
    Path draft = root.resolve(CLUSTER_ID + ".new");
    try {
      Files.writeString(draft, clusterId + "\n", StandardCharsets.UTF_8);
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      disk.forceDirectory(root);
    } catch (IOException e) {
      throw new LogFailure(LogFailure.Kind.DISK, "cannot write " + file + ": " + e, e);
    }
  }

  /** Gives the directory up after all logs were closed well. */
  void closeClean() throws LogFailure {
    directory.closeClean();
  }

  /** Gives up the directory, and the logs that no replica has taken over, as a killed process. */
  void abandon() {
    found.values().forEach(opened -> opened.log().abandon());
    directory.abandon();
  }
}
