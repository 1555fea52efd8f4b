package io.rvi.bench.experiment;

import io.rvi.api.Flush;
import io.rvi.bench.load.floor.FloorSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Puts cells and floors in an order drawn from a seed: floors, cells, floors for each group of
 * cells that share them, so that a drift of the machine meets both.
 */
final class StepOrder {
  private final Random random;
  private final int repetitions;
  private final boolean withLoad;

  /**
   * An order.
   *
   * @param seed decides it
   * @param repetitions fresh clusters per cell
   * @param withLoad whether cells have a part under load, which floors stand around
   */
  StepOrder(long seed, int repetitions, boolean withLoad) {
    this.random = new Random(seed);
    this.repetitions = repetitions;
    this.withLoad = withLoad;
  }

  List<Step> steps(List<Cell> cells) {
    Map<Group, List<Cell>> groups = new LinkedHashMap<>();
    for (Cell cell : cells) {
      groups.computeIfAbsent(Group.of(cell), absent -> new ArrayList<>()).add(cell);
    }
    List<Step> steps = new ArrayList<>();
    for (int fork = 0; fork < repetitions; fork++) {
      for (Group group : shuffled(groups.keySet())) {
        List<FloorSpec> floors =
            withLoad
                ? shuffled(Arrays.stream(Replication.values()).map(group::floor).toList())
                : List.of();
        addFloors(floors, fork, steps);
        for (Cell cell : shuffled(groups.getOrDefault(group, List.of()))) {
          steps.add(new Step.CellStep(cell, fork));
        }
        addFloors(floors, fork, steps);
      }
    }
    return steps;
  }

  /**
   * Outages: cells in an order drawn from the seed, forks outermost, each with its events shuffled.
   */
  List<Step> outages(OutagePlan plan) {
    List<Step> steps = new ArrayList<>();
    int forks = plan.cells().stream().mapToInt(OutagePlan.Scope::clusters).max().orElse(0);
    for (int fork = 0; fork < forks; fork++) {
      for (OutagePlan.Scope scope : shuffled(plan.cells())) {
        if (fork < scope.clusters()) {
          steps.add(new Step.OutageStep(scope.cell(), fork, events(scope, fork)));
        }
      }
    }
    return steps;
  }

  private List<OutageEvent> events(OutagePlan.Scope scope, int fork) {
    List<OutageEvent> events = new ArrayList<>();
    for (OutageEvent event : OutageEvent.values()) {
      if (event.appliesTo(scope.cell())) {
        int trials = event.trialsOf(scope.trialsOn(fork));
        events.addAll(Collections.nCopies(trials, event));
      }
    }
    return shuffled(events);
  }

  /**
   * Durability trials: forks outermost, cells and events within in an order drawn from the seed.
   */
  List<Step> durability(DurabilityPlan plan) {
    List<Step> steps = new ArrayList<>();
    for (int fork = 0; fork < plan.trials(); fork++) {
      List<Step> round = new ArrayList<>();
      for (Cell cell : plan.cells()) {
        for (DurabilityEvent event : plan.events()) {
          if (event.appliesTo(cell)) {
            round.add(new Step.DurabilityStep(cell, event, fork));
          }
        }
      }
      steps.addAll(shuffled(round));
    }
    return steps;
  }

  /** Levels: forks outermost, cells and their levels in an order drawn from the seed. */
  List<Step> slow(SlowPlan plan) {
    List<Step> steps = new ArrayList<>();
    for (int fork = 0; fork < plan.clusters(); fork++) {
      for (Cell cell : shuffled(plan.cells())) {
        List<SlowLevel> levels =
            plan.levels().stream().filter(level -> level.appliesTo(cell)).toList();
        if (!levels.isEmpty()) {
          steps.add(new Step.SlowStep(cell, fork, shuffled(levels)));
        }
      }
    }
    return steps;
  }

  /** Climbs: forks outermost, cells in an order drawn from the seed. */
  List<Step> rate(RatePlan plan) {
    List<Step> steps = new ArrayList<>();
    for (int fork = 0; fork < plan.clusters(); fork++) {
      for (Cell cell : shuffled(plan.cells())) {
        steps.add(new Step.RateStep(cell, fork));
      }
    }
    return steps;
  }

  /** Each different floor once, on this side of the cells: a drift of the machine meets both. */
  private static void addFloors(List<FloorSpec> floors, int fork, List<Step> steps) {
    floors.stream().distinct().forEach(floor -> steps.add(new Step.FloorStep(floor, fork)));
  }

  private <T> List<T> shuffled(Collection<T> items) {
    List<T> copy = new ArrayList<>(items);
    Collections.shuffle(copy, random);
    return copy;
  }

  /** What cells share that share their floors. */
  private record Group(int replicas, Flush flush, int recordBytes) {
    static Group of(Cell cell) {
      return new Group(cell.replicas(), cell.flush(), cell.recordBytes());
    }

    FloorSpec floor(Replication replication) {
      return Floors.of(replication, replicas, flush, recordBytes);
    }
  }
}
