package io.rvi.bench.cli;

import io.rvi.bench.config.Grid;
import io.rvi.bench.config.LoadShape;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.experiment.Cell;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.Shape;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.JvmSpec;
import io.rvi.bench.lab.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns a configuration into what the experiments understand. */
final class RunPlanner {
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
