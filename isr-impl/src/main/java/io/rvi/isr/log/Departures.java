package io.rvi.isr.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a node's directory remembers of replicas that were deleted from it: the epoch in which each
 * was. The storage keeps its identity, and a leader of an earlier epoch that does not know that it
 * is deposed still counts on it; so a replica that comes back follows in no earlier epoch (R19). A
 * file for each in {@code departed}, replaced when the replica goes again.
 */
public final class Departures {
  static final String DIRECTORY = "departed";
  static final String KIND = "rvi-departed";
  private static final int VERSION = 1;
  private static final String EPOCH = "epoch ";

  private final Disk disk;
  private final Path directory;

  /**
   * The memory of a node's directory; nothing is read or made yet.
   *
   * @param disk where it lies
   * @param root the node's directory
   */
  public Departures(Disk disk, Path root) {
    this.disk = disk;
    this.directory = root.resolve(DIRECTORY);
  }

  private SideFile file(String replica) {
    return new SideFile(disk, directory.resolve(replica), KIND, VERSION);
  }

  /**
   * The epoch in which a replica was deleted.
   *
   * @param replica the name of its directory
   * @return -1 when it never was
   * @throws LogFailure when that is noted and cannot be read
   */
  public long epoch(String replica) throws LogFailure {
    SideFile file = file(replica);
    if (!file.exists()) {
      return -1;
    }
    try {
      List<String> lines = file.read();
      return Long.parseLong(lines.get(0).substring(EPOCH.length()));
    } catch (SideFile.Unreadable | IndexOutOfBoundsException | NumberFormatException e) {
      throw new LogFailure(
          LogFailure.Kind.DAMAGED,
          file.path()
              + " does not say in which epoch the replica left ("
              + e.getMessage()
              + "): empty the node's directory, and it replicates everything anew",
          e);
    } catch (IOException e) {
      throw new LogFailure(LogFailure.Kind.DISK, "cannot read " + file.path() + ": " + e, e);
    }
  }

  /**
   * Notes durably that a replica is about to be deleted. Blocks.
   *
   * @param replica the name of its directory
   * @param epoch 0 or more
   */
  public void note(String replica, long epoch) throws LogFailure {
    SideFile file = file(replica);
    try {
      disk.createDirectories(directory);
      disk.forceDirectory(directory.resolveSibling("."));
      file.write(List.of(EPOCH + epoch));
    } catch (IOException e) {
      throw new LogFailure(LogFailure.Kind.DISK, "cannot write " + file.path() + ": " + e, e);
    }
  }
}
