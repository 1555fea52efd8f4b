package io.rvi.bench.cli;

import io.rvi.bench.report.Rederivation;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.Json;
import io.rvi.bench.result.NoSuchBundleException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks bundles. */
@Command(
    description =
        "Check every byte of bundles against their manifests, and what was derived again.")
final class VerifyCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "BUNDLE",
      description = "Directories, ids or rvi:<hex> of bundles.")
  private List<String> names = List.of();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  private final Context context;

  VerifyCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws NoSuchBundleException {
    ObjectNode root = Json.object();
    boolean fine = true;
    for (String name : names) {
      List<String> findings = findings(name);
      fine &= findings.isEmpty();
      ArrayNode node = root.putArray(name);
      findings.forEach(node::add);
      if (!json) {
        print(name, findings);
      }
    }
    if (json) {
      context.terminal().out().print(Json.text(root));
    }
    return fine ? ExitCode.FINE : ExitCode.VERIFICATION;
  }

  private void print(String name, List<String> findings) {
    if (findings.isEmpty()) {
      context.terminal().print(name + ": as it was written");
    }
    findings.forEach(finding -> context.terminal().print(name + ": " + finding));
  }

  /**
   * A bundle that cannot even be opened fails its verification; it is no failure of the command.
   */
  private List<String> findings(String name) throws NoSuchBundleException {
    try {
      Bundle bundle = options.shelf().find(name);
      List<String> findings = bundle.verify();
      return findings.isEmpty() ? new Rederivation(bundle).verify() : findings;
    } catch (BundleException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }
}
