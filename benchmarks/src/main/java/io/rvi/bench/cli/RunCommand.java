package io.rvi.bench.cli;

import io.rvi.bench.config.RunConfig;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Plans, runs, checks and reports. */
@Command(
    description = {
      "Compare the backends: latency at a fixed rate, throughput, and what crashes do, by replica",
      "count. Prints the decision table and writes a result bundle."
    })
final class RunCommand implements Callable<Integer> {
  @Mixin private ConfigOptions options = new ConfigOptions();

  @Option(names = "--json", description = "Print the decision table as JSON.")
  private boolean json;

  private final Context context;

  RunCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, StartException, InterruptedException {
    RunConfig config = options.read(context);
    Checkup checkup = new Checkup(config, context.backends());
    for (Checkup.Result result : checkup.results()) {
      if (result.grade() == Checkup.Grade.UNFIT) {
        throw new CliException(ExitCode.MACHINE, result.check() + ": " + result.text());
      }
      if (result.grade() == Checkup.Grade.POOR) {
        context.terminal().say("note: " + result.check() + ": " + result.text());
      }
    }
    return new RunSession(context, config, options.file()).run(json);
  }
}
