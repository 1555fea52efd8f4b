package io.rvi.isr.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Whose storage a directory is, and which: rule R12. What the storage has promised hangs on its id,
 * so the replicas that it promised something of are named in the same file: the one cannot be lost
 * without the other, and both change as one.
 *
 * @param cluster the cluster's name
 * @param node the node's id
 * @param storageId drawn at format, replaced when what it promised may be lost
 * @param bootToken says in which life of the machine all that the storage had promised was last
 *     known to be there
 * @param replicas the names of the directories of all replicas that may have acknowledged anything
 *     under the storage id; sorted
 */
public record StorageIdentity(
    String cluster, int node, UUID storageId, String bootToken, Set<String> replicas) {
  static final String FILE = "identity";
  static final String KIND = "rvi-identity";

  /** Version 1 had no replicas. */
  private static final int VERSION = 2;

  /** Before the replicas. */
  private static final int LINES = 4;

  private static final String CLUSTER = "cluster ";
  private static final String NODE = "node ";
  private static final String STORAGE_ID = "storage-id ";
  private static final String BOOT_TOKEN = "boot-token ";
  private static final String REPLICA = "replica ";

  /** Sorts the replicas, and checks that all texts fit on a line. */
  public StorageIdentity {
    replicas = Collections.unmodifiableSet(new TreeSet<>(replicas));
    if (cluster.isBlank() || cluster.lines().count() > 1 || bootToken.lines().count() > 1) {
      throw new IllegalArgumentException("cluster " + cluster + ", boot token " + bootToken);
    }
    if (replicas.stream().anyMatch(name -> name.lines().count() != 1)) {
      throw new IllegalArgumentException("replicas " + replicas);
    }
  }

  static SideFile file(Disk disk, Path directory) {
    return new SideFile(disk, directory.resolve(FILE), KIND, VERSION);
  }

  static StorageIdentity read(SideFile file) throws SideFile.Unreadable, IOException {
    List<String> lines = file.read();
    try {
      if (lines.size() >= LINES) {
        Set<String> replicas = new TreeSet<>();
        for (String line : lines.subList(LINES, lines.size())) {
          replicas.add(value(line, REPLICA));
        }
        return new StorageIdentity(
            value(lines.get(0), CLUSTER),
            Integer.parseInt(value(lines.get(1), NODE)),
            UUID.fromString(value(lines.get(2), STORAGE_ID)),
            value(lines.get(3), BOOT_TOKEN),
            replicas);
      }
    } catch (IllegalArgumentException e) {
      // Reported below: a file whose checksum is right and whose content is not.
    }
    throw new SideFile.Unreadable(file.path() + " does not hold what it should");
  }

  private static String value(String line, String name) {
    if (!line.startsWith(name)) {
      throw new IllegalArgumentException(line);
    }
    return line.substring(name.length());
  }

  void write(SideFile file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(CLUSTER + cluster);
    lines.add(NODE + node);
    lines.add(STORAGE_ID + storageId);
    lines.add(BOOT_TOKEN + bootToken);
    replicas.forEach(replica -> lines.add(REPLICA + replica));
    file.write(lines);
  }

  StorageIdentity withStorageId(UUID other) {
    return new StorageIdentity(cluster, node, other, bootToken, replicas);
  }

  StorageIdentity withBootToken(String other) {
    return new StorageIdentity(cluster, node, storageId, other, replicas);
  }

  StorageIdentity withReplicas(Set<String> others) {
    return new StorageIdentity(cluster, node, storageId, bootToken, others);
  }
}
