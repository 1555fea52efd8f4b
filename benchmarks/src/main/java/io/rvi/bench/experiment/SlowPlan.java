package io.rvi.bench.experiment;

import java.time.Duration;
import java.util.List;

/**
 * Clusters with something slow or cut in them, while nothing dies: on one cluster level after
 * level, each undone before the next.
 *
 * @param cells where; a level that does not apply to a cell is left out
 * @param levels what is wrong, each once
 * @param length of a level, but of a cut link, which says its own; the time without it that it is
 *     compared with is half of that
 * @param clusters fresh clusters of each cell, 1 or more, each with all levels
 * @param ratePerSecond appends a second during all of it
 */
public record SlowPlan(
    List<Cell> cells, List<SlowLevel> levels, Duration length, int clusters, double ratePerSecond) {
  /** Copies the lists and checks the ranges. */
  public SlowPlan {
    cells = List.copyOf(cells);
    levels = List.copyOf(levels);
    if (clusters < 1 || length.toMillis() < 1) {
      throw new IllegalArgumentException(
          "clusters and length are 1 or more, not " + clusters + " and " + length);
    }
  }

  /** How long a level lasts. */
  Duration lengthOf(SlowLevel level) {
    return level.kind() == SlowLevel.Kind.LINK_CUT ? Duration.ofMillis(level.millis()) : length;
  }

  /** How long the cluster is watched before a level. */
  Duration before() {
    return length.dividedBy(2);
  }

  /** How long some levels take at the most, one after the other on one cluster. */
  Duration lengthMax(List<SlowLevel> some) {
    // A cluster is waited for before each level and after it, and for an acknowledgement.
    Duration waits = LoadedCluster.LEVEL_MAX.multipliedBy(2).plus(CrashScene.SERVING_MAX);
    return some.stream()
        .map(level -> before().plus(lengthOf(level)).plus(waits))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
