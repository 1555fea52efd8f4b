package io.rvi.isr.command;

import io.rvi.isr.protocol.ReplicationRules;
import io.rvi.isr.protocol.TruncationStrategy;
import io.rvi.isr.sim.Fault;
import io.rvi.isr.sim.Schedules;
import io.rvi.isr.sim.Simulation;
import io.rvi.isr.sim.Simulation.Failure;
import io.rvi.isr.sim.Simulation.Options;
import io.rvi.isr.sim.Simulation.Report;
import io.rvi.spi.BackendCommand;
import io.rvi.spi.Settings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code simulate}: random walks of the ISR protocol under faults, from one seed, or the named
 * schedules, under the present rules or those of an earlier design. A walk that violates an
 * invariant is printed event by event and replays from its seed.
 */
public final class SimulateCommand implements BackendCommand {
  /** Exit code of a violated invariant: the command line's for a broken promise of safety. */
  private static final int VIOLATED = 4;

  private static final String USAGE_LINE =
      "usage: rvi simulate [--seed N] [--walks N] [--replicas 1..7]"
          + " [--truncation leader-epoch|high-watermark]\n"
          + "       rvi simulate --schedule S1..S9|all [--legacy] [--trace]";

  /** Each option with its default. */
  private static final Map<String, String> DEFAULTS =
      Map.of("--seed", "1", "--walks", "1000", "--replicas", "3", "--truncation", "leader-epoch");

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
      out.println(USAGE_LINE);
      return FINE;
    }
    Options options;
    try {
      if (arguments.contains("--schedule")) {
        return play(arguments, out);
      }
      options = options(arguments);
    } catch (IllegalArgumentException e) {
      err.println("error: " + e.getMessage());
      err.println(USAGE_LINE);
      return USAGE;
    }
    Report report = new Simulation(options).run();
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
    Failure failure = report.failure();
    if (failure == null) {
      out.println("no invariant was violated");
      return FINE;
    }
    print(failure, options, out);
    return VIOLATED;
  }

  /** Plays a schedule, or all; prints what happens where an invariant is violated. */
  private static int play(List<String> arguments, PrintStream out) {
    boolean legacy = arguments.contains("--legacy");
    boolean trace = arguments.contains("--trace");
    List<String> rest = new ArrayList<>(arguments);
    rest.removeAll(List.of("--legacy", "--trace"));
    if (rest.size() != 2 || !rest.get(0).equals("--schedule")) {
      throw new IllegalArgumentException("--schedule takes a name, --legacy and --trace only");
    }
    List<String> names = rest.get(1).equals("all") ? Schedules.names() : List.of(rest.get(1));
    int code = FINE;
    for (String name : names) {
      Schedules.Outcome outcome = Schedules.run(name, legacy);
      boolean violated = outcome.violation() != null;
      if (violated || trace) {
        outcome.trace().forEach(line -> out.println("  " + line));
      }
      out.println(
          outcome.name()
              + (legacy ? ", earlier rules: " : ", present rules: ")
              + (violated ? outcome.violation() : "holds")
              + " ("
              + outcome.title()
              + ")");
      code = violated ? VIOLATED : code;
    }
    return code;
  }

  private static void print(Failure failure, Options options, PrintStream out) {
    failure.trace().forEach(out::println);
    out.println("violated at event " + failure.step() + ": " + failure.invariant());
    out.println(failure.message());
    out.println(
        "to repeat it: rvi simulate --walks 1 --seed "
            + failure.seed()
            + " --replicas "
            + options.replicas()
            + " --truncation "
            + label(options.truncation()));
  }

  private static Options options(List<String> arguments) {
    Map<String, String> given = new LinkedHashMap<>(DEFAULTS);
    for (int i = 0; i < arguments.size(); i += 2) {
      String name = arguments.get(i);
      if (!given.containsKey(name)) {
        throw new IllegalArgumentException(
            name + ": no such option" + Settings.suggestion(name, DEFAULTS.keySet()));
      }
      if (i + 1 == arguments.size()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      given.put(name, arguments.get(i + 1));
    }
    return new Options(
        number("--seed", given, Long.MAX_VALUE),
        (int) number("--walks", given, Integer.MAX_VALUE),
        (int) number("--replicas", given, 7),
        EnumSet.allOf(Fault.class),
        truncation(given.getOrDefault("--truncation", "")),
        ReplicationRules.CURRENT);
  }

  private static long number(String name, Map<String, String> given, long max) {
    String text = given.getOrDefault(name, "");
    if (!text.matches("\\d{1,18}") || Long.parseLong(text) > max) {
      throw new IllegalArgumentException(
          name + " is a whole number up to " + max + ", not \"" + text + "\"");
    }
    return Long.parseLong(text);
  }

  private static TruncationStrategy truncation(String text) {
    for (TruncationStrategy strategy : TruncationStrategy.values()) {
      if (label(strategy).equals(text)) {
        return strategy;
      }
    }
    throw new IllegalArgumentException(
        "--truncation is leader-epoch or high-watermark, not \"" + text + "\"");
  }

  private static String label(TruncationStrategy strategy) {
    return strategy.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
