package io.rvi.bench.cli;

import io.rvi.bench.config.Preset;
import io.rvi.bench.config.RunConfig;
import io.rvi.bench.experiment.NoiseFloor;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.load.Calibration;
import io.rvi.bench.load.Calibrator;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What the machine takes for the steps of a replicated log, measured before a run begins. */
final class MachineCheck {
  /** Each of three parts; with the noise floor about 2 s in all. */
  private static final Duration SHORT = Duration.ofMillis(300);

  private static final Duration LONG = Duration.ofSeconds(3);

  /** A part takes no longer than this share of what a cell is measured for. */
  private static final int CELL_SHARE = 10;

  private final RunConfig config;

  MachineCheck(RunConfig config) {
    this.config = config;
  }

  /** Measures, in the directory of nodes' data, which exists. */
  Calibration calibrate() throws IOException, StartException, InterruptedException {
    int bytes = config.load().recordBytes();
    Calibration found = new Calibrator(config.work(), bytes, each()).measure();
    Path scratch = Files.createTempDirectory("rvi-noise");
    try (Lab lab = Lab.open(config.work())) {
      return found.withNoise(NoiseFloor.measure(lab, scratch, bytes).orElse(null));
    } finally {
      delete(scratch);
    }
  }

  private Duration each() {
    if (config.preset() == Preset.STANDARD || config.preset() == Preset.FULL) {
      return LONG;
    }
    Duration share = config.load().duration().dividedBy(CELL_SHARE);
    return share.compareTo(SHORT) < 0 ? share : SHORT;
  }

  private static void delete(Path scratch) throws IOException {
    try (Stream<Path> files = Files.list(scratch)) {
      for (Path left : files.toList()) {
        Files.delete(left);
      }
    }
    Files.delete(scratch);
  }
}
