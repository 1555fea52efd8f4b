package io.rvi.bench.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads a YAML file into texts by key. Nested mappings join their keys with dots, so that a
 * backend's keys may stand in a block of their own; lists become texts separated by commas.
 */
final class YamlLayer {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** A configuration is a page of text; a larger file is the wrong file. */
  private static final long FILE_BYTES_MAX = 1 << 20;

  private final Path file;

  YamlLayer(Path file) {
    this.file = file;
  }

  /**
   * A YAML text as plain lists, maps and values.
   *
   * @param text such as a list of faults in one line
   * @throws IllegalArgumentException when it is not YAML
   */
  static @Nullable Object value(String text) {
    try {
      return MAPPER.readValue(text, Object.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "not YAML: " + e.getOriginalMessage().lines().findFirst().orElse(""), e);
    }
  }

  Map<String, String> texts() {
    JsonNode root = parse();
    Map<String, String> texts = new LinkedHashMap<>();
    if (root.isMissingNode() || root.isNull()) {
      return texts;
    }
    if (!root.isObject()) {
      throw refusal("expected keys with values, such as \"backend: isr\"");
    }
    flatten("", root, texts);
    return texts;
  }

  private JsonNode parse() {
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw refusal("is larger than " + FILE_BYTES_MAX + " bytes; is it the right file?");
      }
      return MAPPER.readTree(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw refusal("no such file");
    } catch (IOException e) {
      throw refusal("cannot be read as text: " + e.getMessage());
    } catch (JacksonException e) {
      throw refusal(
          "not YAML at line "
              + e.getLocation().getLineNr()
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse(""));
    }
  }

  private void flatten(String prefix, JsonNode mapping, Map<String, String> texts) {
    for (Map.Entry<String, JsonNode> entry : mapping.properties()) {
      String key = prefix + entry.getKey();
      JsonNode value = entry.getValue();
      if (value.isObject()) {
        flatten(key + ".", value, texts);
      } else if (texts.put(key, value.isArray() ? list(key, value) : scalar(key, value)) != null) {
        throw refusal("key " + key + " is given twice");
      }
    }
  }

  private String list(String key, JsonNode values) {
    if (key.equals(RunKeys.FAULTS.key())) {
      return values.toString(); // JSON, which is YAML too
    }
    List<String> texts = new ArrayList<>();
    values.forEach(value -> texts.add(scalar(key, value)));
    return String.join(", ", texts);
  }

  private String scalar(String key, JsonNode value) {
    if (value.isNull() || !value.isValueNode()) {
      throw refusal("key " + key + " needs a value or a list of values");
    }
    return value.asString();
  }

  private ConfigException refusal(String complaint) {
    return new ConfigException("file " + file + ": " + complaint);
  }
}
