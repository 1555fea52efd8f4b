package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What nodes themselves say of committed records that they cut, in their logs. */
final class NodeLosses {
  private static final Pattern CUT =
      Pattern.compile("records (\\d+) to (\\d+) were committed and are lost");

  private NodeLosses() {}

  /**
   * The offsets that nodes said they cut, each once whoever said it.
   *
   * @param cluster whose
   * @return null when no node has a log file
   */
  static @Nullable Long count(Cluster cluster) throws IOException {
    Set<Long> lost = new HashSet<>();
    boolean hasLog = false;
    for (NodeId node : cluster.nodes()) {
      Path file = cluster.logFile(node);
      if (Files.exists(file)) {
        hasLog = true;
        try (Stream<String> lines = Files.lines(file)) {
          lines.forEach(line -> collect(line, lost));
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      }
    }
    return hasLog ? (long) lost.size() : null;
  }

  /** Adds what one line of a log says. */
  static void collect(String line, Set<Long> lost) {
    Matcher matcher = CUT.matcher(line);
    if (matcher.find()) {
      LongStream.rangeClosed(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)))
          .forEach(lost::add);
    }
  }
}
