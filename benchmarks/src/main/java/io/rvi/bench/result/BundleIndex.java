package io.rvi.bench.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The list of all complete bundles of one directory, for programs and for people: {@code
 * index.json}, and a table between two marks in {@code README.md}. Both follow from the bundles'
 * manifests alone, so that they can be made again and compared.
 *
 * <p>Bundles that are incomplete or damaged are not in it: a run that was killed leaves it true.
 */
public final class BundleIndex {
  /** The list for programs. */
  public static final String JSON_NAME = "index.json";

  /** The list for people. */
  public static final String README_NAME = "README.md";

  private static final String BEGIN = "<!-- INDEX: begin. Written by rvi run; do not edit. -->";
  private static final String END = "<!-- INDEX: end -->";

  /** What a directory without a README begins with. */
  private static final String TITLE = "# Result bundles\n\n";

  private final Path root;

  /**
   * The index of a directory.
   *
   * @param root the directory of bundles
   */
  public BundleIndex(Path root) {
    this.root = root;
  }

  /**
   * Writes both lists anew, each whole or not at all; the README's other text is left as it is.
   *
   * @throws BundleException when a file cannot be read or written
   */
  public void update() throws BundleException {
    List<Manifest> manifests = manifests();
    byte[] json = json(manifests);
    BundleSchemas.check(JSON_NAME, json);
    try {
      AtomicFile.write(root.resolve(JSON_NAME), json);
      AtomicFile.write(
          root.resolve(README_NAME),
          withTable(readme(), table(manifests)).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new BundleException("index of " + root + ": " + e.getMessage(), e);
    }
  }

  /** Whether the directory has an index. */
  public boolean exists() {
    return Files.exists(root.resolve(JSON_NAME));
  }

  /**
   * Compares the lists with the bundles.
   *
   * @return what differs, each naming its file; empty when both are as {@link #update} writes them,
   *     and where there is no index
   * @throws BundleException when a file cannot be read
   */
  public List<String> verify() throws BundleException {
    if (!exists()) {
      return List.of();
    }
    List<Manifest> manifests = manifests();
    List<String> findings = new ArrayList<>();
    try {
      if (!Arrays.equals(Files.readAllBytes(root.resolve(JSON_NAME)), json(manifests))) {
        findings.add(JSON_NAME + ": is not the list of the bundles here; rvi index writes it anew");
      }
      String readme = readme();
      if (!readme.equals(withTable(readme, table(manifests)))) {
        findings.add(README_NAME + ": its table is not the list of the bundles here");
      }
    } catch (IOException e) {
      throw new BundleException("index of " + root + ": " + e.getMessage(), e);
    }
    return List.copyOf(findings);
  }

  private List<Manifest> manifests() throws BundleException {
    List<Manifest> manifests = new ArrayList<>();
    for (Path directory : new BundleShelf(root).directories()) {
      try {
        Bundle.open(directory).manifest().ifPresent(manifests::add);
      } catch (BundleException e) {
        if (!e.isDamaged()) {
          throw e;
        }
        // A damaged neighbour is found by its own verification, not by the list of the others.
      }
    }
    return manifests;
  }

  private static byte[] json(List<Manifest> manifests) {
    ObjectNode root = Json.object();
    root.put("schema", "rvi-index");
    root.put("version", 1);
    ArrayNode nodes = root.putArray("bundles");
    for (Manifest manifest : manifests) {
      ObjectNode node = nodes.addObject();
      node.put("id", manifest.id());
      node.put("key", manifest.key());
      node.put("digest", manifest.digest());
      node.put("started", manifest.started());
      node.put("validity", manifest.validity().name());
      ArrayNode reasons = node.putArray("reasons");
      manifest.reasons().forEach(reasons::add);
      node.put("seal", manifest.seal());
    }
    return Json.bytes(root);
  }

  private static String table(List<Manifest> manifests) {
    StringBuilder table = new StringBuilder();
    table.append("| bundle | cited as | started (UTC) | validity |\n| :-- | :-- | :-- | :-- |\n");
    for (Manifest manifest : manifests) {
      String id = manifest.id();
      table.append("| [").append(id).append("](").append(id).append("/report/report.md) | `");
      table.append(manifest.key()).append("` | ");
      table.append(manifest.started().replaceAll("\\.\\d+", "")).append(" | ");
      table.append(manifest.validity());
      if (!manifest.reasons().isEmpty()) {
        table.append(" (").append(manifest.reasons().size()).append(" reasons in its report)");
      }
      table.append(" |\n");
    }
    return table.toString();
  }

  private String readme() throws IOException {
    Path file = root.resolve(README_NAME);
    return Files.exists(file) ? Files.readString(file) : TITLE;
  }

  /** A text with the table between the marks; both are put at the end of a text without them. */
  private static String withTable(String readme, String table) {
    String section = BEGIN + "\n\n" + table + "\n" + END;
    int from = readme.indexOf(BEGIN);
    int to = readme.indexOf(END);
    if (from < 0 || to < from) {
      return readme + (readme.endsWith("\n\n") ? "" : "\n") + section + "\n";
    }
    return readme.substring(0, from) + section + readme.substring(to + END.length());
  }
}
