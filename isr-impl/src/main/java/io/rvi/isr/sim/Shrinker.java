package io.rvi.isr.sim;

import io.rvi.isr.sim.FaultPlan.Planned;
import io.rvi.isr.sim.FaultPlan.Quality;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes a scenario that violates an invariant shorter, by delta debugging (Zeller, Hildebrandt:
 * Simplifying and isolating failure-inducing input, 2002): leaves out faults, in large parts first,
 * and repairs network and ZooKeeper, for as long as the same invariant is violated. As a walk with
 * one fault less has other chances from there on, each candidate is walked with a few seeds. No
 * candidate is taken that needs more steps than the scenario did.
 *
 * <p>Bounded: some hundreds of walks. Deterministic: the same scenario shrinks to the same one.
 */
final class Shrinker {
  private static final int WALKS_MAX = 600;
  private static final int SEEDS_EACH = 5;
  private static final long GAP_MIN_MS = 20;
  private static final int SEEDS_AT_LAST = 50;

  private final String invariant;
  // Violates the invariant.
  private Scenario best;
  // Fewer faults that take longer would not be shorter.
  private long stepsMax = Long.MAX_VALUE;
  private int walks;

  private Shrinker(Scenario scenario, String invariant) {
    this.invariant = invariant;
    best = scenario;
    stepsMax = violatedAt(scenario);
  }

  /**
   * Shrinks a scenario.
   *
   * @param scenario that violates
   * @param invariant what it violates
   * @return a scenario that violates it too, with as few faults and steps as were found
   */
  static Scenario shrink(Scenario scenario, String invariant) {
    Shrinker shrinker = new Shrinker(scenario, invariant);
    shrinker.leaveOutAndRepair();
    shrinker.hurry();
    return shrinker.best;
  }

  private void leaveOutAndRepair() {
    FaultPlan before;
    do {
      before = best.plan();
      violatesWith(before.faults(), before.quality().withGoodNetwork());
      violatesWith(before.faults(), best.plan().quality().withGoodZooKeeper());
      leaveOut();
      hasten();
    } while (!before.equals(best.plan()) && walks < WALKS_MAX);
  }

  /** Looks for chances under which the same plan violates sooner. */
  private void hurry() {
    Scenario found = best;
    long bestSteps = violatedAt(found);
    for (int i = 1; i <= SEEDS_AT_LAST; i++) {
      Scenario candidate = found.withSeed(SimRandom.mix(found.seed() + i));
      long steps = violatedAt(candidate);
      if (steps >= 0 && steps < bestSteps) {
        best = candidate;
        bestSteps = steps;
      }
    }
  }

  /** Leaves out halves, quarters, and so on down to single faults. */
  private void leaveOut() {
    int chunk = Math.max(1, best.plan().faults().size() / 2);
    while (chunk >= 1 && !best.plan().faults().isEmpty()) {
      for (int from = 0; from < best.plan().faults().size() && walks < WALKS_MAX; ) {
        List<Planned> left = new ArrayList<>(best.plan().faults());
        left.subList(from, Math.min(left.size(), from + chunk)).clear();
        if (!violatesWith(left, best.plan().quality())) {
          from += chunk;
        }
      }
      chunk /= 2;
    }
  }

  /** Shortens the time before each fault, by much first. */
  private void hasten() {
    for (int i = 0; i < best.plan().faults().size(); i++) {
      List<Planned> faults = best.plan().faults();
      long gapMs = faults.get(i).atMs() - (i == 0 ? 0 : faults.get(i - 1).atMs());
      for (int eighths = 7; eighths >= 2 && gapMs > GAP_MIN_MS; eighths -= 2) {
        long byMs = gapMs * eighths / 8;
        int first = i;
        List<Planned> sooner =
            IntStream.range(0, faults.size())
                .mapToObj(j -> j < first ? faults.get(j) : faults.get(j).sooner(byMs))
                .toList();
        if (violatesWith(sooner, best.plan().quality())) {
          break;
        }
      }
    }
  }

  /** Whether a plan violates as well, under some chances; then it is the best. */
  private boolean violatesWith(List<Planned> faults, Quality quality) {
    FaultPlan plan = new FaultPlan(faults, quality);
    if (plan.equals(best.plan())) {
      return false;
    }
    for (int i = 0; i < SEEDS_EACH && walks < WALKS_MAX; i++) {
      long seed = i == 0 ? best.seed() : SimRandom.mix(best.seed() + i);
      Scenario candidate = best.with(plan).withSeed(seed);
      if (violatedAt(candidate) >= 0) {
        best = candidate;
        return true;
      }
    }
    return false;
  }

  /** The step at which a scenario violates the invariant, or -1. */
  private long violatedAt(Scenario candidate) {
    walks++;
    Walk.Result result = Walk.of(candidate, false);
    InvariantViolation violation = result.violation();
    boolean violates =
        violation != null && violation.invariant().equals(invariant) && result.steps() <= stepsMax;
    return violates ? result.steps() : -1;
  }
}
