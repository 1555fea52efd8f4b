package io.rvi.bench.experiment;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which rates are offered to one cluster: those of the ladder, from the lowest up to the first that
 * is missed; then, some steps long, the geometric middle between the highest rate that held and the
 * next higher one tried, which did not. Decides from verdicts alone.
 */
final class RateClimb {
  private final List<Integer> ladder;
  private final int steps;
  // Grows only. Rates that are not of the ladder are the steps taken so far.
  private final NavigableMap<Integer, RungVerdict> tried = new TreeMap<>();

  /**
   * A climb before its first rate.
   *
   * @param ladder rates, ascending
   * @param steps further rates after it
   */
  RateClimb(List<Integer> ladder, int steps) {
    this.ladder = List.copyOf(ladder);
    this.steps = steps;
  }

  /** The rate to offer next; empty when the climb is over. */
  OptionalInt next() {
    return tried.containsValue(RungVerdict.MISSED) || tried.size() >= ladder.size()
        ? between()
        : OptionalInt.of(ladder.get(tried.size()));
  }

  /** Halves what is left between held and not held, by ratio, as the ladder's rates stand. */
  private OptionalInt between() {
    Integer held = highestHeld(tried);
    Integer above = held == null ? null : tried.higherKey(held);
    if (held == null || above == null || stepsTaken() >= steps) {
      return OptionalInt.empty();
    }
    int middle = (int) Math.round(Math.sqrt((double) held * above));
    return tried.containsKey(middle) ? OptionalInt.empty() : OptionalInt.of(middle);
  }

  private long stepsTaken() {
    return tried.keySet().stream().filter(this::isStep).count();
  }

  /**
   * Whether a rate is a step between two others.
   *
   * @param rate one that was offered
   */
  boolean isStep(int rate) {
    return !ladder.contains(rate);
  }

  /**
   * Notes what became of a rate.
   *
   * @param rate which {@link #next} gave
   * @param verdict on it
   */
  void took(int rate, RungVerdict verdict) {
    if (tried.put(rate, verdict) != null) {
      throw new IllegalStateException(rate + "/s was offered twice");
    }
  }

  /**
   * The highest rate that held, whatever became of lower ones: one of these that did not is chance,
   * as the cluster was offered more later and bore it.
   *
   * @param verdicts by rate
   * @return null where none held
   */
  static @Nullable Integer highestHeld(NavigableMap<Integer, RungVerdict> verdicts) {
    return verdicts.descendingMap().entrySet().stream()
        .filter(entry -> entry.getValue() == RungVerdict.HELD)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }
}
