package io.rvi.spi;

import java.util.Objects;
import java.util.function.Function;

/**
 * One key that configuration may set.
 *
 * @param <T> the type of its values
 * @param key its name, lower case with dots; native keys keep their upstream names
 * @param type how its text is read and shown
 * @param defaultText the default, as text
 * @param meaning one sentence: what it does, and what too small and too large values cost
 * @param check returns an empty string for a good value, else what is wrong with it
 */
public record Setting<T>(
    String key,
    SettingType<T> type,
    String defaultText,
    String meaning,
    Function<T, String> check) {
  /** Checks that the default itself is good. */
  public Setting {
    Objects.requireNonNull(key, "key");
    String complaint = check.apply(type.parse(defaultText));
    if (!complaint.isEmpty()) {
      throw new IllegalArgumentException("default of " + key + ": " + complaint);
    }
  }

  /**
   * A setting whose type alone limits it.
   *
   * @param key its name
   * @param type how its text is read
   * @param defaultText the default, as text
   * @param meaning one sentence
   */
  public static <T> Setting<T> of(
      String key, SettingType<T> type, String defaultText, String meaning) {
    return new Setting<>(key, type, defaultText, meaning, value -> "");
  }

  /**
   * Reads a value.
   *
   * @param text as in a file or on the command line
   * @throws SettingException naming key, text and what is expected
   */
  public T parse(String text) {
    T value;
    try {
      value = type.parse(text);
    } catch (IllegalArgumentException e) {
      throw new SettingException(
          key, "\"" + text + "\" is not " + type.expected() + "; for example " + defaultText);
    }
    String complaint = check.apply(value);
    if (!complaint.isEmpty()) {
      throw new SettingException(key, "\"" + text + "\": " + complaint);
    }
    return value;
  }
}
