package io.rvi.bench.result;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The directories of a bundle. */
public enum Section {
  /** Input, resolved values with their origin, parity sheet. */
  CONFIG(true),
  /** Machine, JVM, versions, calibration. */
  ENV(true),
  /** What was recorded: histogram logs, JMH JSON, events, histories; by cell. */
  RAW(true),
  /** Tidy CSV and JSON; all recomputable from raw. */
  DERIVED(false),
  /** Markdown, HTML, figures. */
  REPORT(false);

  private final boolean input;

  Section(boolean input) {
    this.input = input;
  }

  /** Whether the bundle digest covers it. */
  boolean isInput() {
    return input;
  }

  /** The directory's name. */
  public String directory() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The section that a path lies in, or empty for files at the top.
   *
   * @param path relative to the bundle, with slashes
   */
  static Optional<Section> of(String path) {
    return Arrays.stream(values())
        .filter(section -> path.startsWith(section.directory() + "/"))
        .findFirst();
  }
}
