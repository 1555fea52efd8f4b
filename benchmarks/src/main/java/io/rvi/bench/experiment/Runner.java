package io.rvi.bench.experiment;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.load.Outcome;
import io.rvi.bench.load.floor.Floor;
import io.rvi.bench.load.floor.FloorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Carries out a plan, one step after the other. A step that fails leaves a finding that says so,
 * and the others go on.
 */
public final class Runner {
  /** Parts of a floor's measurement: enough for a median, cheap enough to stand around cells. */
  private static final Duration FLOOR_WARM_UP = Duration.ofMillis(700);

  private static final Duration FLOOR_CLOSED = Duration.ofMillis(500);
  private static final Duration FLOOR_PACED = Duration.ofSeconds(1);

  private final Lab lab;
  private final Path floorBase;
  private final UnaryOperator<ClusterSpec> tuning;
  private final RawFiles raw;
  private final Progress progress;
  // Grow only; guarded by this.
  private final List<CellFinding> cells = new ArrayList<>();
  private final List<FloorFinding> floors = new ArrayList<>();
  private final List<OutageFinding> outages = new ArrayList<>();
  private final List<DurabilityFinding> durability = new ArrayList<>();
  private final List<SlowFinding> slow = new ArrayList<>();
  private final List<RateFinding> rate = new ArrayList<>();
  private boolean complete;

  /**
   * Prepares a run.
   *
   * @param lab where clusters run
   * @param floorBase an existing directory for the floors' files, on the file system of the lab
   * @param tuning what is to be changed of each cluster besides its settings: JVMs, services
   * @param raw where raw files go
   * @param progress hears how it goes on
   */
  public Runner(
      Lab lab, Path floorBase, UnaryOperator<ClusterSpec> tuning, RawFiles raw, Progress progress) {
    this.lab = lab;
    this.floorBase = floorBase;
    this.tuning = tuning;
    this.raw = raw;
    this.progress = progress;
  }

  /**
   * Carries out a plan, once.
   *
   * @param plan the plan, stored already
   * @return what it showed
   * @throws InterruptedException when the thread is interrupted; {@link #findings} has what was
   *     found so far
   */
  public Findings run(Plan plan) throws InterruptedException {
    int number = 0;
    for (Step step : plan.steps()) {
      number++;
      progress.began(step, number, plan.steps().size());
      progress.ended(step, carryOut(plan, step, number));
    }
    synchronized (this) {
      complete = true;
    }
    return findings();
  }

  /** What was found so far; may be asked from any thread. */
  public synchronized Findings findings() {
    return new Findings(cells, floors, outages, durability, slow, rate, complete);
  }

  private String carryOut(Plan plan, Step step, int number) throws InterruptedException {
    long seed = Objects.hash(plan.seed(), number);
    if (step instanceof Step.CellStep cellStep) {
      CellFinding finding = new CellTrial(lab, tuning, raw, plan.shape(), cellStep, seed).run();
      synchronized (this) {
        cells.add(finding);
      }
      return Summaries.of(finding);
    }
    if (step instanceof Step.FloorStep floorStep) {
      FloorFinding finding = floor(floorStep, plan.shape());
      synchronized (this) {
        floors.add(finding);
      }
      return Summaries.of(finding);
    }
    return carryOutTrials(plan, step, seed);
  }

  private String carryOutTrials(Plan plan, Step step, long seed) throws InterruptedException {
    if (step instanceof Step.OutageStep outageStep) {
      OutageFinding finding =
          new OutageRun(
                  lab,
                  tuning,
                  raw,
                  outageStep,
                  Objects.requireNonNull(plan.outages()).ratePerSecond(),
                  plan.shape().resumeMax(),
                  seed)
              .run();
      synchronized (this) {
        outages.add(finding);
      }
      return Summaries.of(finding);
    }
    if (step instanceof Step.DurabilityStep durabilityStep) {
      DurabilityFinding finding =
          new DurabilityRun(
                  lab,
                  tuning,
                  raw,
                  durabilityStep,
                  Objects.requireNonNull(plan.durability()).records(),
                  plan.shape().resumeMax(),
                  seed)
              .run();
      synchronized (this) {
        durability.add(finding);
      }
      return Summaries.of(finding);
    }
    if (step instanceof Step.SlowStep slowStep) {
      SlowPlan levels = Objects.requireNonNull(plan.slow());
      SlowFinding finding = new SlowRun(lab, tuning, raw, slowStep, levels, seed).run();
      synchronized (this) {
        slow.add(finding);
      }
      return Summaries.of(finding);
    }
    Step.RateStep rateStep = (Step.RateStep) step;
    RatePlan rates = Objects.requireNonNull(plan.rate());
    RateFinding finding = new RateRun(lab, tuning, raw, rateStep, rates, seed).run();
    synchronized (this) {
      rate.add(finding);
    }
    return Summaries.of(finding, rates);
  }

  private FloorFinding floor(Step.FloorStep step, Shape shape) throws InterruptedException {
    FloorSpec spec = step.spec();
    try {
      Floor.Result result = Floor.measure(spec, floorBase, timing(shape));
      return new FloorFinding(
          spec.name(),
          step.fork(),
          result.closed().getValueAtPercentile(50),
          result.closed().getValueAtPercentile(99),
          result.paced().response(Outcome.COMMITTED).getValueAtPercentile(50),
          result.closed().getTotalCount(),
          null);
    } catch (IOException e) {
      return new FloorFinding(spec.name(), step.fork(), 0, 0, 0, 0, "floor: " + e.getMessage());
    }
  }

  /** No part of a floor takes longer than what it stands beside. */
  private static Floor.Timing timing(Shape shape) {
    return new Floor.Timing(
        shorter(FLOOR_WARM_UP, shape.measured()),
        shorter(FLOOR_CLOSED, shape.measured()),
        shorter(FLOOR_PACED, shape.measured()),
        shape.ratePerSecond());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
