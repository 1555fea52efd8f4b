package io.rvi.bench.experiment;

import java.util.List;

/**
 * What a run showed, in the order of its steps; plain data that serialises to JSON.
 *
 * @param cells one for each cell and repetition that was run
 * @param floors one for each floor and repetition that was run
 * @param outages one for each cluster of outages that was run
 * @param complete whether every step of the plan was run
 */
public record Findings(
    List<CellFinding> cells,
    List<FloorFinding> floors,
    List<OutageFinding> outages,
    boolean complete) {
  /** Copies the lists; a bundle that is older than outages has none. */
  @SuppressWarnings("ConstantValue") // JSON without the list gives null.
  public Findings {
    cells = List.copyOf(cells);
    floors = List.copyOf(floors);
    outages = outages == null ? List.of() : List.copyOf(outages);
  }
}
