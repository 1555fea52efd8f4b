package io.rvi.bench.cli;

import io.rvi.bench.report.Rederivation;
import io.rvi.bench.result.Bundle;
import io.rvi.bench.result.BundleException;
import io.rvi.bench.result.NoSuchBundleException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes a bundle's report again. */
@Command(description = "Print a bundle's report, as Markdown, made again from its derived data.")
final class ReportCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  @Parameters(paramLabel = "BUNDLE", description = "A bundle's directory or id, or rvi:<hex>.")
  private String name = "";

  private final Context context;

  ReportCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws BundleException, NoSuchBundleException {
    Bundle bundle = options.shelf().find(name);
    context.terminal().out().print(new Rederivation(bundle).markdown());
    return ExitCode.FINE;
  }
}
