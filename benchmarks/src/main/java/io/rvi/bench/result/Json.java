package io.rvi.bench.result;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one form of JSON that bundles hold: UTF-8, two spaces, line feeds, a line feed at the end;
 * the same tree gives the same bytes on every machine and in every locale. Numbers that JSON does
 * not have (NaN, infinities) are refused: a missing figure is null with a reason beside it.
 */
public final class Json {
  private static final DefaultPrettyPrinter PRINTER =
      new DefaultPrettyPrinter()
          .withObjectIndenter(new DefaultIndenter("  ", "\n"))
          .withArrayIndenter(new DefaultIndenter("  ", "\n"));

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .defaultPrettyPrinter(PRINTER)
          .build();

  private Json() {}

  /** An empty object whose members keep their order. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * A tree as bytes.
   *
   * @param tree what to write
   * @throws IllegalArgumentException when it holds a number that JSON does not have
   */
  public static byte[] bytes(JsonNode tree) {
    return text(tree).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * A tree as text.
   *
   * @param tree what to write
   * @throws IllegalArgumentException when it holds a number that JSON does not have
   */
  public static String text(JsonNode tree) {
    refuseUnwritable(tree, "");
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
  }

  /**
   * Reads a text strictly: one value, no name twice, nothing after it.
   *
   * @param text the JSON
   * @throws IllegalArgumentException naming the line when it is not that
   */
  public static JsonNode parse(String text) {
    try {
      JsonNode tree = MAPPER.readTree(text);
      if (tree.isMissingNode()) {
        throw new IllegalArgumentException("not JSON: empty");
      }
      return tree;
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "not JSON at line "
              + e.getLocation().getLineNr()
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse(""),
          e);
    }
  }

  private static void refuseUnwritable(JsonNode node, String path) {
    if (node.isNumber() && !Double.isFinite(node.doubleValue()) && !node.isIntegralNumber()) {
      throw new IllegalArgumentException(
          "JSON has no " + node.doubleValue() + " (at " + path + "): write null and a reason");
    }
    if (node.isObject()) {
      node.properties()
          .forEach(entry -> refuseUnwritable(entry.getValue(), path + "/" + entry.getKey()));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        refuseUnwritable(node.get(i), path + "/" + i);
      }
    }
  }
}
