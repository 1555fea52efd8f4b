package io.rvi.bench.cli;

import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.Citation;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.NoSuchBundleException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

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
      description = "text, bibtex, cff or csl (CSL-JSON).")
  private String style = "text";

  @Option(names = "--json", description = "As JSON, with the figure and its bundle.")
  private boolean json;

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
    String text = figure == null ? citation.of(chosen) : citation.of(chosen, figure);
    context.terminal().out().print(json ? asJson(found, text) : text);
    return ExitCode.FINE;
  }

  private String asJson(Found found, String text) throws BundleException {
    ObjectNode node = Json.object();
    BundleText.describe(found.bundle(), node.putObject("bundle"));
    CitedFigure figure = found.figure();
    if (figure != null) {
      node.set("figure", figure.json());
    }
    node.put("style", style);
    node.put("citation", text);
    return Json.text(node);
  }

  private Citation.Style style() {
    return Arrays.stream(Citation.Style.values())
        .filter(candidate -> candidate.name().toLowerCase(Locale.ROOT).equals(style))
        .findFirst()
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.USAGE, "--style is text, bibtex, cff or csl, not \"" + style + "\""));
  }
}
