package io.rvi.bench.experiment;

import java.time.Duration;
import java.util.Objects;

/**
 * How long a plan is likely to take on a quiet machine of two cores: the sum of the waits that it
 * is made of, and of what starting and stopping JVMs was seen to take there. A busy machine takes
 * longer.
 */
public final class PlannedTime {
  /** Starting a cluster: what does not depend on its size, and each server's share. */
  private static final double CLUSTER_S = 0.5;

  private static final double SERVER_S = 0.5;

  /** ZooKeeper servers beside the nodes: one for a cell, three for outages. */
  private static final int OUTAGE_ZOOKEEPERS = 3;

  private static final double FLOOR_S = 2.5;

  /** A kill after which writes resume, with the load around it. */
  private static final double KILL_S = 1.2;

  /** Reading everything back, and closing the cluster. */
  private static final double READ_BACK_S = 1;

  /** Appends of a loss trial, its kills, and the disks read after each. */
  private static final double LOSS_S = 2.5;

  /** Settling, watching and settling again around one event. */
  private static final double EVENT_S = 2.2;

  /** More watching where it may take a while until an event is noticed. */
  private static final double UNNOTICED_S = 0.6;

  /** What was only cut or frozen is level again soon; what was killed starts a JVM first. */
  private static final double HEAL_S = 0.7;

  private static final double RESTART_S = 2;

  /** A node of the majority log starts more, and its followers find each other again. */
  private static final double MAJORITY_RESTART_S = 3.5;

  /** For a node that is stopped in order, and what follows until it is started again. */
  private static final double ORDERLY_STOP_S = 0.7;

  private static final double MAJORITY_ORDERLY_STOP_S = 2;

  /** The classes of servers are archived first. */
  private static final double REHEARSAL_S = 15;

  /** Making and mounting a volume. */
  private static final double VOLUME_S = 0.3;

  private PlannedTime() {}

  /**
   * The likely time of a plan.
   *
   * @param plan which
   */
  public static Duration of(Plan plan) {
    double seconds = plan.steps().stream().mapToDouble(step -> seconds(plan, step)).sum();
    return Duration.ofSeconds(Math.round(seconds + REHEARSAL_S));
  }

  private static double seconds(Plan plan, Step step) {
    if (step instanceof Step.CellStep cellStep) {
      return cell(plan.shape(), cellStep.cell(), cellStep.fork());
    }
    if (step instanceof Step.OutageStep outageStep) {
      return start(outageStep.cell(), OUTAGE_ZOOKEEPERS)
          + READ_BACK_S
          + outageStep.events().stream()
              .mapToDouble(event -> event(plan.shape(), outageStep.cell(), event))
              .sum();
    }
    if (step instanceof Step.SlowStep slowStep) {
      return start(slowStep.cell(), 1)
          + READ_BACK_S
          + slowStep.levels().stream()
              .mapToDouble(level -> level(Objects.requireNonNull(plan.slow()), level))
              .sum();
    }
    if (step instanceof Step.RateStep rateStep) {
      return start(rateStep.cell(), 1) + climb(Objects.requireNonNull(plan.rate()));
    }
    if (step instanceof Step.DurabilityStep durabilityStep) {
      return durability(plan.shape(), durabilityStep.cell(), durabilityStep.event());
    }
    return FLOOR_S;
  }

  private static double level(SlowPlan plan, SlowLevel level) {
    return seconds(plan.before()) + seconds(plan.lengthOf(level)) + HEAL_S;
  }

  /** To the top of the ladder; where it ends before, the last load takes longer to drain. */
  private static double climb(RatePlan plan) {
    int loads = plan.ladder().size() + plan.steps();
    return seconds(plan.warmUp()) + loads * (seconds(plan.length()) + HEAL_S);
  }

  private static double durability(Shape shape, Cell cell, DurabilityEvent event) {
    boolean shrinks = event.acknowledging(cell) < cell.replicas();
    boolean mayEnd =
        event.promise(cell) == DurabilityEvent.Promise.MAY_BE_LOST
            && Replication.of(cell) == Replication.IN_SYNC_SET;
    return start(cell, 1)
        + (event.takesPower() ? VOLUME_S * cell.replicas() : 0)
        + (shrinks ? UNNOTICED_S : 0)
        + restart(cell)
        + 2 * READ_BACK_S
        // Where nobody may lead any more, appends and the scan are waited for in vain.
        + (mayEnd ? 2 * seconds(shape.resumeMax()) : 0);
  }

  private static double start(Cell cell, int zooKeepers) {
    int servers = cell.replicas() + (CellCluster.usesZooKeeper(cell) ? zooKeepers : 0);
    return CLUSTER_S + SERVER_S * servers;
  }

  private static double cell(Shape shape, Cell cell, int fork) {
    double seconds = start(cell, 1) + READ_BACK_S;
    if (shape.hasLoad()) {
      seconds += seconds(shape.warmUp().plus(shape.measured()).plus(shape.saturation()));
      seconds += shape.delay(cell).isPresent() ? seconds(shape.warmUp()) : 0;
    }
    if (cell.crashes()) {
      seconds += crash(shape, cell) + READ_BACK_S;
      seconds += shape.lossRecordsOrZero() > 0 ? loss(shape, cell, fork) : 0;
    }
    return seconds;
  }

  private static double crash(Shape shape, Cell cell) {
    int writesResume = Predictions.tolerance(cell).writesResume();
    boolean stops = writesResume < cell.replicas() - 1;
    return KILL_S * cell.replicas()
        + (stops ? seconds(shape.resumeMax()) : 0)
        + SERVER_S * cell.replicas();
  }

  private static double loss(Shape shape, Cell cell, int fork) {
    LossVariant variant = LossVariant.of(fork);
    boolean starts = variant.revives() || variant.triesLeftBehind();
    return LOSS_S + (starts ? SERVER_S * cell.replicas() + seconds(shape.resumeMax()) / 2 : 0);
  }

  private static double event(Shape shape, Cell cell, OutageEvent event) {
    if (event == OutageEvent.ROLLING_RESTART) {
      return EVENT_S + (restart(cell) + orderlyStop(cell)) * cell.replicas();
    }
    boolean resumes = Predictions.tolerance(cell).writesResume() > 0 || !event.takesTheLeader();
    return EVENT_S
        + (event.takesTheLeader() ? 0 : UNNOTICED_S)
        + (event == OutageEvent.LEADER_STOP ? orderlyStop(cell) : 0)
        + (event.killsAServer() ? restart(cell) : HEAL_S)
        + (resumes ? 0 : seconds(shape.resumeMax()));
  }

  private static double restart(Cell cell) {
    return Replication.of(cell) == Replication.MAJORITY ? MAJORITY_RESTART_S : RESTART_S;
  }

  private static double orderlyStop(Cell cell) {
    return Replication.of(cell) == Replication.MAJORITY ? MAJORITY_ORDERLY_STOP_S : ORDERLY_STOP_S;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }
}
