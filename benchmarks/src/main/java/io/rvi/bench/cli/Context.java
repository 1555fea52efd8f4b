package io.rvi.bench.cli;

import io.rvi.spi.LogBackend;
import java.util.List;
import java.util.Map;

/**
 * What every command is given.
 *
 * @param terminal where to print
 * @param environment the process's variables
 * @param backends those on the class path
 */
record Context(Terminal terminal, Map<String, String> environment, List<LogBackend> backends) {
  Context {
    environment = Map.copyOf(environment);
    backends = List.copyOf(backends);
  }
}
