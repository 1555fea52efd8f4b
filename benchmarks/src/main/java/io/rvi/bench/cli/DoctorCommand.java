package io.rvi.bench.cli;

import io.rvi.bench.config.RunConfig;
import io.rvi.bench.result.Json;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ArrayNode;

/** Says whether this machine can carry a run. */
@Command(description = "Whether this machine can carry the run that the options describe.")
final class DoctorCommand implements Callable<Integer> {
  @Mixin private ConfigOptions options = new ConfigOptions();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  private final Context context;

  DoctorCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    RunConfig config = options.read(context);
    List<Checkup.Result> results = new Checkup(config, context.backends()).results();
    if (json) {
      ArrayNode nodes = Json.object().putArray("checks");
      results.forEach(
          result ->
              nodes
                  .addObject()
                  .put("check", result.check())
                  .put("grade", result.grade().name())
                  .put("text", result.text()));
      context.terminal().out().print(Json.text(nodes));
    } else {
      results.forEach(
          result ->
              context
                  .terminal()
                  .print(result.grade() + "  " + result.check() + ": " + result.text()));
    }
    return results.stream().anyMatch(result -> result.grade() == Checkup.Grade.UNFIT)
        ? ExitCode.MACHINE
        : ExitCode.FINE;
  }
}
