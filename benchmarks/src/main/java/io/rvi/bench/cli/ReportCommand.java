package io.rvi.bench.cli;

import io.rvi.bench.report.ReportFiles;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.NoSuchBundleException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a bundle's report again. */
@Command(
    description = "Make a bundle's report again from its derived data; prints it, or writes it.")
final class ReportCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  @Parameters(paramLabel = "BUNDLE", description = "A bundle's directory or id, or rvi:<hex>.")
  private String name = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "markdown",
      description = "What to print: markdown, html or adr (a draft of a decision record).")
  private String format = "markdown";

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Write all files of the report there instead, figures with their CSV included.")
  private @Nullable Path to;

  private final Context context;

  ReportCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws BundleException, NoSuchBundleException {
    String printed =
        switch (format) {
          case "markdown" -> ReportFiles.MARKDOWN;
          case "html" -> ReportFiles.HTML;
          case "adr" -> ReportFiles.DECISION_RECORD;
          default ->
              throw new CliException(
                  ExitCode.USAGE, "--format is markdown, html or adr, not \"" + format + "\"");
        };
    Map<String, String> files = ReportFiles.of(options.shelf().find(name));
    Path directory = to;
    if (directory == null) {
      context.terminal().out().print(files.get(printed));
    } else {
      files.forEach((path, text) -> OutputFiles.write(directory.resolve(path), text));
      context.terminal().say(files.size() + " files in " + directory);
    }
    return ExitCode.FINE;
  }
}
