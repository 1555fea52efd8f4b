package io.rvi.bench.lab.fault;

import java.util.Map;
import java.util.TreeMap;

/**
 * A fault as configuration has it: its kind and its parameters, all known and readable.
 *
 * @param kind such as {@code kill}
 * @param parameters text by name
 */
public record FaultSpec(String kind, Map<String, String> parameters) {
  /** Copies the map in the order of its keys. */
  public FaultSpec {
    parameters = java.util.Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** One line that says it all: {@code kill aim=leader}. */
  public String toText() {
    StringBuilder text = new StringBuilder(kind);
    parameters.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.toString();
  }
}
