package io.rvi.bench.result;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a bundle says of itself. Its own bytes are guarded by a seal, the digest of the same JSON
 * without the seal, and by having only one form: any other bytes are not a manifest.
 *
 * @param id the bundle's id
 * @param started the run's start, ISO 8601, UTC
 * @param validity what the figures are good for
 * @param reasons why not more; empty for VALID
 * @param digest the bundle digest
 * @param files every other file, in the order of their paths
 */
record Manifest(
    String id,
    String started,
    Validity validity,
    List<String> reasons,
    String digest,
    List<BundleFile> files) {
  private static final String SEAL = "seal";

  Manifest {
    reasons = List.copyOf(reasons);
    files = List.copyOf(files);
  }

  byte[] bytes() {
    ObjectNode unsealed = unsealed();
    unsealed.put(SEAL, seal());
    return Json.bytes(unsealed);
  }

  /** The digest of the manifest without this field. */
  String seal() {
    return Sha256.of(Json.bytes(unsealed()));
  }

  /** {@code rvi:} and the digits that result ids begin with. */
  String key() {
    return "rvi:" + digest.substring(0, ResultId.HEX_DIGITS);
  }

  private ObjectNode unsealed() {
    ObjectNode root = Json.object();
    root.put("schema", BundleLayout.SCHEMA_NAME);
    root.put("version", BundleLayout.SCHEMA_VERSION);
    root.put("id", id);
    root.put("started", started);
    root.put("validity", validity.name());
    ArrayNode reasonNodes = root.putArray("reasons");
    reasons.forEach(reasonNodes::add);
    root.put("digest", digest);
    ArrayNode fileNodes = root.putArray("files");
    for (BundleFile file : files) {
      fileNodes
          .addObject()
          .put("path", file.path())
          .put("bytes", file.bytes())
          .put("sha256", file.sha256());
    }
    return root;
  }

  /**
   * Reads a manifest.
   *
   * @throws IllegalArgumentException when it is of another schema or lacks a field
   */
  static Manifest parse(String text) {
    JsonNode root = Json.parse(text);
    checkSchema(root);
    BundleSchemas.check(BundleLayout.MANIFEST, root);
    List<String> reasons = new ArrayList<>();
    field(root, "reasons").forEach(reason -> reasons.add(reason.asString()));
    List<BundleFile> files = new ArrayList<>();
    for (JsonNode file : field(root, "files")) {
      files.add(
          new BundleFile(text(file, "path"), field(file, "bytes").asLong(), text(file, "sha256")));
    }
    return new Manifest(
        text(root, "id"),
        text(root, "started"),
        Validity.valueOf(text(root, "validity")),
        reasons,
        text(root, "digest"),
        files);
  }

  private static void checkSchema(JsonNode root) {
    if (!text(root, "schema").equals(BundleLayout.SCHEMA_NAME)) {
      throw new IllegalArgumentException(
          "schema " + text(root, "schema") + " is not " + BundleLayout.SCHEMA_NAME);
    }
    int version = field(root, "version").asInt();
    if (version != BundleLayout.SCHEMA_VERSION) {
      throw new IllegalArgumentException(
          "schema version "
              + version
              + " is not "
              + BundleLayout.SCHEMA_VERSION
              + (version > BundleLayout.SCHEMA_VERSION
                  ? "; a newer rvi wrote it: use that one"
                  : "; an older rvi wrote it: use that one"));
    }
  }

  private static String text(JsonNode node, String name) {
    return field(node, name).asString();
  }

  private static JsonNode field(JsonNode node, String name) {
    JsonNode value = node.get(name);
    if (value == null) {
      throw new IllegalArgumentException("field " + name + " is missing");
    }
    return value;
  }
}
