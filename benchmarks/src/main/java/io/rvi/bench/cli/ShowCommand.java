package io.rvi.bench.cli;

import io.rvi.bench.report.DecisionText;
import io.rvi.bench.report.Provenance;
import io.rvi.bench.report.RunJson;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.BundleShelf;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.NoSuchBundleException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows bundles, or one, or one figure of one. */
@Command(description = "The bundles that there are; one of them; or the figure that an id names.")
final class ShowCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "A bundle's directory or id, or rvi:<hex>#experiment/cell/metric.")
  private @Nullable String name;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  private final Context context;

  ShowCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws BundleException, NoSuchBundleException {
    if (name == null) {
      list(options.shelf());
      return ExitCode.FINE;
    }
    Found found = Found.of(options.shelf(), name);
    CitedFigure figure = found.figure();
    if (figure != null) {
      showFigure(found.bundle(), figure);
    } else {
      showBundle(found.bundle());
    }
    return ExitCode.FINE;
  }

  private void list(BundleShelf shelf) throws BundleException {
    ArrayNode nodes = Json.object().putArray("bundles");
    for (Path directory : shelf.directories()) {
      ObjectNode node = nodes.addObject().put("directory", directory.toString());
      String line;
      try {
        Bundle bundle = Bundle.open(directory);
        line = BundleText.line(bundle);
        BundleText.describe(bundle, node);
      } catch (BundleException e) {
        line = directory.getFileName() + "  damaged: " + e.getMessage();
        node.put("damage", e.getMessage());
      }
      if (!json) {
        context.terminal().print(line);
      }
    }
    if (json) {
      context.terminal().out().print(Json.text(nodes));
    } else if (nodes.isEmpty()) {
      context.terminal().say("No bundles yet; \"rvi run\" makes one.");
    }
  }

  private void showFigure(Bundle bundle, CitedFigure figure) throws BundleException {
    Provenance provenance = Provenance.of(bundle, figure);
    if (json) {
      ObjectNode node = figure.json();
      BundleText.describe(bundle, node.putObject("bundle"));
      node.put("derived", provenance.derived());
      ArrayNode files = node.putArray("raw");
      for (String path : provenance.raw()) {
        ObjectNode file = files.addObject().put("path", path);
        bundle.sha256(path).ifPresent(sha256 -> file.put("sha256", sha256));
      }
      context.terminal().out().print(Json.text(node));
      return;
    }
    Terminal terminal = context.terminal();
    terminal.print(figure.id() + ": " + figure.text());
    if (figure.low() != null && figure.high() != null) {
      terminal.print("95 % interval: " + figure.low() + " to " + figure.high());
    }
    terminal.print("fresh runs behind it: " + figure.forks());
    if (!figure.note().isEmpty()) {
      terminal.print("note: " + figure.note());
    }
    terminal.print("bundle: " + BundleText.line(bundle));
    terminal.print("value in: " + bundle.directory().resolve(provenance.derived()));
    terminal.print("follows from:");
    for (String path : provenance.raw()) {
      terminal.print(
          "  "
              + bundle.directory().resolve(path)
              + bundle
                  .sha256(path)
                  .map(sha256 -> "  sha256 " + sha256.substring(0, 16))
                  .orElse(""));
    }
  }

  private void showBundle(Bundle bundle) throws BundleException {
    if (json) {
      ObjectNode node = Json.object();
      BundleText.describe(bundle, node);
      ArrayNode figures = node.putArray("figures");
      bundle.figures().forEach(figure -> figures.add(figure.json()));
      context.terminal().out().print(Json.text(node));
      return;
    }
    context.terminal().print(BundleText.line(bundle));
    bundle.reasons().forEach(reason -> context.terminal().print("  " + reason));
    if (bundle.has(RunJson.TABLE_PATH)) {
      context.terminal().print("");
      new DecisionText(RunJson.table(bundle.read(RunJson.TABLE_PATH)))
          .lines(context.terminal().columns())
          .forEach(context.terminal()::print);
    }
  }
}
