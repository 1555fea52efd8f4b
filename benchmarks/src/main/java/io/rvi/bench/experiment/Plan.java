package io.rvi.bench.experiment;

import io.rvi.bench.load.Calibration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run before it is run: what is measured, in which order, and what is expected. Plain data that
 * serialises to JSON; stored before the first cell starts.
 *
 * @param name the preset or experiment
 * @param seed of the order of steps and of every choice in them
 * @param repetitions fresh clusters per cell, 1 or more
 * @param shape how each cell is measured
 * @param cells the cells
 * @param outages outages to measure; null for none
 * @param durability what power losses and unsafe settings take; null for none
 * @param slow what slow followers and a cut link do; null for none
 * @param rate rates to offer one after the other; null for none
 * @param steps what to do, in order: floors stand around the cells that they belong to
 * @param predictions what theory expects
 * @param differences in which settings the backends differ though none need, each with its values,
 *     as was allowed; empty for an equal pair
 */
public record Plan(
    String name,
    long seed,
    int repetitions,
    Shape shape,
    List<Cell> cells,
    @Nullable OutagePlan outages,
    @Nullable DurabilityPlan durability,
    @Nullable SlowPlan slow,
    @Nullable RatePlan rate,
    List<Step> steps,
    List<Prediction> predictions,
    List<String> differences) {
  /** Copies the lists. */
  public Plan {
    cells = List.copyOf(cells);
    steps = List.copyOf(steps);
    predictions = List.copyOf(predictions);
    differences = List.copyOf(differences);
  }

  /**
   * Plans a run. Cells of equal replica count, flush class and record size form a group, measured
   * together with their floors; groups, and the cells of a group, come in an order drawn from the
   * seed.
   *
   * @param name the preset or experiment
   * @param seed of order and choices
   * @param repetitions fresh clusters per cell, 1 or more
   * @param shape how each cell is measured
   * @param cells what to measure, each once
   * @param outages outages to measure after the cells; null for none
   */
  public static Plan of(
      String name,
      long seed,
      int repetitions,
      Shape shape,
      List<Cell> cells,
      @Nullable OutagePlan outages) {
    return ofAll(name, seed, repetitions, shape, cells, new Trials(outages, null, null, null));
  }

  /**
   * Trials that come after the cells, each kind null for none.
   *
   * @param outages outages
   * @param durability durability trials, which come last
   * @param slow levels of slowness
   * @param rate rates offered one after the other
   */
  public record Trials(
      @Nullable OutagePlan outages,
      @Nullable DurabilityPlan durability,
      @Nullable SlowPlan slow,
      @Nullable RatePlan rate) {}

  /**
   * Plans a run with all that a run can have.
   *
   * @param name the preset or experiment
   * @param seed of order and choices
   * @param repetitions fresh clusters per cell, 1 or more
   * @param shape how each cell is measured
   * @param cells what to measure, each once
   * @param trials what comes after the cells
   */
  public static Plan ofAll(
      String name, long seed, int repetitions, Shape shape, List<Cell> cells, Trials trials) {
    if (repetitions < 1) {
      throw new IllegalArgumentException("repetitions are 1 or more, not " + repetitions);
    }
    StepOrder order = new StepOrder(seed, repetitions, shape.hasLoad());
    List<Step> steps = new ArrayList<>(order.steps(cells));
    if (trials.outages() != null) {
      steps.addAll(order.outages(trials.outages()));
    }
    if (trials.slow() != null) {
      steps.addAll(order.slow(trials.slow()));
    }
    if (trials.rate() != null) {
      steps.addAll(order.rate(trials.rate()));
    }
    if (trials.durability() != null) {
      steps.addAll(order.durability(trials.durability()));
    }
    return new Plan(
        name,
        seed,
        repetitions,
        shape,
        cells,
        trials.outages(),
        trials.durability(),
        trials.slow(),
        trials.rate(),
        steps,
        cells.stream().flatMap(cell -> Predictions.of(cell).stream()).toList(),
        List.of());
  }

  /**
   * The same plan, with what theory expects of each cell's latency on this machine.
   *
   * @param found what was measured of the machine
   */
  public Plan withCalibration(Calibration found) {
    List<Prediction> all = new ArrayList<>(predictions);
    cells.forEach(cell -> all.addAll(Predictions.latency(cell, shape, found)));
    return with(all, differences);
  }

  /**
   * The same plan of a pair that is not equal.
   *
   * @param allowed each difference with its values
   */
  public Plan withDifferences(List<String> allowed) {
    return with(predictions, allowed);
  }

  private Plan with(List<Prediction> expected, List<String> allowed) {
    return new Plan(
        name,
        seed,
        repetitions,
        shape,
        cells,
        outages,
        durability,
        slow,
        rate,
        steps,
        expected,
        allowed);
  }
}
