package io.rvi.bench.cli;

import io.rvi.bench.campaign.FaultStep;
import io.rvi.bench.campaign.FaultTrialPlan;
import io.rvi.bench.config.ConfigException;
import io.rvi.bench.config.Grid;
import io.rvi.bench.config.LoadShape;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.CellCluster;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Shape;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.JvmSpec;
import io.rvi.bench.lab.ServiceSpec;
import io.rvi.bench.lab.Volumes;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.fault.FaultSchedule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Turns a configuration into what the experiments understand. */
final class RunPlanner {
  private static final int JMH_REPLICAS = 3;

  private final RunConfig config;

  RunPlanner(RunConfig config) {
    this.config = config;
  }

  Plan plan() {
    LoadShape load = config.load();
    List<Cell> cells = new ArrayList<>();
    for (Grid.Point point : config.grid().points()) {
      cells.add(
          new Cell(
              point.backend(),
              point.replicas(),
              point.flush(),
              load.recordBytes(),
              config.topology(),
              config.settingsOf(point.backend()).given(),
              // A crash takes no page cache, so the flush class changes nothing of what it shows.
              load.crashes() && point.flush() == config.grid().mainFlush()));
    }
    Shape shape =
        new Shape(
            load.ratePerSecond(),
            load.warmup(),
            load.duration(),
            load.saturation(),
            load.resumeMax());
    return Plan.of(config.preset().label(), config.seed(), config.repetitions(), shape, cells);
  }

  /**
   * The cells that JMH drives too: one of each backend, of the first flush class, and of three
   * replicas or the count below that is nearest.
   *
   * @param plan the run's plan
   */
  List<Cell> jmhCells(Plan plan) {
    if (!config.jmh()) {
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
