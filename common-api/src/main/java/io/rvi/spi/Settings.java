package io.rvi.spi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Resolved settings: an immutable map from key to text, in which every text was read and checked
 * once. A key that nobody set has its default.
 */
public final class Settings {
  private final Map<String, String> given;

  private Settings(Map<String, String> given) {
    this.given = Map.copyOf(given);
  }

  /** No key set: every setting has its default. */
  public static Settings defaults() {
    return new Settings(Map.of());
  }

  /**
   * Checks and keeps the given texts.
   *
   * @param known the keys that may be set
   * @param given text by key
   * @throws SettingException naming an unknown key (with the nearest known one) or a bad text
   */
  public static Settings resolve(List<Setting<?>> known, Map<String, String> given) {
    Map<String, Setting<?>> byKey = new LinkedHashMap<>();
    known.forEach(setting -> byKey.put(setting.key(), setting));
    for (Map.Entry<String, String> entry : new TreeMap<>(given).entrySet()) {
      Setting<?> setting = byKey.get(entry.getKey());
      if (setting == null) {
        throw new SettingException(
            entry.getKey(), "no such key" + suggestion(entry.getKey(), byKey.keySet()));
      }
      setting.parse(entry.getValue());
    }
    return new Settings(given);
  }

  /**
   * The value of a setting.
   *
   * @param setting which
   */
  public <T> T get(Setting<T> setting) {
    return setting.parse(given.getOrDefault(setting.key(), setting.defaultText()));
  }

  /**
   * Whether the key was set, rather than left at its default.
   *
   * @param setting which
   */
  public boolean isSet(Setting<?> setting) {
    return given.containsKey(setting.key());
  }

  /** The texts that were set, by key, in the order of the keys. */
  public Map<String, String> given() {
    return new TreeMap<>(given);
  }

  /**
   * These settings with one more.
   *
   * @param setting which
   * @param value its value
   */
  public <T> Settings with(Setting<T> setting, T value) {
    Map<String, String> copy = new TreeMap<>(given);
    copy.put(setting.key(), setting.type().writer().apply(Objects.requireNonNull(value)));
    setting.parse(copy.getOrDefault(setting.key(), ""));
    return new Settings(copy);
  }

  /**
   * The phrase that suggests the nearest of some names to a mistyped one.
   *
   * @param wrong the mistyped name
   * @param names the good ones
   * @return such as {@code "; did you mean flush?"}, or empty where nothing is near
   */
  public static String suggestion(String wrong, Iterable<String> names) {
    List<String> candidates = new ArrayList<>();
    names.forEach(candidates::add);
    return candidates.stream()
        .min(Comparator.comparingInt(name -> editDistance(wrong, name)))
        .filter(name -> editDistance(wrong, name) <= Math.max(2, wrong.length() / 3))
        .map(name -> "; did you mean " + name + "?")
        .orElse("; known: " + String.join(", ", candidates));
  }

  private static int editDistance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(substituted, 1 + Math.min(previous[j], row[j - 1]));
      }
      previous = row;
    }
    return previous[b.length()];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings settings && given.equals(settings.given);
  }

  @Override
  public int hashCode() {
    return given.hashCode();
  }

  @Override
  public String toString() {
    return given().toString();
  }
}
