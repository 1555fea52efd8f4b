package io.rvi.bench.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The names of namespaces, bridges and their ends on this host that belong to a run: each begins
 * with a token of the run's directory, so that they are known without a record that a killed
 * harness might not have written.
 */
final class NetworkNames {
  /** Where iproute2 keeps the namespaces that have names. */
  static final Path PLACE = Path.of("/run/netns");

  private static final Path DEVICES = Path.of("/sys/class/net");

  /** A device's name has 15 characters at most: token, cluster and server. */
  private static final int TOKEN_DIGITS = 5;

  private static final int TOKEN_VALUES = 36 * 36 * 36 * 36 * 36;

  private NetworkNames() {}

  /**
   * What the names of a run begin with.
   *
   * @param run its directory
   */
  static String token(Path run) {
    CRC32 hash = new CRC32();
    hash.update(run.toString().getBytes(StandardCharsets.UTF_8));
    String digits = Long.toString(hash.getValue() % TOKEN_VALUES, 36);
    return "rv" + "0".repeat(TOKEN_DIGITS - digits.length()) + digits + "x";
  }

  /**
   * Deletes what a run left: of all its clusters.
   *
   * @param run its directory
   */
  static void deleteRun(Path run) {
    delete(token(run) + "c\\d+");
  }

  /**
   * Deletes what a cluster has.
   *
   * @param name what all its names begin with
   */
  static void deleteCluster(String name) {
    delete(Pattern.quote(name));
  }

  /**
   * The devices and namespaces of a run that are there now.
   *
   * @param run its directory
   */
  static List<String> ofRun(Path run) {
    List<String> all = new ArrayList<>(devices(token(run) + "c\\d+"));
    all.addAll(namespaces(token(run) + "c\\d+"));
    return all;
  }

  private static List<String> devices(String cluster) {
    return matching(DEVICES, cluster + "((n|zk)\\d+)?");
  }

  private static List<String> namespaces(String cluster) {
    return matching(PLACE, cluster + "-(n|zk)\\d+");
  }

  private static void delete(String cluster) {
    Closing closing = new Closing();
    // The end outside takes the one inside with it, at once; a namespace alone takes its time.
    for (String device : devices(cluster)) {
      closing.attempt(() -> Commands.run("ip", "link", "del", device));
    }
    for (String namespace : namespaces(cluster)) {
      closing.attempt(() -> Commands.run("ip", "netns", "del", namespace));
    }
    closing.finish("network of " + cluster);
  }

  private static List<String> matching(Path directory, String pattern) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    Pattern names = Pattern.compile(pattern);
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (names.matcher(name).matches()) {
          found.add(name);
        }
      }
    } catch (IOException e) {
      throw new LabException("cannot look for network devices in " + directory + ": " + e, e);
    }
    Collections.sort(found);
    return found;
  }
}
