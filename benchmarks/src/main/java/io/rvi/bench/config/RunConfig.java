package io.rvi.bench.config;

import io.rvi.bench.lab.Topology;
import io.rvi.bench.lab.fault.FaultSchedule;
import io.rvi.spi.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run is asked to do, checked as a whole: every value was read, and values that cannot work
 * together were refused. Made by {@link RunConfigReader}.
 *
 * @param preset the preset that the values started from
 * @param grid the cells' axes
 * @param allowed parity items in which the backends may differ; may be empty
 * @param load the load of each cell
 * @param experiments which experiments are made, and how much of each
 * @param topology where nodes live
 * @param zookeeper connect string of an existing ensemble, or {@link RunKeys#OWN_ZOOKEEPER}
 * @param nodeHeapBytes heap of each node's JVM, where it has one of its own
 * @param jmh whether JMH drives a closed-loop append of each backend too
 * @param faults what happens to a fresh cluster of each cell under a load of its own; may be empty
 * @param repetitions how often each cell is run afresh; a repetition is the sample of statistics
 * @param seed of the order of cells and of everything else that is drawn
 * @param settings resolved settings by backend, {@code flush} not among them: a cell adds its own
 * @param output the directory that bundles are made in
 * @param work the directory of nodes' data while the run lasts
 * @param assignments every key's effective text and origin, in a fixed order
 */
public record RunConfig(
    Preset preset,
    Grid grid,
    List<String> allowed,
    LoadShape load,
    ExperimentChoice experiments,
    Topology topology,
    String zookeeper,
    int nodeHeapBytes,
    boolean jmh,
    FaultSchedule faults,
    int repetitions,
    long seed,
    Map<String, Settings> settings,
    Path output,
    Path work,
    List<Assignment> assignments) {
  /** Load after the last fault's heal. */
  private static final Duration AFTER_LAST_HEAL = Duration.ofSeconds(2);

  /** Copies the collections and checks that each backend has its settings. */
  public RunConfig {
    allowed = List.copyOf(allowed);
    settings = Map.copyOf(new TreeMap<>(settings));
    assignments = List.copyOf(assignments);
    if (!settings.keySet().containsAll(grid.backends())) {
      throw new IllegalArgumentException(
          "settings of " + settings.keySet() + " for backends " + grid.backends());
    }
  }

  /**
   * The settings of one backend, without the cell's flush class.
   *
   * @param backend its name
   */
  public Settings settingsOf(String backend) {
    Settings found = settings.get(backend);
    if (found == null) {
      throw new IllegalArgumentException("no backend " + backend + " in this run");
    }
    return found;
  }

  /**
   * How long the load under {@code faults} lasts: as any load, and past the last heal, so that what
   * comes after it is seen.
   */
  public Duration faultLoad() {
    Duration healed = faults.length().plus(AFTER_LAST_HEAL);
    return healed.compareTo(load.duration()) < 0 ? load.duration() : healed;
  }

  /** Whether the run starts ZooKeeper itself, where a backend needs it. */
  public boolean ownsZooKeeper() {
    return zookeeper.equals(RunKeys.OWN_ZOOKEEPER);
  }
}
