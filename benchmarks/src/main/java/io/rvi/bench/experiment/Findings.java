package io.rvi.bench.experiment;

import java.util.List;

/**
 * What a run showed, in the order of its steps; plain data that serialises to JSON.
 *
 * @param cells one for each cell and repetition that was run
 * @param floors one for each floor and repetition that was run
 * @param complete whether every step of the plan was run
 */
public record Findings(List<CellFinding> cells, List<FloorFinding> floors, boolean complete) {
  /** Copies the lists. */
  public Findings {
    cells = List.copyOf(cells);
    floors = List.copyOf(floors);
  }
}
