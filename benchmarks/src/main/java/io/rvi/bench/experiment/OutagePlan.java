package io.rvi.bench.experiment;

import java.util.List;

/**
 * Outages to measure: on one cluster event after event, each healed before the next.
 *
 * @param cells where, with how many trials
 * @param ratePerSecond appends a second during all of it: outages are resolved to their spacing
 */
public record OutagePlan(List<Scope> cells, double ratePerSecond) {
  /** Copies the list. */
  public OutagePlan {
    cells = List.copyOf(cells);
  }

  /**
   * The trials of a cell.
   *
   * @param cell which
   * @param clusters fresh clusters, 1 or more; trials are spread over them
   * @param trials of each class of events that applies, 1 or more, on all clusters together; of the
   *     control and of a leader cut off a third
   */
  public record Scope(Cell cell, int clusters, int trials) {
    /** Checks the ranges. */
    public Scope {
      if (clusters < 1 || trials < clusters) {
        throw new IllegalArgumentException(
            trials + " trials cannot be spread over " + clusters + " clusters");
      }
    }

    /**
     * Trials of a class on one of the clusters.
     *
     * @param fork which cluster, from 0
     */
    int trialsOn(int fork) {
      return trials / clusters + (fork < trials % clusters ? 1 : 0);
    }
  }
}
