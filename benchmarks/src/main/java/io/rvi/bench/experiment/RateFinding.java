package io.rvi.bench.experiment;

import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the rates offered to one cluster showed.
 *
 * @param cell the cell's name
 * @param fork which of its clusters, from 0
 * @param rungs in the order in which they were offered
 * @param failure why rungs are missing; null when the climb came to its end
 */
public record RateFinding(String cell, int fork, List<Rung> rungs, @Nullable String failure) {
  /** Copies the list. */
  public RateFinding {
    rungs = List.copyOf(rungs);
  }

  /**
   * One rate.
   *
   * @param rate appends a second that were offered
   * @param step whether it is of no ladder but between two rates tried before
   * @param load what the cluster made of it; without a part at full speed
   */
  public record Rung(int rate, boolean step, LoadFinding load) {
    /**
     * How the names of the raw files of a rate begin.
     *
     * @param rate appends a second
     */
    public static String raw(int rate) {
      return "rung-" + rate;
    }
  }

  /**
   * Whether each rate was sustained.
   *
   * @param plan says the bound on the p99
   */
  NavigableMap<Integer, RungVerdict> verdicts(RatePlan plan) {
    NavigableMap<Integer, RungVerdict> verdicts = new TreeMap<>();
    rungs.forEach(rung -> verdicts.put(rung.rate(), RungVerdict.of(rung.load(), plan)));
    return verdicts;
  }

  /**
   * Whether these rates are a climb: each the one that the verdicts before it ask for and, where
   * nothing failed, up to its end. A rate left out could make a higher one look sustained.
   *
   * @param plan of the climb
   */
  public boolean isClimbOf(RatePlan plan) {
    RateClimb climb = new RateClimb(plan.ladder(), plan.steps());
    for (Rung rung : rungs) {
      OptionalInt next = climb.next();
      if (next.isEmpty()
          || next.getAsInt() != rung.rate()
          || climb.isStep(rung.rate()) != rung.step()) {
        return false;
      }
      climb.took(rung.rate(), RungVerdict.of(rung.load(), plan));
    }
    return failure != null || climb.next().isEmpty();
  }

  /** The directory of its raw files, with a slash at the end. */
  public String raw() {
    return String.format(Locale.ROOT, "raw/%s/f%02d/", Step.RateStep.name(cell), fork);
  }
}
