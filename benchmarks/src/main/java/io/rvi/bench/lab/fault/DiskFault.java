package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.LoopVolume;
import io.rvi.bench.lab.Volumes;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Hurts the disks of nodes, from below their file systems.
 *
 * @param kind how
 * @param aim whose
 */
record DiskFault(Kind kind, Aim aim) implements Fault {
  /** How a disk is hurt. */
  enum Kind {
    /** Writes and syncs wait; the network goes on. Also flushes the file system as it begins. */
    STALL,
    /** Writes and syncs end in an input/output error. */
    ERROR,
    /** There is no space left. */
    FULL,
    /** The process dies and bytes that were not synced are gone. */
    POWER_LOSS
  }

  private static final String PROBE = "disk-probe";

  private static final String POWER_LOSS_NAME = "power-loss";

  @Override
  public String name() {
    return kind == Kind.POWER_LOSS
        ? POWER_LOSS_NAME
        : "disk-" + kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return spec.volumes() == Volumes.LOOP_MOUNTS
        ? Optional.empty()
        : Optional.of("data directories are not on loop mounts; start the cluster with them");
  }

  @Override
  public Injected inject(Scene scene) {
    List<NodeId> nodes = aim.resolve(scene);
    if (kind == Kind.POWER_LOSS) {
      return powerLossOf(scene.cluster(), nodes);
    }
    Map<NodeId, LoopVolume> disks = disks(scene.cluster(), nodes);
    disks.values().forEach(this::hurt);
    return new HurtDisks(name() + " " + disks.keySet(), kind, scene.cluster(), disks);
  }

  private void hurt(LoopVolume disk) {
    switch (kind) {
      case STALL -> disk.freeze();
      case ERROR -> disk.fail();
      case FULL -> disk.fill();
      case POWER_LOSS -> throw new IllegalStateException("a power loss takes the node too");
    }
  }

  private static Map<NodeId, LoopVolume> disks(Cluster cluster, List<NodeId> nodes) {
    Map<NodeId, LoopVolume> disks = new LinkedHashMap<>();
    for (NodeId node : nodes) {
      disks.put(
          node,
          cluster
              .volume(node)
              .orElseThrow(() -> new LabException(node + " has no volume of its own")));
    }
    return disks;
  }

  /**
   * Takes the power of nodes that the caller has chosen.
   *
   * @param cluster on volumes
   * @param nodes whose; all of them run
   */
  static Injected powerLossOf(Cluster cluster, List<NodeId> nodes) {
    Map<NodeId, LoopVolume> disks = disks(cluster, nodes);
    // All processes first: none may write after another's power is gone.
    Downed downed = Downed.kill(POWER_LOSS_NAME, cluster, nodes);
    disks.values().forEach(LoopVolume::losePower);
    return downed;
  }

  /** Disks that are hurt under running nodes. */
  private record HurtDisks(String what, Kind kind, Cluster cluster, Map<NodeId, LoopVolume> disks)
      implements Injected {
    @Override
    public Proof landed() {
      for (Map.Entry<NodeId, LoopVolume> disk : disks.entrySet()) {
        if (!isHurt(disk.getValue())) {
          return new Proof(false, "the disk of " + disk.getKey() + " works");
        }
      }
      return new Proof(true, "writes do not end well on the disks of " + disks.keySet());
    }

    private boolean isHurt(LoopVolume disk) {
      return kind == Kind.STALL ? disk.isFrozen() : refusesWrites(disk.mountPoint());
    }

    private static boolean refusesWrites(Path mountPoint) {
      Path probe = mountPoint.resolve(PROBE);
      try {
        Files.writeString(probe, "x".repeat(8_192), StandardCharsets.US_ASCII);
        Files.delete(probe);
        return false;
      } catch (IOException refused) {
        return true;
      }
    }

    @Override
    public void heal() throws StartException {
      for (Map.Entry<NodeId, LoopVolume> disk : disks.entrySet()) {
        healOne(disk.getKey(), disk.getValue());
      }
    }

    private void healOne(NodeId node, LoopVolume disk) throws StartException {
      switch (kind) {
        case STALL -> {
          disk.thaw();
          restartIfFailed(node);
        }
        case FULL -> {
          disk.unfill();
          restartIfFailed(node);
        }
        case ERROR -> {
          // The file system stays failed until nobody uses it.
          if (cluster.status(node).state() != NodeStatus.State.STOPPED) {
            cluster.kill(node);
          }
          disk.remount();
          cluster.start(node);
        }
        case POWER_LOSS -> throw new IllegalStateException("a power loss takes the node too");
      }
    }

    /** A node may rightly have taken itself out of service; then an operator restarts it. */
    private void restartIfFailed(NodeId node) throws StartException {
      if (cluster.status(node).state() == NodeStatus.State.FAILED) {
        cluster.kill(node);
        cluster.start(node);
      }
    }
  }
}
