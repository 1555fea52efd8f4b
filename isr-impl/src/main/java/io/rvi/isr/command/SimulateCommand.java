package io.rvi.isr.command;

import io.rvi.isr.sim.Schedules;
import io.rvi.isr.sim.Simulation;
import io.rvi.isr.sim.Simulation.Failure;
import io.rvi.isr.sim.Simulation.Options;
import io.rvi.isr.sim.Simulation.Report;
import io.rvi.isr.sim.Simulation.Shortest;
import io.rvi.spi.BackendCommand;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code simulate}: random walks of the ISR protocol under faults, from one seed, or the named
 * schedules, under the present rules or those of an earlier design. A violation is told by seed,
 * step and invariant, with the shortest scenario that was found to violate the same; the same
 * arguments print the same to the byte.
 */
public final class SimulateCommand implements BackendCommand {
  /** Exit code of a violated invariant: the command line's for a broken promise of safety. */
  private static final int VIOLATED = 4;

  /** Called by ServiceLoader. */
  public SimulateCommand() {}

  @Override
  public String name() {
    return "simulate";
  }

  @Override
  public String summary() {
    return "Random walks of the ISR protocol under faults, from a seed; prints what is violated.";
  }

  @Override
  public int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.contains("--help") || arguments.contains("-h")) {
      out.println(SimulateArguments.USAGE);
      return FINE;
    }
    try {
      SimulateArguments given = new SimulateArguments(arguments);
      String schedule = given.schedule();
      return schedule == null ? walk(given, given.options(), out) : play(given, schedule, out);
    } catch (IllegalArgumentException e) {
      err.println("error: " + e.getMessage());
      err.println(SimulateArguments.USAGE);
      return USAGE;
    }
  }

  private static int walk(SimulateArguments given, Options options, PrintStream out) {
    Simulation simulation = new Simulation(options);
    Report report = simulation.run();
    Failure failure = report.failure();
    Shortest shortest = failure == null ? null : simulation.shrink(failure);
    if (given.json()) {
      printJson(Walks.of(options, report, shortest, given.trace()), out);
    } else {
      out.println(
          report.walks()
              + " walks from seed "
              + options.seed()
              + ": "
              + report.steps()
              + " events, "
              + report.acknowledged()
              + " batches acknowledged, "
              + report.reads()
              + " reads");
      if (report.uncleanElections() > 0) {
        out.println(
            "unclean elections where they are allowed: "
                + report.uncleanElections()
                + ", acknowledged records lost by them: "
                + report.lost());
      }
      if (failure == null || shortest == null) {
        out.println("no invariant was violated");
      } else {
        print(failure, shortest, given, out);
      }
    }
    return failure == null ? FINE : VIOLATED;
  }

  private static void print(
      Failure failure, Shortest shortest, SimulateArguments given, PrintStream out) {
    if (given.trace()) {
      failure.trace().forEach(out::println);
    }
    out.println(
        "seed " + failure.seed() + ", step " + failure.step() + " violates " + failure.invariant());
    out.println(failure.message());
    Failure sooner = shortest.failure();
    out.println();
    out.println("the shortest that was found to violate the same: " + shortest.setting());
    shortest.faults().forEach(fault -> out.println("  " + fault));
    out.println("which goes so:");
    sooner.trace().forEach(out::println);
    out.println("step " + sooner.step() + " violates " + sooner.invariant());
    out.println(sooner.message());
    out.println();
    out.println("to repeat it: " + given.repeating(failure.seed(), failure.replicas()));
  }

  /** Plays a schedule, or all; prints what happens where an invariant is violated. */
  private static int play(SimulateArguments given, String schedule, PrintStream out) {
    List<String> names = schedule.equals("all") ? Schedules.names() : List.of(schedule);
    List<Schedules.Outcome> outcomes = new ArrayList<>();
    for (String name : names) {
      outcomes.add(Schedules.run(name, given.legacy()));
    }
    if (given.json()) {
      printJson(outcomes, out);
    } else {
      outcomes.forEach(outcome -> print(outcome, given.trace(), out));
    }
    return outcomes.stream().allMatch(outcome -> outcome.violation() == null) ? FINE : VIOLATED;
  }

  private static void print(Schedules.Outcome outcome, boolean trace, PrintStream out) {
    boolean violated = outcome.violation() != null;
    if (violated || trace) {
      outcome.trace().forEach(line -> out.println("  " + line));
    }
    out.println(
        outcome.name()
            + (outcome.legacy() ? ", earlier rules: " : ", present rules: ")
            + (violated ? outcome.violation() : "holds")
            + " ("
            + outcome.title()
            + ")");
  }

  private static void printJson(Object value, PrintStream out) {
    out.println(JsonMapper.builder().build().writeValueAsString(value));
  }

  /** What is printed of walks with {@code --json}. */
  private record Walks(
      long seed,
      int walks,
      long events,
      long acknowledged,
      long reads,
      long uncleanElections,
      long lostByThem,
      @Nullable Failure failure,
      @Nullable Shortest shortest) {
    static Walks of(Options options, Report report, @Nullable Shortest shortest, boolean trace) {
      Failure failure = report.failure();
      return new Walks(
          options.seed(),
          report.walks(),
          report.steps(),
          report.acknowledged(),
          report.reads(),
          report.uncleanElections(),
          report.lost(),
          failure == null || trace ? failure : failure.withoutTrace(),
          shortest);
    }
  }
}
