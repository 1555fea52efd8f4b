package io.rvi.raft.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One file of a group's log, as Ratis names it: {@code log_<first>-<last>} once it is closed,
 * {@code log_inprogress_<first>} while it is written.
 *
 * @param path where
 * @param firstIndex the index of its first entry, 0 or more
 * @param lastIndex the index of its last entry when it is closed
 */
public record SegmentFile(Path path, long firstIndex, Optional<Long> lastIndex) {
  private static final Pattern CLOSED = Pattern.compile("log_(\\d+)-(\\d+)");
  private static final Pattern OPEN = Pattern.compile("log_inprogress_(\\d+)");

  /**
   * The log files of a group, in the order of their entries.
   *
   * @param group the group's directory
   * @throws IOException naming the directory when it can't be read
   */
  public static List<SegmentFile> of(Path group) throws IOException {
    Path current = group.resolve("current");
    List<SegmentFile> files = new ArrayList<>();
    if (!Files.isDirectory(current)) {
      return files;
    }
    try (Stream<Path> entries = Files.list(current)) {
      entries.forEach(entry -> parse(entry).ifPresent(files::add));
    }
    files.sort(Comparator.comparingLong(SegmentFile::firstIndex));
    return files;
  }

  private static Optional<SegmentFile> parse(Path path) {
    String name = path.getFileName().toString();
    Matcher closed = CLOSED.matcher(name);
    if (closed.matches()) {
      return Optional.of(
          new SegmentFile(
              path, Long.parseLong(closed.group(1)), Optional.of(Long.parseLong(closed.group(2)))));
    }
    Matcher open = OPEN.matcher(name);
    return open.matches()
        ? Optional.of(new SegmentFile(path, Long.parseLong(open.group(1)), Optional.empty()))
        : Optional.empty();
  }
}
