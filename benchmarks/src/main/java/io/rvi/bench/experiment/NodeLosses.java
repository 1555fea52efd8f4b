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

/**
 * What nodes themselves say, in their logs, of records that they cut after an unclean election. A
 * node that led alone when it died does not remember all that was committed, but all that it had
 * was: so what it cuts is at the least what it knows to be lost, and at the most all of it.
 */
final class NodeLosses {
  private static final Pattern LOST =
      Pattern.compile("records (\\d+) to (\\d+) were committed and are lost");

  private static final Pattern CUT =
      Pattern.compile("records (\\d+) to (\\d+) are cut where unclean elections are allowed");

  // Offsets, each once whoever said it.
  private final Set<Long> lost = new HashSet<>();
  private final Set<Long> cut = new HashSet<>();

  /** Nothing said yet. */
  NodeLosses() {}

  /**
   * Reads what nodes said.
   *
   * @param cluster whose
   * @return null when no node has a log file
   */
  static @Nullable NodeLosses of(Cluster cluster) throws IOException {
    NodeLosses losses = new NodeLosses();
    boolean hasLog = false;
    for (NodeId node : cluster.nodes()) {
      Path file = cluster.logFile(node);
      if (Files.exists(file)) {
        hasLog = true;
        try (Stream<String> lines = Files.lines(file)) {
          lines.forEach(losses::collect);
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      }
    }
    return hasLog ? losses : null;
  }

  /** Adds what one line of a log says. */
  void collect(String line) {
    collect(LOST.matcher(line), lost);
    collect(LOST.matcher(line), cut);
    collect(CUT.matcher(line), cut);
  }

  private static void collect(Matcher matcher, Set<Long> offsets) {
    if (matcher.find()) {
      LongStream.rangeClosed(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)))
          .forEach(offsets::add);
    }
  }

  /** The records that are known to be lost. */
  long least() {
    return lost.size();
  }

  /** The records that were cut. */
  long most() {
    return cut.size();
  }
}
