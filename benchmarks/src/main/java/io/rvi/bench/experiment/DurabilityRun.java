package io.rvi.bench.experiment;

import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Volumes;
import io.rvi.spi.Capability;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One durability step: a fresh cluster, on volumes that can lose power where that is asked. */
final class DurabilityRun {
  private final Lab lab;
  private final UnaryOperator<ClusterSpec> tuning;
  private final RawFiles raw;
  private final Step.DurabilityStep step;
  private final int records;
  private final Duration resumeMax;
  private final long seed;

  DurabilityRun(
      Lab lab,
      UnaryOperator<ClusterSpec> tuning,
      RawFiles raw,
      Step.DurabilityStep step,
      int records,
      Duration resumeMax,
      long seed) {
    this.lab = lab;
    this.tuning = tuning;
    this.raw = raw;
    this.step = step;
    this.records = records;
    this.resumeMax = resumeMax;
    this.seed = seed;
  }

  /** Runs the step; whatever fails is in the finding. */
  DurabilityFinding run() throws InterruptedException {
    DurabilityFinding.@Nullable Trial trial = null;
    String failure = null;
    try {
      trial = measure();
    } catch (StartException | TrialException | IOException e) {
      failure = e.getMessage();
    } catch (RuntimeException e) {
      // A fault of a backend or of the harness must not take the other steps with it.
      failure = e.toString();
    }
    return new DurabilityFinding(
        step.cell().name(), step.event(), step.fork(), seed, trial, failure);
  }

  private DurabilityFinding.Trial measure()
      throws StartException, TrialException, IOException, InterruptedException {
    ClusterSpec spec = tuning.apply(CellCluster.spec(step.cell())).startingOften();
    Map<String, String> settings = new TreeMap<>(spec.settings());
    settings.putAll(step.event().settings());
    spec = spec.withSettings(settings);
    if (step.event().takesPower()) {
      spec = spec.withVolumes(Volumes.LOOP_MOUNTS);
    }
    Path directory = Objects.requireNonNull(raw.file(step, "durability.history").getParent());
    try (Cluster cluster = lab.start(spec)) {
      if (!cluster.backend().capabilities().contains(Capability.OFFLINE_READING)) {
        throw new TrialException(
            "backend " + step.cell().backend() + " cannot read a stopped replica", null);
      }
      return new DurabilityTrial(cluster, step, records, resumeMax, directory, seed).run();
    } catch (LabException e) {
      throw new TrialException(String.valueOf(e.getMessage()), e);
    }
  }
}
