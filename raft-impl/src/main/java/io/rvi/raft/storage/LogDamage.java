package io.rvi.raft.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;

/**
 * What is wrong with a group's log on disk.
 *
 * @param file the file at fault
 * @param index the log index of the first entry that is missing or damaged
 * @param what in words
 */
public record LogDamage(Path file, long index, String what) {
  /**
   * Cuts a write that was cut short off the end of the newest file: Ratis takes it for damage and
   * refuses to start. It was never acknowledged, since an acknowledgement waits for the whole
   * entry.
   *
   * @param group the group's directory
   * @return how many bytes were cut off
   * @throws IOException naming the file when it can't be read or cut
   */
  public static long cutTornTail(Path group) throws IOException {
    List<SegmentFile> files = SegmentFile.of(group);
    if (files.isEmpty() || files.get(files.size() - 1).lastIndex().isPresent()) {
      return 0;
    }
    SegmentFile newest = files.get(files.size() - 1);
    SegmentScanner scanner = SegmentScanner.open(newest);
    while (scanner.next().isPresent()) {
      // On to the end.
    }
    if (scanner.state() != SegmentScanner.State.TORN) {
      return 0;
    }
    try (FileChannel channel = FileChannel.open(newest.path(), StandardOpenOption.WRITE)) {
      long cut = channel.size() - scanner.position();
      channel.truncate(scanner.position());
      channel.force(true);
      return cut;
    }
  }

  /**
   * Looks for damage in all files of a log. Reads all of it.
   *
   * @param group the group's directory
   * @return the first damage; none when the log is whole
   * @throws IOException naming a file that can't be read
   */
  public static Optional<LogDamage> find(Path group) throws IOException {
    long next = -1;
    for (SegmentFile file : SegmentFile.of(group)) {
      if (next >= 0 && file.firstIndex() != next) {
        return Optional.of(
            new LogDamage(file.path(), next, "the file before it is missing or cut short"));
      }
      next = file.firstIndex();
      SegmentScanner scanner = SegmentScanner.open(file);
      for (Optional<LogEntryProto> e = scanner.next(); e.isPresent(); e = scanner.next()) {
        if (e.get().getIndex() != next) {
          return Optional.of(
              new LogDamage(file.path(), next, "entry " + e.get().getIndex() + " is in its place"));
        }
        next++;
      }
      boolean cutShort = file.lastIndex().map(last -> last + 1).orElse(next) != next;
      if (scanner.state() == SegmentScanner.State.DAMAGED || cutShort) {
        String what = cutShort ? "entries are missing" : scanner.complaint();
        return Optional.of(
            new LogDamage(file.path(), next, what + " at byte " + scanner.position()));
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return "log file " + file + " is damaged at index " + index + ": " + what;
  }
}
