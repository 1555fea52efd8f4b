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
        "Check every byte of bundles against their manifests, derive again what was derived, and"
            + " check the directory's index. Without names: every bundle of the directory.")
final class VerifyCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  @Parameters(
      arity = "0..*",
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
  public Integer call() throws BundleException, NoSuchBundleException {
    ObjectNode root = Json.object();
    boolean fine = true;
    for (String name : names.isEmpty() ? all() : names) {
      fine &= report(name, findings(name), root);
    }
    if (options.shelf().index().exists()) {
      fine &= report("index", options.shelf().index().verify(), root);
    }
    if (json) {
      context.terminal().out().print(Json.text(root));
    }
    return fine ? ExitCode.FINE : ExitCode.VERIFICATION;
  }

  private List<String> all() throws BundleException {
    List<String> all =
        options.shelf().directories().stream().map(path -> path.getFileName().toString()).toList();
    if (all.isEmpty()) {
      throw new CliException(
          ExitCode.USAGE, "there is no bundle to verify; \"rvi run\" makes one, or name a BUNDLE");
    }
    return all;
  }

  /** Says what was found of one thing; returns whether that is nothing. */
  private boolean report(String name, List<String> findings, ObjectNode root) {
    ArrayNode node = root.putArray(name);
    findings.forEach(node::add);
    if (!json) {
      print(name, findings);
    }
    return findings.isEmpty();
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
