package io.rvi.bench.lab;

import io.rvi.api.NodeId;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a cluster has on disk: one directory, and in it one for each node, on a volume or not. */
final class NodeDirectories implements AutoCloseable {
  /** Sparse, so it takes what is written; large enough for minutes of load. */
  private static final int VOLUME_MIB = 1_024;

  private final Path directory;
  private final Volumes kind;
  private final Map<NodeId, LoopVolume> volumes = new TreeMap<>();
  private boolean closed;

  NodeDirectories(Path directory, Volumes kind) {
    this.directory = directory;
    this.kind = kind;
  }

  /**
   * Where a node keeps its data.
   *
   * @param node which
   */
  Path dataDir(NodeId node) {
    return directory.resolve(node.toString()).resolve("data");
  }

  /**
   * Makes a directory of the cluster that is no node's.
   *
   * @param path which, inside the cluster's
   */
  synchronized void create(Path path) throws StartException {
    refuseWhenClosed();
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw cannotCreate(path, e);
    }
  }

  /** Else a directory could come to be after all had been deleted. */
  private void refuseWhenClosed() throws StartException {
    if (closed) {
      throw new StartException(
          StartException.Kind.MACHINE, directory + " is being cleared away", null);
    }
  }

  private static StartException cannotCreate(Path path, IOException e) {
    return new StartException(
        StartException.Kind.MACHINE,
        "cannot create " + path + " (" + e + "); make room or choose another place",
        e);
  }

  /**
   * Makes a node's directory, and the volume under it.
   *
   * @param node which
   */
  synchronized void create(NodeId node) throws StartException {
    refuseWhenClosed();
    try {
      if (kind == Volumes.LOOP_MOUNTS) {
        Path mountPoint = directory.resolve(node.toString());
        volumes.put(node, LoopVolume.create(mountPoint, VOLUME_MIB));
      }
      Files.createDirectories(dataDir(node));
    } catch (LabException e) {
      throw new StartException(StartException.Kind.MACHINE, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw cannotCreate(dataDir(node), e);
    }
  }

  /**
   * The volume of a node, if it has one.
   *
   * @param node which
   */
  synchronized Optional<LoopVolume> volume(NodeId node) {
    return Optional.ofNullable(volumes.get(node));
  }

  /** Unmounts and deletes all. */
  @Override
  public synchronized void close() {
    closed = true;
    Closing closing = new Closing();
    volumes.values().forEach(volume -> closing.attempt(volume::remove));
    closing.attempt(() -> Mounts.unmountAllUnder(directory));
    closing.attempt(() -> RunDirectory.deleteTree(directory));
    closing.finish("directory " + directory);
  }
}
