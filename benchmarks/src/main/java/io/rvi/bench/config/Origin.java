package io.rvi.bench.config;

/**
 * Where a value came from.
 *
 * @param kind which layer
 * @param where the preset's name, the file's path, the variable or the option; empty for defaults
 */
public record Origin(Kind kind, String where) {
  /** The layers, weakest first. */
  public enum Kind {
    /** The key's own default. */
    DEFAULT,
    /** The preset. */
    PRESET,
    /** The configuration file. */
    FILE,
    /** A variable {@code RVI_*}. */
    ENVIRONMENT,
    /** An option of the command line. */
    COMMAND_LINE
  }

  /** Whether the user set the value, rather than a default or a preset. */
  public boolean isUsers() {
    return kind.compareTo(Kind.FILE) >= 0;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case DEFAULT -> "default";
      case PRESET -> "preset " + where;
      case FILE -> "file " + where;
      case ENVIRONMENT -> "environment " + where;
      case COMMAND_LINE -> "command line";
    };
  }
}
