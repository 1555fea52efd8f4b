package io.rvi.bench.cli;

import io.rvi.bench.config.Assignment;
import io.rvi.bench.config.RunConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a run would be asked to do. */
@Command(
    description = "Every key with its effective value, where that came from, and what it does.")
final class ConfigCommand implements Callable<Integer> {
  @Mixin private ConfigOptions options = new ConfigOptions();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  private final Context context;

  ConfigCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    RunConfig config = options.read(context);
    if (json) {
      context.terminal().out().print(ConfigJson.write(config.assignments()));
      return ExitCode.FINE;
    }
    for (Assignment assignment : config.assignments()) {
      context.terminal().print(assignment.key() + ": " + assignment.text());
      context.terminal().print("    from: " + assignment.origin());
      context.terminal().print("    " + assignment.meaning());
    }
    return ExitCode.FINE;
  }
}
