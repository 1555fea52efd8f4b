package io.rvi.bench.cli;

import io.rvi.bench.report.Export;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.NoSuchBundleException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a bundle in another tool's format. */
@Command(
    description = {
      "A bundle in another tool's format.",
      "omb: result JSON of the OpenMessaging Benchmark, hgrm: HdrHistogram's percentile"
          + " distribution in milliseconds; each a file for every repetition of a cell. csv: every"
          + " figure, one file."
    })
final class ExportCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  @Parameters(paramLabel = "BUNDLE", description = "A bundle's directory or id, or rvi:<hex>.")
  private String name = "";

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description = "omb, hgrm or csv.")
  private String format = "";

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Where to write the files; without it a single file goes to standard output.")
  private @Nullable Path to;

  private final Context context;

  ExportCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws BundleException, NoSuchBundleException {
    Export.Format chosen = format();
    Bundle bundle = options.shelf().find(name);
    Map<String, String> files = Export.of(bundle, chosen);
    if (files.isEmpty()) {
      throw new CliException(
          ExitCode.RUN_INVALID,
          "bundle " + bundle.id() + " recorded nothing that " + format + " has");
    }
    Path directory = to;
    if (directory != null) {
      files.forEach((file, text) -> OutputFiles.write(directory.resolve(file), text));
      files.keySet().forEach(file -> context.terminal().print(directory.resolve(file).toString()));
    } else if (files.size() == 1) {
      context.terminal().out().print(files.values().iterator().next());
    } else {
      throw new CliException(
          ExitCode.USAGE, format + " makes " + files.size() + " files: say where with --to DIR");
    }
    return ExitCode.FINE;
  }

  private Export.Format format() {
    return Arrays.stream(Export.Format.values())
        .filter(candidate -> candidate.name().toLowerCase(Locale.ROOT).equals(format))
        .findFirst()
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.USAGE, "--format is omb, hgrm or csv, not \"" + format + "\""));
  }
}
