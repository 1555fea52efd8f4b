package io.rvi.isr.log;

import java.io.IOException;
import java.util.List;
import java.util.UUID;

/**
 * Whose storage a directory is, and which: rule R12.
 *
 * @param cluster the cluster's name
 * @param node the node's id
 * @param storageId drawn at format, replaced when what it promised may be lost
 * @param bootToken says in which life of the machine the storage was used last
 */
public record StorageIdentity(String cluster, int node, UUID storageId, String bootToken) {
  private static final int LINES = 4;

  /** Checks that all texts fit on a line. */
  public StorageIdentity {
    if (cluster.isBlank() || cluster.lines().count() > 1 || bootToken.lines().count() > 1) {
      throw new IllegalArgumentException("cluster " + cluster + ", boot token " + bootToken);
    }
  }

  static StorageIdentity read(SideFile file) throws SideFile.Unreadable, IOException {
    List<String> lines = file.read();
    try {
      if (lines.size() == LINES) {
        return new StorageIdentity(
            value(lines.get(0), "cluster "),
            Integer.parseInt(value(lines.get(1), "node ")),
            UUID.fromString(value(lines.get(2), "storage-id ")),
            value(lines.get(3), "boot-token "));
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
    file.write(
        List.of(
            "cluster " + cluster,
            "node " + node,
            "storage-id " + storageId,
            "boot-token " + bootToken));
  }
}
