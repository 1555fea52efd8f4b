package io.rvi.bench.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a configuration is read from.
 *
 * @param file a YAML file, or null for none
 * @param environment the process's variables; those that begin with {@code RVI_} are keys
 * @param properties texts {@code key=value} of the command line; a later one wins
 */
public record ConfigSources(
    @Nullable Path file, Map<String, String> environment, List<String> properties) {
  /** Copies the collections. */
  public ConfigSources {
    environment = Map.copyOf(environment);
    properties = List.copyOf(properties);
  }
}
