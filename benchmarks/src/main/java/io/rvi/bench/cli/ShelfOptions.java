package io.rvi.bench.cli;

import io.rvi.bench.result.BundleShelf;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where bundles are looked for. */
final class ShelfOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = "results",
      description = "The directory that bundles are in; results by default.")
  private Path root = Path.of("results");

  BundleShelf shelf() {
    return new BundleShelf(root);
  }
}
