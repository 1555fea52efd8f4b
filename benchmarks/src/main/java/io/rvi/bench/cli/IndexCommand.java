package io.rvi.bench.cli;

import io.rvi.bench.result.BundleException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Writes the index of a directory of bundles. */
@Command(
    description =
        "Write the directory's index.json and the table of its README.md anew, as after each run.")
final class IndexCommand implements Callable<Integer> {
  @Mixin private ShelfOptions options = new ShelfOptions();

  private final Context context;

  IndexCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws BundleException {
    if (options.shelf().directories().isEmpty()) {
      throw new CliException(
          ExitCode.USAGE, "there is no bundle to list; \"rvi run\" makes one, -o DIR says where");
    }
    options.shelf().index().update();
    context.terminal().say(options.shelf().directories().size() + " bundles listed");
    return ExitCode.FINE;
  }
}
