package io.rvi.bench.experiment;

import java.util.List;

/**
 * Trials of what power losses and unsafe settings take, each on a cluster of its own.
 *
 * @param cells where; an event of a cell that it does not apply to is left out
 * @param events which, each once
 * @param trials of each event in each cell, 1 or more
 * @param records acknowledged while all replicas are up, and as many again by those that count
 */
public record DurabilityPlan(
    List<Cell> cells, List<DurabilityEvent> events, int trials, int records) {
  /** Copies the lists and checks the ranges. */
  public DurabilityPlan {
    cells = List.copyOf(cells);
    events = List.copyOf(events);
    if (trials < 1 || records < 1) {
      throw new IllegalArgumentException(
          "trials and records are 1 or more, not " + trials + " and " + records);
    }
  }
}
