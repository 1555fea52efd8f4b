package io.rvi.bench.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What is mounted on this host, as the kernel tells. */
final class Mounts {
  private static final Path TABLE = Path.of("/proc/self/mountinfo");
  private static final int MOUNT_POINT_FIELD = 4;

  private Mounts() {}

  /**
   * The mount points under a directory, innermost first; none where the kernel has no such table.
   *
   * @param directory an absolute path without symbolic links
   */
  static List<Path> under(Path directory) {
    if (!Files.exists(TABLE)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(TABLE, StandardCharsets.UTF_8)) {
        String[] fields = line.split(" ", -1);
        // Blanks in paths are escaped; our own paths have none.
        Path point = Path.of(fields[MOUNT_POINT_FIELD].replace("\\040", " "));
        if (point.startsWith(directory)) {
          found.add(point);
        }
      }
    } catch (IOException e) {
      throw new LabException("cannot read " + TABLE + ": " + e, e);
    }
    Collections.reverse(found);
    return found;
  }

  /**
   * Unmounts all under a directory, thawing first what a stall left frozen.
   *
   * @param directory as for {@link #under}
   * @throws LabException naming what stays mounted
   */
  static void unmountAllUnder(Path directory) {
    Closing closing = new Closing();
    for (Path point : under(directory)) {
      closing.attempt(() -> unmount(point));
    }
    closing.finish("mounts under " + directory);
  }

  private static void unmount(Path point) {
    try {
      Commands.run("fsfreeze", "-u", point.toString());
    } catch (LabException notFrozen) {
      // The usual case.
    }
    Commands.run("umount", point.toString());
  }
}
