package io.rvi.bench.experiment;

import java.io.IOException;
import java.nio.file.Path;

/** Where raw files go. */
@FunctionalInterface
public interface RawFiles {
  /**
   * The place of a file; its directory exists on return.
   *
   * @param step the cell or floor, and repetition, that it belongs to
   * @param name such as {@code latency.hlog}
   * @throws IOException when the directory can't be made
   */
  Path file(Step step, String name) throws IOException;
}
