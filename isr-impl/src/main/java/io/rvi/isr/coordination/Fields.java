package io.rvi.isr.coordination;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The content of a znode: lines {@code key=value}, so that a person reads it with any ZooKeeper
 * shell. Keys are unique; values hold no line break.
 */
final class Fields {
  private final String path;
  private final Map<String, String> values;

  private Fields(String path, Map<String, String> values) {
    this.path = path;
    this.values = values;
  }

  /** No fields yet, to be written at the path. */
  static Fields at(String path) {
    return new Fields(path, new LinkedHashMap<>());
  }

  /**
   * Reads the content of a znode.
   *
   * @throws IllegalStateException naming the path and the line that can't be read
   */
  static Fields of(ZNode node) {
    Fields fields = at(node.path());
    for (String line : node.text().lines().toList()) {
      int equals = line.indexOf('=');
      if (equals < 1
          || fields.values.put(line.substring(0, equals), line.substring(equals + 1)) != null) {
        throw new IllegalStateException(
            "znode " + node.path() + " holds a line that is not key=value: " + line);
      }
    }
    return fields;
  }

  Fields with(String key, Object value) {
    values.put(key, String.valueOf(value));
    return this;
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  String text(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalStateException("znode " + path + " has no field " + key);
    }
    return value;
  }

  long number(String key) {
    String value = text(key);
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalStateException(
          "znode " + path + ": field " + key + " is no number: " + value, e);
    }
  }

  byte[] bytes() {
    StringBuilder text = new StringBuilder();
    values.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
