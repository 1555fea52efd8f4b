package io.rvi.bench.cli;

import io.rvi.api.Flush;
import io.rvi.bench.campaign.FaultStep;
import io.rvi.bench.campaign.FaultTrialPlan;
import io.rvi.bench.config.ConfigException;
import io.rvi.bench.config.ExperimentChoice;
import io.rvi.bench.config.ExperimentKind;
import io.rvi.bench.config.Grid;
import io.rvi.bench.config.LoadShape;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.CellCluster;
import io.rvi.bench.experiment.DurabilityEvent;
import io.rvi.bench.experiment.DurabilityPlan;
import io.rvi.bench.experiment.OutagePlan;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.RatePlan;
import io.rvi.bench.experiment.Shape;
import io.rvi.bench.experiment.SlowLevel;
import io.rvi.bench.experiment.SlowPlan;
import io.rvi.bench.experiment.Step;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.JvmSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.ServiceSpec;
import io.rvi.bench.lab.Volumes;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.fault.FaultSchedule;
import io.rvi.spi.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns a configuration into what the experiments understand. */
final class RunPlanner {
  private static final int JMH_REPLICAS = 3;

  /** Trials of a class on one cluster before a fresh one is taken. */
  private static final int TRIALS_A_CLUSTER = 10;

  /** Records acknowledged before the fault, and as many again by those that count. */
  private static final int DURABILITY_RECORDS = 100;

  private final RunConfig config;

  RunPlanner(RunConfig config) {
    this.config = config;
  }

  Plan plan() {
    LoadShape load = config.load();
    ExperimentChoice experiments = config.experiments();
    boolean hasLoad = experiments.has(ExperimentKind.LATENCY);
    Shape shape =
        new Shape(
            load.ratePerSecond(),
            load.warmup(),
            hasLoad ? load.duration() : Duration.ZERO,
            load.saturation(),
            load.resumeMax(),
            experiments.lossRecords(),
            hasLoad ? load.linkDelay().orElse(null) : null);
    return Plan.ofAll(
        config.preset().label(),
        config.seed(),
        config.repetitions(),
        shape,
        cells(),
        new Plan.Trials(
            experiments.has(ExperimentKind.OUTAGE) ? outages() : null,
            experiments.has(ExperimentKind.DURABILITY) ? durability() : null,
            experiments.has(ExperimentKind.SLOW) ? slow() : null,
            experiments.has(ExperimentKind.RATE) ? rate() : null));
  }

  private List<Cell> cells() {
    ExperimentChoice experiments = config.experiments();
    boolean crashes = experiments.has(ExperimentKind.TOLERANCE) && config.load().crashes();
    List<Cell> cells = new ArrayList<>();
    for (Grid.Point point : config.grid().points()) {
      // A crash takes no page cache, so the flush class changes nothing of what it shows.
      boolean ownCrashes = crashes && point.flush() == config.grid().mainFlush();
      if (experiments.has(ExperimentKind.LATENCY) || ownCrashes) {
        settingsAt(point, ownCrashes).forEach(given -> cells.add(cell(point, given, ownCrashes)));
      }
    }
    return cells;
  }

  /** The settings of a point's cells: one for each value of the key that trades W for L. */
  private List<Map<String, String>> settingsAt(Grid.Point point, boolean crashes) {
    Map<String, String> given = config.settingsOf(point.backend()).given();
    List<Integer> minInSync = config.experiments().minInSyncAt(point.replicas());
    boolean hasKey =
        Lab.backend(point.backend()).settings().stream()
            .anyMatch(setting -> setting.key().equals(Cell.MIN_IN_SYNC));
    if (!crashes || !hasKey || minInSync.isEmpty()) {
      return List.of(given);
    }
    List<Map<String, String>> all = new ArrayList<>();
    for (int value : minInSync) {
      Map<String, String> settings = new TreeMap<>(given);
      settings.put(Cell.MIN_IN_SYNC, Integer.toString(value));
      all.add(settings);
    }
    return all;
  }

  private Cell cell(Grid.Point point, Map<String, String> settings, boolean crashes) {
    return new Cell(
        point.backend(),
        point.replicas(),
        point.flush(),
        config.load().recordBytes(),
        config.topology(),
        settings,
        crashes);
  }

  private OutagePlan outages() {
    ExperimentChoice experiments = config.experiments();
    List<OutagePlan.Scope> scopes = new ArrayList<>();
    for (Grid.Point point : config.grid().points()) {
      boolean isMain = experiments.outageReplicas().contains(point.replicas());
      int trials = isMain ? experiments.outageTrials() : experiments.outageTrialsElsewhere();
      if (point.flush() == config.grid().mainFlush() && trials > 0) {
        Cell cell = cell(point, config.settingsOf(point.backend()).given(), false);
        scopes.add(new OutagePlan.Scope(cell, Math.max(1, trials / TRIALS_A_CLUSTER), trials));
      }
    }
    return new OutagePlan(scopes, experiments.outageRatePerSecond());
  }

  private SlowPlan slow() {
    ExperimentChoice experiments = config.experiments();
    ExperimentChoice.Slow chosen = experiments.slow();
    List<SlowLevel> levels = new ArrayList<>();
    for (int followers : chosen.followers()) {
      for (Duration delay : chosen.delays()) {
        levels.add(new SlowLevel(SlowLevel.Kind.DELAY, delay.toMillis(), followers));
      }
    }
    addLevel(SlowLevel.Kind.PAUSES, chosen.pause(), levels);
    addLevel(SlowLevel.Kind.LINK_CUT, chosen.linkCut(), levels);
    return new SlowPlan(
        trialCells(chosen.replicas()),
        levels,
        chosen.time(),
        config.repetitions(),
        experiments.outageRatePerSecond());
  }

  private RatePlan rate() {
    ExperimentChoice.Rate chosen = config.experiments().rate();
    RatePlan plan =
        new RatePlan(
            trialCells(chosen.replicas()),
            chosen.rates(),
            chosen.time(),
            config.load().warmup(),
            chosen.latencyMax(),
            chosen.steps(),
            config.repetitions());
    if (plan.ladder().stream().noneMatch(plan::carries)) {
      throw new ConfigException(
          "rateTime: at none of rates are there the "
              + RatePlan.appendsMin()
              + " appends that a p99 takes in two thirds of it; raise it, or add a higher rate");
    }
    return plan;
  }

  /** Cells of the first flush class, at counts of their own. */
  private List<Cell> trialCells(List<Integer> counts) {
    return counts.stream()
        .flatMap(
            replicas ->
                config.grid().backends().stream()
                    .map(name -> new Grid.Point(name, replicas, config.grid().mainFlush())))
        .map(point -> cell(point, config.settingsOf(point.backend()).given(), false))
        .toList();
  }

  private static void addLevel(SlowLevel.Kind kind, Duration time, List<SlowLevel> levels) {
    if (!time.isZero()) {
      levels.add(new SlowLevel(kind, time.toMillis(), 1));
    }
  }

  private DurabilityPlan durability() {
    ExperimentChoice.Durability chosen = config.experiments().durability();
    List<Cell> cells = new ArrayList<>();
    for (Flush flush : chosen.flushes()) {
      for (int replicas : chosen.replicas()) {
        for (String backend : config.grid().backends()) {
          Grid.Point point = new Grid.Point(backend, replicas, flush);
          cells.add(cell(point, config.settingsOf(backend).given(), false));
        }
      }
    }
    return new DurabilityPlan(
        cells, durabilityEvents(chosen.events()), chosen.trials(), DURABILITY_RECORDS);
  }

  private static List<DurabilityEvent> durabilityEvents(List<String> names) {
    if (names.equals(List.of(ExperimentChoice.EVERY_EVENT))) {
      return List.of(DurabilityEvent.values());
    }
    List<String> known = Arrays.stream(DurabilityEvent.values()).map(e -> e.label()).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new ConfigException(
            "durabilityEvents: no event \"" + name + "\"" + Settings.suggestion(name, known));
      }
    }
    return Arrays.stream(DurabilityEvent.values()).filter(e -> names.contains(e.label())).toList();
  }

  /** Whether some of a plan's trials need volumes that can lose power. */
  static boolean needsVolumes(Plan plan) {
    return plan.steps().stream()
        .anyMatch(
            step ->
                step instanceof Step.DurabilityStep durability && durability.event().takesPower());
  }

  /**
   * The cells that JMH drives too: one of each backend, of the first flush class, and of three
   * replicas or the count below that is nearest. None where links are delayed.
   *
   * @param plan the run's plan
   */
  List<Cell> jmhCells(Plan plan) {
    // JMH starts clusters of its own, on links as they are: its figures would be of other cells.
    if (!config.jmh() || plan.shape().linkDelay() != null) {
      return List.of();
    }
    Comparator<Cell> nearest =
        Comparator.comparing((Cell cell) -> cell.replicas() > JMH_REPLICAS)
            .thenComparingInt(cell -> Math.abs(cell.replicas() - JMH_REPLICAS));
    return config.grid().backends().stream()
        .flatMap(
            backend ->
                plan.cells().stream()
                    .filter(cell -> cell.backend().equals(backend))
                    .filter(cell -> cell.flush() == config.grid().mainFlush())
                    .min(nearest)
                    .stream())
        .toList();
  }

  /**
   * The fault trials: each cell of a plan under the configured faults, as often as the cell is run.
   *
   * @param plan the run's plan
   * @throws ConfigException naming the fault and key that a cell cannot suffer
   */
  List<FaultStep> faultSteps(Plan plan) {
    List<FaultStep> steps = new ArrayList<>();
    for (int fork = 0; fork < plan.repetitions(); fork++) {
      for (Cell cell : plan.cells()) {
        FaultSchedule faults = config.faults().withSeed(plan.seed() + fork);
        if (!faults.entries().isEmpty()) {
          steps.add(new FaultStep(cell.name(), fork, faultTrial(cell, faults)));
        }
      }
    }
    return steps;
  }

  private FaultTrialPlan faultTrial(Cell cell, FaultSchedule faults) {
    ClusterSpec cluster =
        tune(CellCluster.spec(cell))
            .withWiring(Wiring.PROXIED)
            .withVolumes(faults.needsVolumes() ? Volumes.LOOP_MOUNTS : Volumes.DIRECTORIES);
    faults
        .unavailable(cluster)
        .ifPresent(
            why -> {
              throw new ConfigException(
                  why.key()
                      + ": not possible in cell "
                      + cell.name()
                      + ": "
                      + why.complaint()
                      + "; change the fault or leave out that backend, replica count or topology");
            });
    return new FaultTrialPlan(
        cluster,
        faults,
        config.faultLoad(),
        config.load().ratePerSecond(),
        config.load().recordBytes());
  }

  /** How node JVMs are started. */
  JvmSpec jvm() {
    return new JvmSpec(config.nodeHeapBytes() >> 20, JvmSpec.DEFAULT.flags());
  }

  /** A cluster as this configuration has it, its settings left as they are. */
  ClusterSpec tune(ClusterSpec spec) {
    ServiceSpec own = ServiceSpec.DEFAULT;
    return spec.withJvm(jvm())
        .withServices(
            config.ownsZooKeeper()
                ? own
                : new ServiceSpec(
                    own.zooKeeperServers(), own.tickMs(), Optional.of(config.zookeeper())));
  }
}
