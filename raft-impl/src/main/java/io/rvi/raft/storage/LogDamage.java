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
   * What became of the end of a log.
   *
   * @param bytes how many were cut off
   * @param damage of the newest file; nothing was cut then
   */
  public record Cut(long bytes, Optional<LogDamage> damage) {
    private static final Cut NONE = new Cut(0, Optional.empty());
  }

  /**
   * Cuts a write that was cut short off the end of the newest file: Ratis takes it for damage and
   * refuses to start. It was never acknowledged, since an acknowledgement waits for the whole
   * entry. Whatever else is wrong with that file is told and left as it is: part of it Ratis would
   * take for a log that ends there.
   *
   * @param group the group's directory
   * @throws IOException naming the file when it can't be read or cut
   */
  public static Cut cutTornTail(Path group) throws IOException {
    List<SegmentFile> files = SegmentFile.of(group);
    if (files.isEmpty() || files.get(files.size() - 1).lastIndex().isPresent()) {
      return Cut.NONE;
    }
    SegmentFile newest = files.get(files.size() - 1);
    SegmentScanner scanner = SegmentScanner.open(newest);
    Optional<LogDamage> damage = in(newest, scanner);
    if (damage.isPresent() || scanner.state() != SegmentScanner.State.TORN) {
      return new Cut(0, damage);
    }
    try (FileChannel channel = FileChannel.open(newest.path(), StandardOpenOption.WRITE)) {
      long cut = channel.size() - scanner.position();
      channel.truncate(scanner.position());
      channel.force(true);
      return new Cut(cut, Optional.empty());
    }
  }

  /**
   * Looks for what Ratis would not refuse, or only after it has thrown data away: a file that is
   * missing, and a closed one that holds less than its name says, which it cuts or deletes and, if
   * it is the last with entries, takes for the end of the log. Reads no more of closed files than
   * their entries' lengths, and nothing of the newest, if that is open: that is {@link
   * #cutTornTail}'s.
   *
   * @param group the group's directory
   * @return the first such damage
   * @throws IOException naming a file that can't be read
   */
  public static Optional<LogDamage> findUnnoticed(Path group) throws IOException {
    List<SegmentFile> files = SegmentFile.of(group);
    Optional<LogDamage> gap = gap(files);
    if (gap.isPresent()) {
      return gap;
    }
    for (SegmentFile file : files) {
      Optional<Long> last = file.lastIndex();
      if (last.isPresent() && !SegmentLengths.areComplete(file, last.get())) {
        return in(file, SegmentScanner.open(file));
      }
    }
    return Optional.empty();
  }

  /**
   * Looks for damage in all files of a log. Reads all of it.
   *
   * @param group the group's directory
   * @return the first damage; none when the log is whole
   * @throws IOException naming a file that can't be read
   */
  public static Optional<LogDamage> find(Path group) throws IOException {
    List<SegmentFile> files = SegmentFile.of(group);
    Optional<LogDamage> gap = gap(files);
    if (gap.isPresent()) {
      return gap;
    }
    for (SegmentFile file : files) {
      Optional<LogDamage> damage = in(file, SegmentScanner.open(file));
      if (damage.isPresent()) {
        return damage;
      }
    }
    return Optional.empty();
  }

  /** By their names: entries from 0 on, as nothing is ever purged, and only the last file open. */
  private static Optional<LogDamage> gap(List<SegmentFile> files) {
    long next = 0;
    for (SegmentFile file : files) {
      if (file.firstIndex() > next) {
        String what = "no file holds the entries " + next + " to " + (file.firstIndex() - 1);
        return Optional.of(new LogDamage(file.path(), next, what + ", which belong before it"));
      }
      if (file.firstIndex() < next) {
        return Optional.of(
            new LogDamage(file.path(), file.firstIndex(), "the file before it overlaps with it"));
      }
      // An open file has no end, so whatever follows it overlaps.
      next = file.lastIndex().map(last -> last + 1).orElse(Long.MAX_VALUE);
    }
    return Optional.empty();
  }

  /** Reads a file to its end, or to where it is damaged. */
  private static Optional<LogDamage> in(SegmentFile file, SegmentScanner scanner) {
    long next = file.firstIndex();
    for (Optional<LogEntryProto> e = scanner.next(); e.isPresent(); e = scanner.next()) {
      if (e.get().getIndex() != next) {
        return Optional.of(
            new LogDamage(file.path(), next, "entry " + e.get().getIndex() + " is in its place"));
      }
      next++;
    }
    boolean damaged = scanner.state() == SegmentScanner.State.DAMAGED;
    boolean cutShort = file.lastIndex().map(last -> last + 1).orElse(next) != next;
    if (!damaged && !cutShort) {
      return Optional.empty();
    }
    String what = damaged ? scanner.complaint() : "entries are missing";
    return Optional.of(
        new LogDamage(file.path(), next, "at byte " + scanner.position() + " " + what));
  }

  @Override
  public String toString() {
    return "log file " + file + " is damaged at index " + index + ": " + what;
  }
}
