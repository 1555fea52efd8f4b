package io.rvi.bench.cli;

import io.rvi.bench.config.Assignment;
import io.rvi.bench.config.RunKeys;
import io.rvi.bench.result.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Effective values with their origins, as JSON by key. */
final class ConfigJson {
  private ConfigJson() {}

  /** All keys, for the person who asks. */
  static String write(List<Assignment> assignments) {
    ObjectNode root = Json.object();
    for (Assignment assignment : assignments) {
      root.putObject(assignment.key())
          .put("value", assignment.text())
          .put("origin", assignment.origin().toString())
          .put("meaning", assignment.meaning());
    }
    return Json.text(root);
  }

  /**
   * The keys that a bundle holds: without the paths, which name people's directories and tell
   * nothing of the figures; the file system is part of the environment.
   */
  static String writePublic(List<Assignment> assignments) {
    return write(assignments.stream().filter(a -> !RunKeys.isPath(a.key())).toList());
  }
}
