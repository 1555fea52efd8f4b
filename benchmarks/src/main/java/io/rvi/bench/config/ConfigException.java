package io.rvi.bench.config;

/**
 * A configuration that cannot be used. Its message is one line that names the key, where its value
 * came from, and what to do.
 */
public final class ConfigException extends RuntimeException {
  /**
   * Creates the exception.
   *
   * @param message one line: key, origin, what is wrong, what is expected
   */
  public ConfigException(String message) {
    super(message);
  }
}
