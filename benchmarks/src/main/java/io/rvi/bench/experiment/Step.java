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
   * Take power from replicas, or try an unsafe setting, on a fresh cluster.
   *
   * @param cell which
   * @param event what happens
   * @param fork which trial of it, from 0
   */
  record DurabilityStep(Cell cell, DurabilityEvent event, int fork) implements Step {
    @Override
    public String name() {
      return name(cell.name(), event);
    }

    /**
     * The name of a cell's trials of an event.
     *
     * @param cell the cell's name
     * @param event the event
     */
    static String name(String cell, DurabilityEvent event) {
      return "durability-" + cell + "-" + event.label();
    }
  }

  /**
   * Make something slow or cut a link, while nothing dies, on a fresh cluster.
   *
   * @param cell which
   * @param fork which of the cell's clusters, from 0
   * @param levels one after the other
   */
  record SlowStep(Cell cell, int fork, List<SlowLevel> levels) implements Step {
    /** Copies the list. */
    public SlowStep {
      levels = List.copyOf(levels);
    }

    @Override
    public String name() {
      return name(cell.name());
    }

    /**
     * The name of a cell's steps.
     *
     * @param cell the cell's name
     */
    static String name(String cell) {
      return "slow-" + cell;
    }
  }

  /**
   * Offer rates to a fresh cluster, one after the other.
   *
   * @param cell which
   * @param fork which of the cell's clusters, from 0
   */
  record RateStep(Cell cell, int fork) implements Step {
    @Override
    public String name() {
      return name(cell.name());
    }

    /**
     * The name of a cell's steps.
     *
     * @param cell the cell's name
     */
    static String name(String cell) {
      return "rate-" + cell;
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
