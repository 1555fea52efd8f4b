package io.rvi.memory;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.RequestFailedException;
import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.ParityItem;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingType;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The in-memory backend. Its nodes and clients meet in the backend object that started them, so it
 * runs in the {@code embedded} topology alone.
 *
 * <p>A node's records live in this object for as long as the node's directory exists; the file
 * {@code memory-disk} in it says which are the node's. Removing the directory is how one wipes it.
 */
public final class MemoryBackend implements LogBackend {
  /** {@code memory.replication}. */
  static final Setting<Replication> REPLICATION =
      Setting.of(
          "memory.replication",
          new SettingType<>(
              "majority or in-sync", MemoryBackend::readReplication, MemoryBackend::show),
          "majority",
          "The rule by which records commit and leaders are chosen: majority, or in-sync (a set"
              + " that shrinks to what runs).");

  private static final String MARK = "memory-disk";

  private final Map<String, MemoryDisk> disks = new HashMap<>();
  private final Map<String, MemoryCluster> clusters = new HashMap<>();

  /** A backend without any cluster. */
  public MemoryBackend() {}

  private static Replication readReplication(String text) {
    return switch (text) {
      case "majority" -> Replication.MAJORITY;
      case "in-sync" -> Replication.IN_SYNC;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static String show(Replication replication) {
    return replication == Replication.MAJORITY ? "majority" : "in-sync";
  }

  @Override
  public String name() {
    return "memory";
  }

  /**
   * All of them; {@link Capability#DURABLE} as long as the directories exist and this object does.
   */
  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.values());
  }

  /**
   * The common ones, and the rule of replication; there is nothing here that {@code flush} does.
   */
  @Override
  public List<Setting<?>> settings() {
    List<Setting<?>> all = new ArrayList<>(CommonSettings.all());
    all.add(REPLICATION);
    return List.copyOf(all);
  }

  @Override
  public Map<ParityItem, String> effective(Settings settings) {
    Map<ParityItem, String> stated = ParityItem.ofCommon(settings);
    stated.put(ParityItem.RETRIES, "until request.deadline");
    stated.put(ParityItem.LEADER_PLACEMENT, "the preferred leaders, spread evenly over nodes");
    stated.put(
        ParityItem.ACK_POINT,
        settings.get(REPLICATION) == Replication.MAJORITY
            ? "a majority of the replicas"
            : "every replica of the in-sync set");
    stated.put(ParityItem.TRANSPORT, "calls within one JVM");
    return stated;
  }

  @Override
  public Set<Service> services() {
    return Set.of();
  }

  @Override
  public LogNode startNode(NodeSpec spec) throws StartException {
    MemoryDisk disk;
    MemoryCluster cluster;
    synchronized (this) {
      forgetWiped(spec.cluster());
      disk = disk(spec);
      cluster = cluster(spec.cluster());
      if (cluster.isRunning(disk)) {
        throw new StartException(
            StartException.Kind.STORAGE,
            spec.dataDir()
                + " is in use by node "
                + disk.node()
                + " of cluster "
                + disk.cluster()
                + "; give each node a directory of its own",
            null);
      }
    }
    MemoryNode node =
        new MemoryNode(cluster, disk, spec.settings().get(CommonSettings.FAILURE_DETECTION));
    cluster.started(disk);
    return node;
  }

  @Override
  public synchronized LogClient connect(ClientSpec spec) {
    return new MemoryClient(cluster(spec.cluster()), spec);
  }

  private MemoryCluster cluster(String name) {
    return clusters.computeIfAbsent(name, MemoryCluster::new);
  }

  private MemoryDisk disk(NodeSpec spec) throws StartException {
    Path mark = spec.dataDir().resolve(MARK);
    try {
      Files.createDirectories(spec.dataDir());
      MemoryDisk known = Files.exists(mark) ? disks.get(Files.readString(mark)) : null;
      if (known == null) {
        String token = UUID.randomUUID().toString();
        Files.writeString(mark, token);
        known = new MemoryDisk(spec.cluster(), spec.id(), spec.dataDir());
        disks.put(token, known);
      }
      return checkOwner(known, spec);
    } catch (IOException e) {
      throw new StartException(
          StartException.Kind.MACHINE,
          "node " + spec.id() + " can't use its directory " + spec.dataDir() + ": " + e,
          e);
    }
  }

  private static MemoryDisk checkOwner(MemoryDisk disk, NodeSpec spec) throws StartException {
    if (!disk.cluster().equals(spec.cluster()) || !disk.node().equals(spec.id())) {
      throw new StartException(
          StartException.Kind.STORAGE,
          spec.dataDir()
              + " belongs to node "
              + disk.node()
              + " of cluster "
              + disk.cluster()
              + ", not to node "
              + spec.id()
              + " of cluster "
              + spec.cluster(),
          null);
    }
    return disk;
  }

  /**
   * Drops the records of directories that are gone, and clusters that lost their last.
   *
   * @param present the cluster that is about to get a node, so stays even if all others are gone
   */
  private void forgetWiped(String present) {
    List<MemoryDisk> wiped =
        disks.values().stream()
            .filter(disk -> !Files.exists(disk.directory()) && !isRunning(disk))
            .toList();
    disks.values().removeAll(wiped);
    for (MemoryDisk disk : wiped) {
      boolean hasMore = disks.values().stream().anyMatch(d -> d.cluster().equals(disk.cluster()));
      if (!hasMore && !disk.cluster().equals(present)) {
        clusters.remove(disk.cluster());
      }
    }
  }

  private boolean isRunning(MemoryDisk disk) {
    MemoryCluster cluster = clusters.get(disk.cluster());
    return cluster != null && cluster.isRunning(disk);
  }

  @Override
  public synchronized OfflineLog readOffline(Path dataDir, String topic, int partition)
      throws IOException {
    @Nullable MemoryDisk disk = disks.get(Files.readString(dataDir.resolve(MARK)));
    MemoryDisk.PartitionId id = new MemoryDisk.PartitionId(topic, partition);
    if (disk == null || !disk.holds(id)) {
      throw new RequestFailedException(
          ErrorCode.UNKNOWN_PARTITION, dataDir + " holds no replica of " + topic + "-" + partition);
    }
    if (isRunning(disk)) {
      throw new IOException(dataDir + " is in use by node " + disk.node() + "; stop it first");
    }
    return new MemoryOfflineLog(disk.log(id));
  }
}
