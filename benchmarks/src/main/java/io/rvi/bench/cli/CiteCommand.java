package io.rvi.bench.cli;

import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.Citation;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.NoSuchBundleException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a citation. */
@Command(description = "How to quote a bundle, or the figure that an id names.")
final class CiteCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  @Parameters(
      paramLabel = "ID",
      description = "A bundle's directory or id, or rvi:<hex>#experiment/cell/metric.")
  private String name = "";

  @Option(
      names = "--style",
      paramLabel = "STYLE",
      defaultValue = "text",
      description = "text, bibtex or cff.")
  private String style = "text";

  private final Context context;

  CiteCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws BundleException, NoSuchBundleException {
    Citation.Style chosen = style();
    Found found = Found.of(options.shelf(), name);
    List<String> findings = found.bundle().verify();
    if (!findings.isEmpty()) {
      throw new CliException(
          ExitCode.VERIFICATION, "bundle " + found.bundle().id() + ": " + findings.get(0));
    }
    Citation citation = new Citation(found.bundle());
    CitedFigure figure = found.figure();
    context
        .terminal()
        .out()
        .print(figure == null ? citation.of(chosen) : citation.of(chosen, figure));
    return ExitCode.FINE;
  }

  private Citation.Style style() {
    return Arrays.stream(Citation.Style.values())
        .filter(candidate -> candidate.name().toLowerCase(Locale.ROOT).equals(style))
        .findFirst()
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.USAGE, "--style is text, bibtex or cff, not \"" + style + "\""));
  }
}
