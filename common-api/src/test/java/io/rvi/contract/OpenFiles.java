package io.rvi.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What this process has open, by what the system calls it. A socket has a number of its own; of
 * other kinds there may be several under one name, so they are counted.
 */
final class OpenFiles {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final List<Path> CONNECTIONS =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** Columns of a line about a connection: its ends in hexadecimal, its state, its socket. */
  private static final int LOCAL = 1;

  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /**
   * Files that the JVM opens for itself and keeps: a class or a resource that is first wanted now
   * opens the jar that holds it, and any jar on the way there; the rest is the JDK's own.
   */
  private static final List<String> FOREIGN =
      List.of(".jar", "/lib/modules", "/dev/random", "/dev/urandom", "/fd");

  private final Map<String, Long> counts;

  private OpenFiles(Map<String, Long> counts) {
    this.counts = counts;
  }

  /** Whether this system tells. */
  static boolean canBeListed() {
    return Files.isDirectory(DESCRIPTORS);
  }

  /** What is open at this moment. */
  static OpenFiles now() throws IOException {
    try (Stream<Path> files = Files.list(DESCRIPTORS)) {
      return new OpenFiles(
          files
              .map(OpenFiles::target)
              .flatMap(Optional::stream)
              .filter(file -> FOREIGN.stream().noneMatch(file::endsWith))
              .collect(Collectors.groupingBy(file -> file, TreeMap::new, Collectors.counting())));
    }
  }

  /** What is open here and was not then, or was less often; sockets with their two ends. */
  List<String> since(OpenFiles then) throws IOException {
    Map<String, Long> added = new TreeMap<>(counts);
    then.counts.forEach((file, count) -> added.merge(file, -count, Long::sum));
    added.values().removeIf(count -> count <= 0);
    if (added.isEmpty()) {
      return List.of();
    }
    Map<String, String> ends = connections();
    return added.entrySet().stream()
        .map(entry -> entry.getValue() + " of " + named(entry.getKey(), ends))
        .toList();
  }

  private static String named(String file, Map<String, String> ends) {
    String known = ends.get(file);
    return known == null ? file : file + " " + known;
  }

  /** What a descriptor stands for; nothing if it was closed meanwhile. */
  private static Optional<String> target(Path descriptor) {
    try {
      return Optional.of(Files.readSymbolicLink(descriptor).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> connections() throws IOException {
    Map<String, String> ends = new HashMap<>();
    for (Path table : CONNECTIONS) {
      if (Files.isReadable(table)) {
        for (String line : Files.readAllLines(table)) {
          String[] columns = BLANKS.split(line.trim(), -1);
          if (columns.length > INODE) {
            ends.put(
                "socket:[" + columns[INODE] + "]",
                port(columns[LOCAL]) + "->" + port(columns[REMOTE]) + " state " + columns[STATE]);
          }
        }
      }
    }
    return ends;
  }

  /** The port of an address as the system writes it; the heading's word where it is none. */
  private static String port(String address) {
    int colon = address.lastIndexOf(':');
    return colon < 0
        ? address
        : Integer.toString(Integer.parseInt(address.substring(colon + 1), 16));
  }
}
