package io.rvi.isr.sim;

import java.util.List;
import java.util.function.Function;

/**
 * What is asked of a mutant, from within its class loader: words in, words out, so that no class
 * that is loaded twice is shared. Answers what was violated, or nothing.
 */
public final class MutantProbe implements Function<String, String> {
  /** Loaded by name. */
  public MutantProbe() {}

  /** The question what random walks of 3 and 5 replicas find, with all kinds of faults. */
  static String walks(long seed, int count) {
    return "walks " + seed + " " + count;
  }

  /**
   * Asks the mutant.
   *
   * @param question {@code schedule NAME}, {@code story NAME}, or {@code walks SEED COUNT}
   * @return the invariant that is violated; for walks after the number of walks it took
   */
  @Override
  public String apply(String question) {
    String[] words = question.split(" ", -1);
    return switch (words[0]) {
      case "schedule" -> violation(Schedules.run(words[1], false));
      case "story" -> violation(Stories.tell(words[1]));
      case "walks" -> walk(Long.parseLong(words[1]), Integer.parseInt(words[2]));
      default -> throw new IllegalArgumentException(question);
    };
  }

  private static String violation(Schedules.Outcome outcome) {
    return outcome.violation() == null ? "" : outcome.violation();
  }

  private static String walk(long seed, int count) {
    Simulation.Report report =
        new Simulation(Simulation.Options.of(seed, count, List.of(3, 5))).run();
    Simulation.Failure failure = report.failure();
    return failure == null ? "" : report.walks() + " walks: " + failure.invariant();
  }
}
