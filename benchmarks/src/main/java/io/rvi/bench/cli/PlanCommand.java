package io.rvi.bench.cli;

import io.rvi.bench.campaign.FaultStep;
import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.PlannedTime;
import io.rvi.bench.experiment.Prediction;
import io.rvi.bench.experiment.RatePlan;
import io.rvi.bench.experiment.Step;
import io.rvi.bench.report.RunJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a run would do, in which order, and what theory expects of it. */
@Command(description = "The steps of a run in their order, and what theory expects; runs nothing.")
final class PlanCommand implements Callable<Integer> {
  @Mixin private ConfigOptions options = new ConfigOptions();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  private final Context context;

  PlanCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    RunPlanner planner = new RunPlanner(options.read(context));
    Plan plan = planner.plan();
    List<Cell> jmhCells = planner.jmhCells(plan);
    List<FaultStep> faultSteps = planner.faultSteps(plan);
    Terminal terminal = context.terminal();
    if (json) {
      terminal.out().print(RunJson.write(plan));
      return ExitCode.FINE;
    }
    terminal.print(
        plan.steps().size()
            + jmhCells.size()
            + faultSteps.size()
            + " steps, seed "
            + plan.seed()
            + ", about "
            + PlannedTime.of(plan).plusSeconds(59).toMinutes()
            + " min on a quiet machine of two cores"
            + (faultSteps.isEmpty() && jmhCells.isEmpty() ? "" : ", JMH and fault steps apart"));
    int number = 0;
    for (Step step : plan.steps()) {
      number++;
      terminal.print(
          "  "
              + number
              + ". "
              + step.name()
              + ", repetition "
              + (step.fork() + 1)
              + size(plan, step));
    }
    for (Cell cell : jmhCells) {
      number++;
      terminal.print("  " + number + ". " + cell.name() + " by JMH");
    }
    for (FaultStep step : faultSteps) {
      number++;
      terminal.print(
          "  " + number + ". " + step.cell() + " under faults, repetition " + (step.fork() + 1));
    }
    terminal.print("Expected:");
    for (Prediction prediction : plan.predictions()) {
      terminal.print(
          "  "
              + prediction.cell()
              + "  "
              + prediction.metric()
              + " = "
              + PlainNumber.of(prediction.value())
              + " "
              + prediction.unit()
              + "  ("
              + prediction.basis()
              + ")");
    }
    return ExitCode.FINE;
  }

  private static String size(Plan plan, Step step) {
    if (step instanceof Step.OutageStep outages) {
      return ", " + outages.events().size() + " events";
    }
    RatePlan rate = plan.rate();
    if (step instanceof Step.RateStep && rate != null) {
      return ", at most " + (rate.ladder().size() + rate.steps()) + " rates";
    }
    return step instanceof Step.SlowStep slow ? ", " + slow.levels().size() + " levels" : "";
  }
}
