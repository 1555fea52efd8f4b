package io.rvi.raft.node;

import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
  private final Map<String, GroupEntry> entries = new LinkedHashMap<>();

  private GroupRegistry(Path file) {
    this.file = file;
  }

  /**
   * Reads the registry.
   *
   * @param file where; absent means empty
   * @throws StartException naming the file when it can't be read
   */
  static GroupRegistry read(Path file) throws StartException {
    GroupRegistry registry = new GroupRegistry(file);
    try {
      if (Files.exists(file)) {
        for (String line : Files.readAllLines(file)) {
          GroupEntry entry = GroupEntry.parse(line);
          registry.entries.put(entry.name(), entry);
        }
      }
      return registry;
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
  synchronized List<GroupEntry> entries() {
    return new ArrayList<>(entries.values());
  }

  synchronized boolean contains(String name) {
    return entries.containsKey(name);
  }

  /** A group by its name, or null. */
  synchronized @Nullable GroupEntry find(String name) {
    return entries.get(name);
  }

  /** Notes a group; durable on return. */
  synchronized void put(GroupEntry entry) throws IOException {
    GroupEntry before = entries.put(entry.name(), entry);
    if (!entry.equals(before)) {
      write();
    }
  }

  /** Forgets a group; durable on return. */
  synchronized void remove(String name) throws IOException {
    if (entries.remove(name) != null) {
      write();
    }
  }

  private void write() throws IOException {
    NodeDirectory.replace(
        file,
        entries.values().stream().map(kept -> kept.line() + "\n").collect(Collectors.joining()));
  }
}
