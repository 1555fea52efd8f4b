package io.rvi.isr.command;

import io.rvi.isr.protocol.ReplicationRules;
import io.rvi.isr.protocol.TruncationStrategy;
import io.rvi.isr.sim.Fault;
import io.rvi.isr.sim.Simulation;
import io.rvi.spi.Settings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The arguments of {@code simulate}, each name at most once. */
final class SimulateArguments {
  static final String USAGE =
      "usage: rvi simulate [--seed N] [--walks N] [--replicas 3,5] [--faults all|none|KIND,...]\n"
          + "                    [--truncation leader-epoch|high-watermark] [--trace] [--json]\n"
          + "       rvi simulate --schedule S1..S9|all [--legacy] [--trace] [--json]\n"
          + "exit code: 0 no invariant was violated, 2 arguments, 4 violated\n"
          + "kinds of faults: "
          + String.join(", ", kinds());

  private static final String SCHEDULE = "--schedule";
  private static final String LEGACY = "--legacy";
  private static final String TRUNCATION = "--truncation";
  private static final String REPLICAS = "--replicas";
  private static final String FAULTS = "--faults";

  private static final List<String> FLAGS = List.of(LEGACY, "--trace", "--json");
  private static final List<String> OF_WALKS =
      List.of("--seed", "--walks", REPLICAS, FAULTS, TRUNCATION);
  private static final List<String> NAMES =
      Stream.of(OF_WALKS, FLAGS, List.of(SCHEDULE)).flatMap(List::stream).toList();

  private final Map<String, String> given = new LinkedHashMap<>();

  /**
   * Takes the arguments.
   *
   * @throws IllegalArgumentException whose message names the argument at fault
   */
  SimulateArguments(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i);
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException(
            name + ": no such option" + Settings.suggestion(name, new HashSet<>(NAMES)));
      }
      boolean isFlag = FLAGS.contains(name);
      if (!isFlag && ++i == arguments.size()) {
        throw new IllegalArgumentException(name + " needs a value");
      }
      if (given.put(name, isFlag ? "" : arguments.get(i)) != null) {
        throw new IllegalArgumentException(name + " is given twice");
      }
    }
    for (String name : given.keySet()) {
      boolean misplaced = schedule() == null ? name.equals(LEGACY) : OF_WALKS.contains(name);
      if (misplaced) {
        throw new IllegalArgumentException(
            name + (schedule() == null ? " goes with " : " does not go with ") + SCHEDULE);
      }
    }
  }

  /** The schedule to play, or null for walks. */
  @Nullable String schedule() {
    return given.get(SCHEDULE);
  }

  boolean legacy() {
    return given.containsKey(LEGACY);
  }

  boolean trace() {
    return given.containsKey("--trace");
  }

  boolean json() {
    return given.containsKey("--json");
  }

  /** What to simulate. */
  Simulation.Options options() {
    return new Simulation.Options(
        number("--seed", value("--seed", "1"), Long.MAX_VALUE),
        (int) number("--walks", value("--walks", "1000"), Integer.MAX_VALUE),
        Stream.of(value(REPLICAS, "3,5").split(",", -1))
            .map(text -> (int) number(REPLICAS, text, 7))
            .toList(),
        faults(value(FAULTS, "all")),
        truncation(value(TRUNCATION, "leader-epoch")),
        ReplicationRules.CURRENT);
  }

  /** The command that walks one seed again. */
  String repeating(long seed, int replicas) {
    List<String> words = new ArrayList<>(List.of("rvi simulate --walks 1 --seed " + seed));
    words.add(REPLICAS + " " + replicas);
    for (String name : List.of(FAULTS, TRUNCATION)) {
      if (given.containsKey(name)) {
        words.add(name + " " + given.get(name));
      }
    }
    return String.join(" ", words);
  }

  private String value(String name, String otherwise) {
    return given.getOrDefault(name, otherwise);
  }

  private static long number(String name, String text, long max) {
    boolean fits = text.matches("\\d{1,18}") && Long.parseLong(text) <= max;
    if (!fits) {
      throw new IllegalArgumentException(
          name + " is a whole number up to " + max + ", not \"" + text + "\"");
    }
    return Long.parseLong(text);
  }

  private static Set<Fault> faults(String text) {
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    if (text.equals("all")) {
      return EnumSet.allOf(Fault.class);
    }
    if (text.equals("none")) {
      return faults;
    }
    for (String kind : text.split(",", -1)) {
      if (!kinds().contains(kind)) {
        throw new IllegalArgumentException(
            "--faults: no kind \""
                + kind
                + "\""
                + Settings.suggestion(kind, new HashSet<>(kinds()))
                + "; there are "
                + String.join(", ", kinds()));
      }
      faults.add(Fault.valueOf(kind.toUpperCase(Locale.ROOT).replace('-', '_')));
    }
    return faults;
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

  private static List<String> kinds() {
    return Stream.of(Fault.values()).map(SimulateArguments::label).toList();
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
