package io.rvi.raft.node;

import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The groups that this node carries, in a small file of its own: so that a restarted node serves
 * its partitions before the catalog has a majority, and notices a group whose directory is gone.
 *
 * <p>A group is noted as planned before its directory is made and as created after; a crash between
 * the two makes it again. One that was reassigned away is noted as leaving until nothing of it is
 * left.
 */
final class GroupRegistry {
  private final Path file;

  /**
   * As it is on disk, by name and in the order of their making. Never changed but replaced as a
   * whole: whoever reads it must not wait for a disk, above all {@link GroupWatch}.
   */
  private volatile Map<String, GroupEntry> entries;

  private GroupRegistry(Path file, Map<String, GroupEntry> entries) {
    this.file = file;
    this.entries = entries;
  }

  /**
   * Reads the registry.
   *
   * @param file where; absent means empty
   * @throws StartException naming the file when it can't be read
   */
  static GroupRegistry read(Path file) throws StartException {
    Map<String, GroupEntry> read = new LinkedHashMap<>();
    try {
      if (Files.exists(file)) {
        for (String line : Files.readAllLines(file)) {
          GroupEntry entry = GroupEntry.parse(line);
          read.put(entry.name(), entry);
        }
      }
      return new GroupRegistry(file, read);
    } catch (IOException | RuntimeException e) {
      throw new StartException(
          StartException.Kind.STORAGE,
          "group list "
              + file
              + " is damaged: "
              + e.getMessage()
              + "; restore it, or empty the node's data directory to seed it anew",
          e);
    }
  }

  /** The groups, in the order of their making. */
  List<GroupEntry> entries() {
    return List.copyOf(entries.values());
  }

  boolean contains(String name) {
    return entries.containsKey(name);
  }

  /** A group by its name, or null. */
  @Nullable GroupEntry find(String name) {
    return entries.get(name);
  }

  /** Notes a group; durable on return. */
  synchronized void put(GroupEntry entry) throws IOException {
    Map<String, GroupEntry> next = new LinkedHashMap<>(entries);
    if (!entry.equals(next.put(entry.name(), entry))) {
      replace(next);
    }
  }

  /** Forgets a group; durable on return. */
  synchronized void remove(String name) throws IOException {
    Map<String, GroupEntry> next = new LinkedHashMap<>(entries);
    if (next.remove(name) != null) {
      replace(next);
    }
  }

  private void replace(Map<String, GroupEntry> next) throws IOException {
    NodeDirectory.replace(
        file, next.values().stream().map(kept -> kept.line() + "\n").collect(Collectors.joining()));
    entries = next;
  }
}
