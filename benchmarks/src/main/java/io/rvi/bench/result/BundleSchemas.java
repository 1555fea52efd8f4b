package io.rvi.bench.result;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * The JSON Schema (draft 2020-12) of each JSON file of a bundle, by the file's path. The schemas
 * are resources of this package, {@code schema/<name>-<version>.schema.json}; nothing is fetched.
 */
final class BundleSchemas {
  /** Name and version of the schema of each path. */
  private static final Map<String, String> NAMES =
      Map.of(
          BundleLayout.MANIFEST,
          "manifest-1",
          BundleLayout.PLAN,
          "plan-1",
          BundleIndex.JSON_NAME,
          "index-1",
          "config/resolved.json",
          "resolved-1",
          "config/parity.json",
          "parity-1",
          "env/environment.json",
          "environment-1",
          "raw/findings.json",
          "findings-1",
          "derived/decision-table.json",
          "decision-table-1",
          FigureFiles.JSON_PATH,
          "figures-1",
          FigureFiles.CURVES_JSON_PATH,
          "figures-1");

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private static final Map<String, Schema> LOADED = new ConcurrentHashMap<>();

  private BundleSchemas() {}

  /** Whether a path has a schema. */
  static boolean knows(String path) {
    return NAMES.containsKey(path);
  }

  /**
   * Checks a file's content against the schema of its path; a path without a schema passes.
   *
   * @throws IllegalArgumentException in one line that names the place in the file
   */
  static void check(String path, byte[] bytes) {
    if (knows(path)) {
      check(path, Json.parse(new String(bytes, StandardCharsets.UTF_8)));
    }
  }

  /**
   * Checks a tree that was already read.
   *
   * @throws IllegalArgumentException in one line that names the place in the file
   */
  static void check(String path, JsonNode tree) {
    Optional<String> name = Optional.ofNullable(NAMES.get(path));
    if (name.isEmpty()) {
      return;
    }
    List<Error> errors =
        schema(name.get())
            .validate(tree, context -> context.executionConfig(c -> c.locale(Locale.ENGLISH)));
    if (!errors.isEmpty()) {
      Error first = errors.get(0);
      throw new IllegalArgumentException(
          "at "
              + (first.getInstanceLocation().getNameCount() == 0
                  ? "its root"
                  : first.getInstanceLocation())
              + ": "
              + first.getMessage()
              + " (schema "
              + name.get()
              + ")");
    }
  }

  private static Schema schema(String name) {
    return LOADED.computeIfAbsent(name, BundleSchemas::load);
  }

  private static Schema load(String name) {
    String resource = "schema/" + name + ".schema.json";
    try (InputStream in = BundleSchemas.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("this jar lacks its resource " + resource);
      }
      return REGISTRY.getSchema(SchemaLocation.of("urn:rvi:schema:" + name), in, InputFormat.JSON);
    } catch (IOException e) {
      throw new IllegalStateException("resource " + resource + " cannot be read", e);
    }
  }
}
