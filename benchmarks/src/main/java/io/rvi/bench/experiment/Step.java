package io.rvi.bench.experiment;

import io.rvi.bench.load.floor.FloorSpec;
import java.util.List;

/** One thing to do in a plan. */
public sealed interface Step {
  /** The name of the cell or floor; directories of raw files bear it. */
  String name();

  /** Which repetition it is, from 0. */
  int fork();

  /**
   * Measure a cell on a fresh cluster.
   *
   * @param cell which
   * @param fork repetition, from 0
   */
  record CellStep(Cell cell, int fork) implements Step {
    @Override
    public String name() {
      return cell.name();
    }
  }

  /**
   * Measure outages on a fresh cluster.
   *
   * @param cell which
   * @param fork which of the cell's clusters, from 0
   * @param events one after the other
   */
  record OutageStep(Cell cell, int fork, List<OutageEvent> events) implements Step {
    /** Copies the list. */
    public OutageStep {
      events = List.copyOf(events);
    }

    @Override
    public String name() {
      return "outage-" + cell.name();
    }
  }

  /**
   * Measure a floor, while no cluster runs.
   *
   * @param spec which
   * @param fork repetition, from 0
   */
  record FloorStep(FloorSpec spec, int fork) implements Step {
    @Override
    public String name() {
      return spec.name();
    }
  }
}
