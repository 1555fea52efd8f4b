package io.rvi.isr.log;

import io.rvi.isr.batch.BatchHeader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Prints a log directory in words, changing nothing: for people, and for bug reports. */
public final class LogDump {
  private final Disk disk;
  private final PrintStream out;

  /**
   * Creates the printer.
   *
   * @param disk to read from
   * @param out where the lines go
   */
  public LogDump(Disk disk, PrintStream out) {
    this.disk = disk;
    this.out = out;
  }

  /**
   * Prints the checkpoint, the epochs, each batch of each segment, and the first damage.
   *
   * @param directory of one log
   * @return whether every byte was as it should be
   */
  public boolean print(Path directory) throws IOException {
    out.println("log " + directory);
    printSideFile(Checkpoint.file(disk, directory));
    printSideFile(Epochs.file(disk, directory));
    List<String> names =
        disk.list(directory).stream()
            .filter(name -> name.matches("\\d{20}\\.log"))
            .sorted()
            .toList();
    for (String name : names) {
      if (!printSegment(directory.resolve(name))) {
        return false;
      }
    }
    return true;
  }

  private void printSideFile(SideFile file) throws IOException {
    out.println(file.path().getFileName() + ":");
    try {
      file.read().forEach(line -> out.println("  " + line));
    } catch (SideFile.Unreadable e) {
      out.println("  " + e.getMessage());
    }
  }

  private boolean printSegment(Path path) throws IOException {
    String name = String.valueOf(path.getFileName());
    long base = Long.parseLong(name.substring(0, name.length() - Segment.SUFFIX.length()));
    try (DiskFile file = disk.open(path)) {
      out.println(name + ": header " + SegmentHeader.read(file, path, base));
      Segment segment = new Segment(path, base, file, Integer.MAX_VALUE);
      SegmentScan scan = new SegmentScan(segment);
      scan.run(header -> printBatch(segment, header));
      if (scan.fault() == null) {
        return true;
      }
      Damage damage = new Damage(path, segment.bytes(), segment.endOffset(), scan.fault().words());
      out.println("first damage: " + damage);
      out.println("an intact batch follows it: " + (scan.laterBatchFollows() ? "yes" : "no"));
      return false;
    }
  }

  private void printBatch(Segment segment, BatchHeader header) {
    out.println(
        "  byte "
            + (segment.bytes() - header.bytes())
            + ": offsets "
            + header.baseOffset()
            + ".."
            + (header.nextOffset() - 1)
            + ", epoch "
            + header.epoch()
            + ", "
            + header.bytes()
            + " bytes"
            + ", producer "
            + Long.toHexString(header.producerId())
            + "/"
            + header.producerEpoch()
            + ", sequence "
            + header.baseSequence()
            + ", at "
            + header.timestampMs()
            + " ms");
  }
}
