package io.rvi.bench.experiment;

import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Lab;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.Service;
import io.rvi.spi.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The cluster that a cell runs on. */
public final class CellCluster {
  private CellCluster() {}

  /**
   * The cluster to start for a cell, everything but its settings at the lab's default.
   *
   * @param cell the cell
   */
  public static ClusterSpec spec(Cell cell) {
    Map<String, String> settings = new TreeMap<>(cell.settings());
    settings.put(
        CommonSettings.FLUSH.key(), CommonSettings.FLUSH.type().writer().apply(cell.flush()));
    return ClusterSpec.of(cell.backend(), cell.replicas(), cell.topology()).withSettings(settings);
  }

  /** Whether its backend needs ZooKeeper. */
  static boolean usesZooKeeper(Cell cell) {
    return Lab.backend(cell.backend()).services().contains(Service.ZOOKEEPER);
  }

  /** Within which an operation of a cell's client ends. */
  static Duration deadline(Cell cell) {
    return settings(cell).get(CommonSettings.REQUEST_DEADLINE);
  }

  /** The mean time from a crash to its detection that a cell's backend is set to. */
  static Duration failureDetection(Cell cell) {
    return settings(cell).get(CommonSettings.FAILURE_DETECTION);
  }

  private static Settings settings(Cell cell) {
    return Settings.resolve(Lab.backend(cell.backend()).settings(), cell.settings());
  }
}
