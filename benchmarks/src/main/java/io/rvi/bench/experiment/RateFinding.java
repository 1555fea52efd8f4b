package io.rvi.bench.experiment;

import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
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

  /** The directory of its raw files, with a slash at the end. */
  public String raw() {
    return String.format(Locale.ROOT, "raw/%s/f%02d/", Step.RateStep.name(cell), fork);
  }
}
