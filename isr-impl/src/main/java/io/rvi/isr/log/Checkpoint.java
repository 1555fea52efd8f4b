package io.rvi.isr.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a log remembers of itself between restarts, in one file, replaced as one.
 *
 * @param startOffset the first offset that counts; older segments may be deleted
 * @param recoveryPoint everything before it was flushed, so recovery need not read it
 * @param highWatermark a lower bound of the high watermark
 */
record Checkpoint(long startOffset, long recoveryPoint, long highWatermark) {
  static final String KIND = "rvi-checkpoint";
  private static final int VERSION = 1;

  static SideFile file(Disk disk, Path directory) {
    return new SideFile(disk, directory.resolve("checkpoint"), KIND, VERSION);
  }

  static Checkpoint read(SideFile file) throws SideFile.Unreadable, IOException {
    List<String> lines = file.read();
    try {
      return new Checkpoint(
          field(lines, 0, "start-offset"),
          field(lines, 1, "recovery-point"),
          field(lines, 2, "high-watermark"));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new SideFile.Unreadable(file.path() + " does not hold what it should");
    }
  }

  private static long field(List<String> lines, int line, String name) {
    String[] words = lines.get(line).split(" ", -1);
    long value = Long.parseLong(words[1]);
    if (!words[0].equals(name) || value < 0) {
      throw new IllegalArgumentException(lines.get(line));
    }
    return value;
  }

  void write(SideFile file) throws IOException {
    file.write(
        List.of(
            "start-offset " + startOffset,
            "recovery-point " + recoveryPoint,
            "high-watermark " + highWatermark));
  }
}
