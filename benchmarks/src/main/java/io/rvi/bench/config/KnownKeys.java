package io.rvi.bench.config;

import io.rvi.spi.CommonSettings;
import io.rvi.spi.LogBackend;
import io.rvi.spi.Setting;
import io.rvi.spi.Settings;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Every key that a configuration may hold, given the backends that are on the class path. */
final class KnownKeys {
  static final String VARIABLE_PREFIX = "RVI_";

  private final Set<String> backends = new TreeSet<>();
  private final Map<String, Setting<?>> byKey = new LinkedHashMap<>();
  private final Map<String, String> keyByVariable = new LinkedHashMap<>();

  KnownKeys(Collection<LogBackend> backends) {
    RunKeys.all().forEach(setting -> add(setting.key(), setting));
    for (Setting<?> setting : commonSettings()) {
      add(setting.key(), setting);
    }
    for (LogBackend backend : backends) {
      this.backends.add(backend.name());
      for (Setting<?> setting : backend.settings()) {
        if (!setting.key().equals(CommonSettings.FLUSH.key())) {
          add(backend.name() + "." + setting.key(), setting);
        }
      }
    }
  }

  /** The settings of every backend that a run sets once for all; {@code flush} is an axis. */
  static List<Setting<?>> commonSettings() {
    return CommonSettings.all().stream()
        .filter(setting -> !setting.key().equals(CommonSettings.FLUSH.key()))
        .toList();
  }

  private void add(String key, Setting<?> setting) {
    byKey.put(key, setting);
    String rival = keyByVariable.put(variable(key), key);
    if (rival != null) {
      throw new IllegalStateException(
          "keys " + rival + " and " + key + " share the variable " + variable(key));
    }
  }

  /** The variable that sets a key: {@code recordBytes} is {@code RVI_RECORD_BYTES}. */
  static String variable(String key) {
    return VARIABLE_PREFIX
        + key.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
            .replaceAll("[^A-Za-z0-9]", "_")
            .toUpperCase(Locale.ROOT);
  }

  Optional<Setting<?>> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  Optional<String> keyOfVariable(String variable) {
    return Optional.ofNullable(keyByVariable.get(variable));
  }

  Set<String> backends() {
    return backends;
  }

  /** The phrase that names the nearest key, never the whole list, which is long. */
  String suggestion(String wrong) {
    String phrase = Settings.suggestion(wrong, byKey.keySet());
    if (phrase.startsWith("; did you mean")) {
      return phrase;
    }
    return byKey.keySet().stream()
        .filter(key -> key.startsWith(wrong))
        .findFirst()
        .map(key -> "; did you mean " + key + "?")
        .orElse("; \"rvi config\" lists the keys");
  }

  /** As {@link #suggestion}, for a variable. */
  String variableSuggestion(String wrong) {
    String phrase = Settings.suggestion(wrong, keyByVariable.keySet());
    return phrase.startsWith("; did you mean")
        ? phrase
        : "; variables are "
            + VARIABLE_PREFIX
            + " and a key of \"rvi config\", as in "
            + variable(RunKeys.RECORD_BYTES.key());
  }

  Map<String, Setting<?>> all() {
    return byKey;
  }
}
