package io.rvi.bench.config;

import io.rvi.bench.config.Origin.Kind;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lays the sources over each other: for each key the strongest text and its origin. */
final class ConfigLayers {
  /** A text and where it came from. */
  record Sourced(String text, Origin origin) {}

  private final KnownKeys known;
  private final Map<String, Sourced> given = new LinkedHashMap<>();

  ConfigLayers(KnownKeys known, ConfigSources sources) {
    this.known = known;
    Map<String, Sourced> users = new LinkedHashMap<>();
    if (sources.file() != null) {
      Origin origin = new Origin(Kind.FILE, sources.file().toString());
      new YamlLayer(sources.file())
          .texts()
          .forEach((key, text) -> users.put(checkKey(key, origin), new Sourced(text, origin)));
    }
    new TreeMap<>(sources.environment())
        .forEach((variable, text) -> readVariable(variable, text, users));
    sources.properties().forEach(property -> readProperty(property, users));

    Preset preset = preset(users);
    preset
        .texts()
        .forEach(
            (key, text) ->
                given.put(key, new Sourced(text, new Origin(Kind.PRESET, preset.label()))));
    given.putAll(users);
  }

  private Preset preset(Map<String, Sourced> users) {
    Sourced chosen = users.get(RunKeys.PRESET.key());
    if (chosen == null) {
      return RunKeys.PRESET.parse(RunKeys.PRESET.defaultText());
    }
    return parse(RunKeys.PRESET, RunKeys.PRESET.key(), chosen);
  }

  private void readVariable(String variable, String text, Map<String, Sourced> users) {
    if (!variable.startsWith(KnownKeys.VARIABLE_PREFIX)) {
      return;
    }
    String key =
        known
            .keyOfVariable(variable)
            .orElseThrow(
                () ->
                    new ConfigException(
                        "environment "
                            + variable
                            + ": no such key"
                            + known.variableSuggestion(variable)));
    users.put(key, new Sourced(text, new Origin(Kind.ENVIRONMENT, variable)));
  }

  private void readProperty(String property, Map<String, Sourced> users) {
    int equals = property.indexOf('=');
    if (equals < 1) {
      throw new ConfigException(
          "command line -P " + property + ": expected key=value, as in -P backend=isr");
    }
    Origin origin = new Origin(Kind.COMMAND_LINE, "-P");
    String key = checkKey(property.substring(0, equals).strip(), origin);
    users.put(key, new Sourced(property.substring(equals + 1).strip(), origin));
  }

  private String checkKey(String key, Origin origin) {
    if (known.find(key).isEmpty()) {
      throw new ConfigException(at(key, origin) + "no such key" + known.suggestion(key));
    }
    return key;
  }

  /** The text of a key, whoever set it, or else its default. */
  Sourced sourced(String key, Setting<?> setting) {
    return given.getOrDefault(
        key, new Sourced(setting.defaultText(), new Origin(Kind.DEFAULT, "")));
  }

  <T> T value(Setting<T> setting) {
    return parse(setting, setting.key(), sourced(setting.key(), setting));
  }

  boolean isUsers(Setting<?> setting) {
    return sourced(setting.key(), setting).origin().isUsers();
  }

  /** The texts that were set for one backend: those common to all, then its own. */
  Map<String, String> textsOf(String backend) {
    Map<String, String> texts = new TreeMap<>();
    for (Setting<?> setting : KnownKeys.commonSettings()) {
      put(setting.key(), setting.key(), setting, texts);
    }
    String prefix = backend + ".";
    known
        .all()
        .forEach(
            (key, setting) -> {
              if (key.startsWith(prefix)) {
                put(key, key.substring(prefix.length()), setting, texts);
              }
            });
    return texts;
  }

  private void put(String key, String plainKey, Setting<?> setting, Map<String, String> texts) {
    Sourced sourced = given.get(key);
    if (sourced != null) {
      parse(setting, key, sourced);
      texts.put(plainKey, sourced.text());
    }
  }

  /** Keys that the user set for a backend. */
  List<String> usersKeysOf(String backend) {
    return given.keySet().stream().filter(key -> key.startsWith(backend + ".")).toList();
  }

  List<Assignment> assignments(List<String> backends) {
    List<Assignment> assignments = new ArrayList<>();
    known
        .all()
        .forEach(
            (key, setting) -> {
              int dot = key.indexOf('.');
              boolean foreign =
                  dot > 0
                      && known.backends().contains(key.substring(0, dot))
                      && !backends.contains(key.substring(0, dot));
              if (!foreign && isShown(key, dot)) {
                Sourced sourced = sourced(key, setting);
                assignments.add(
                    new Assignment(key, sourced.text(), sourced.origin(), setting.meaning()));
              }
            });
    return assignments;
  }

  /** A backend's copy of a common key is shown where it was set; else the common one says it. */
  private boolean isShown(String key, int dot) {
    boolean copy =
        dot > 0
            && KnownKeys.commonSettings().stream()
                .anyMatch(setting -> setting.key().equals(key.substring(dot + 1)));
    return !copy || given.containsKey(key);
  }

  private static <T> T parse(Setting<T> setting, String key, Sourced sourced) {
    try {
      return setting.parse(sourced.text());
    } catch (SettingException e) {
      throw new ConfigException(at(key, sourced.origin()) + e.complaint());
    }
  }

  /** How a message names a key and where its text came from. */
  static String at(String key, Origin origin) {
    return origin.kind() == Kind.DEFAULT ? key + ": " : key + " (" + origin + "): ";
  }
}
