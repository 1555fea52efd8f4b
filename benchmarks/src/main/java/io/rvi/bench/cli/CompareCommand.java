package io.rvi.bench.cli;

import io.rvi.bench.report.BundleComparison;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.CitedFigure;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.NoSuchBundleException;
import io.rvi.bench.result.Validity;
import io.rvi.bench.stats.Comparison;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts two bundles side by side. */
@Command(
    description = {
      "Figures of two bundles side by side, with the conditions that differ first.",
      "Latencies of 10 repetitions or more have an interval of B/A and a verdict: faster or slower"
          + " when all of it lies beyond a band of 10 %%, equivalent when within, else inconclusive."
    })
final class CompareCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  @Parameters(index = "0", paramLabel = "A", description = "A bundle's directory or id.")
  private String first = "";

  @Parameters(index = "1", paramLabel = "B", description = "Another.")
  private String second = "";

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  private final Context context;

  CompareCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws BundleException, NoSuchBundleException {
    Bundle a = usable(first);
    Bundle b = usable(second);
    BundleComparison comparison = BundleComparison.of(a, b);
    if (json) {
      context.terminal().out().print(Json.text(tree(comparison)));
    } else {
      print(a, b, comparison);
    }
    return ExitCode.FINE;
  }

  private Bundle usable(String name) throws BundleException, NoSuchBundleException {
    Bundle bundle = options.shelf().find(name);
    if (bundle.validity() == Validity.INVALID) {
      throw new CliException(
          ExitCode.RUN_INVALID,
          "bundle "
              + bundle.id()
              + " must not be compared: "
              + String.join("; ", bundle.reasons()));
    }
    return bundle;
  }

  private void print(Bundle a, Bundle b, BundleComparison comparison) {
    Terminal terminal = context.terminal();
    terminal.print("A: " + BundleText.line(a));
    terminal.print("B: " + BundleText.line(b));
    if (!comparison.differences().isEmpty()) {
      terminal.print("Conditions that differ, so that a ratio is of these too:");
      comparison.differences().forEach(line -> terminal.print("  " + line));
    }
    for (BundleComparison.Row row : comparison.rows()) {
      Double ratio = row.ratio();
      terminal.print(
          row.id()
              + "  A "
              + text(row.a())
              + "  B "
              + text(row.b())
              + (ratio == null ? "" : String.format(Locale.ROOT, "  B/A %.3f", ratio))
              + verdict(row.comparison()));
    }
  }

  /** Such as {@code [1.152, 1.243] B is slower}; nothing without a comparison. */
  private static String verdict(@Nullable Comparison comparison) {
    return comparison == null
        ? ""
        : String.format(
            Locale.ROOT,
            " [%.3f, %.3f] B is %s",
            comparison.ratio().low(),
            comparison.ratio().high(),
            word(comparison));
  }

  private static String word(Comparison comparison) {
    return comparison.verdict().name().toLowerCase(Locale.ROOT);
  }

  private static String text(@Nullable CitedFigure figure) {
    return figure == null ? "not there" : figure.text();
  }

  private static ObjectNode tree(BundleComparison comparison) {
    ObjectNode root = Json.object();
    ArrayNode differences = root.putArray("differences");
    comparison.differences().forEach(differences::add);
    ArrayNode rows = root.putArray("figures");
    for (BundleComparison.Row row : comparison.rows()) {
      ObjectNode node = rows.addObject().put("id", row.id().toString());
      put(node, "a", row.a());
      put(node, "b", row.b());
      Double ratio = row.ratio();
      if (ratio == null) {
        node.putNull("ratio");
      } else {
        node.put("ratio", ratio);
      }
      Comparison verdict = row.comparison();
      if (verdict != null) {
        node.putObject("comparison")
            .put("low", verdict.ratio().low())
            .put("estimate", verdict.ratio().estimate())
            .put("high", verdict.ratio().high())
            .put("band", verdict.band())
            .put("a12", verdict.a12())
            .put("verdict", word(verdict));
      }
    }
    return root;
  }

  private static void put(ObjectNode node, String name, @Nullable CitedFigure figure) {
    if (figure == null) {
      node.putNull(name);
    } else {
      node.set(name, figure.json());
    }
  }
}
