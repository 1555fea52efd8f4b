package io.rvi.bench.experiment;

import java.util.List;

/**
 * What a run showed, in the order of its steps; plain data that serialises to JSON.
 *
 * @param cells one for each cell and repetition that was run
 * @param floors one for each floor and repetition that was run
 * @param outages one for each cluster of outages that was run
 * @param durability one for each durability trial that was run
 * @param slow one for each cluster with something slow in it that was run
 * @param rate one for each cluster that rates were offered to
 * @param complete whether every step of the plan was run
 */
public record Findings(
    List<CellFinding> cells,
    List<FloorFinding> floors,
    List<OutageFinding> outages,
    List<DurabilityFinding> durability,
    List<SlowFinding> slow,
    List<RateFinding> rate,
    boolean complete) {
  /** Copies the lists; a bundle that is older than an experiment has none of it. */
  @SuppressWarnings("ConstantValue") // JSON without the list gives null.
  public Findings {
    cells = List.copyOf(cells);
    floors = List.copyOf(floors);
    outages = outages == null ? List.of() : List.copyOf(outages);
    durability = durability == null ? List.of() : List.copyOf(durability);
    slow = slow == null ? List.of() : List.copyOf(slow);
    rate = rate == null ? List.of() : List.copyOf(rate);
  }

  /**
   * Without durability trials, levels of slowness and climbs.
   *
   * @param cells as above
   * @param floors as above
   * @param outages as above
   * @param complete as above
   */
  public Findings(
      List<CellFinding> cells,
      List<FloorFinding> floors,
      List<OutageFinding> outages,
      boolean complete) {
    this(cells, floors, outages, List.of(), List.of(), List.of(), complete);
  }
}
