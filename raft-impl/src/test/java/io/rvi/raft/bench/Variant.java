package io.rvi.raft.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one cell runs.
 *
 * @param name for the tables
 * @param bare Ratis's own client and a state machine that does nothing, instead of this backend
 * @param upstream Ratis's own defaults instead of this backend's settings; for bare ones
 * @param window requests under way at once
 * @param settings settings by key, on top of this backend's defaults
 */
record Variant(
    String name, boolean bare, boolean upstream, int window, Map<String, String> settings) {

  static Variant ours(String name, int window, Map<String, String> settings) {
    return new Variant(name, false, false, window, settings);
  }

  static Variant bare(String name, int window, Map<String, String> settings) {
    return new Variant(name, true, false, window, settings);
  }

  static Variant defaults(String name, int window) {
    return new Variant(name, true, true, window, Map.of());
  }

  /** As one argument of a process. */
  String encode() {
    StringBuilder text =
        new StringBuilder(name).append(';').append(bare).append(';').append(upstream);
    text.append(';').append(window);
    settings.forEach((key, value) -> text.append(';').append(key).append('=').append(value));
    return text.toString();
  }

  static Variant decode(String text) {
    String[] parts = text.split(";", -1);
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 4; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      settings.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
    }
    return new Variant(
        parts[0],
        Boolean.parseBoolean(parts[1]),
        Boolean.parseBoolean(parts[2]),
        Integer.parseInt(parts[3]),
        settings);
  }
}
