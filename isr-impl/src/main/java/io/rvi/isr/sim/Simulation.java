package io.rvi.isr.sim;

import io.rvi.api.Flush;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ReplicaConfig;
import io.rvi.isr.protocol.ReplicationRules;
import io.rvi.isr.protocol.TruncationStrategy;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Random walks of the replication protocol: the facade of the simulator. */
public final class Simulation {
  private static final long LAG_TIME_MAX_MS = 100;
  private static final ReplicaConfig.Times TIMES =
      new ReplicaConfig.Times(LAG_TIME_MAX_MS, 25, 60, 4, 8, 40, 10);

  private final Options options;

  /**
   * A simulation.
   *
   * @param options what to simulate
   */
  public Simulation(Options options) {
    this.options = Objects.requireNonNull(options, "options");
  }

  /**
   * What to simulate.
   *
   * @param seed of the first walk; the next have the seeds that follow
   * @param walks how many
   * @param replicas 1 to 7
   * @param faults the kinds of faults that may happen
   * @param truncation how followers truncate
   * @param rules the rules of the protocol
   */
  public record Options(
      long seed,
      int walks,
      int replicas,
      Set<Fault> faults,
      TruncationStrategy truncation,
      ReplicationRules rules) {
    /** Checks the ranges and copies the set. */
    public Options {
      if (walks < 1 || replicas < 1 || replicas > 7) {
        throw new IllegalArgumentException(
            "walks is 1 or more, replicas 1 to 7, not " + walks + " and " + replicas);
      }
      faults = Set.copyOf(faults);
    }

    /** All kinds of faults, under the present rules. */
    public static Options of(long seed, int walks, int replicas) {
      return new Options(
          seed,
          walks,
          replicas,
          EnumSet.allOf(Fault.class),
          TruncationStrategy.LEADER_EPOCH,
          ReplicationRules.CURRENT);
    }
  }

  /**
   * What came of it.
   *
   * @param walks walks that were made, the last one being the one that failed, if one did
   * @param steps events in all of them
   * @param acknowledged batches acknowledged in all of them
   * @param reads reads answered in all of them
   * @param failure the first violation, or null
   */
  public record Report(
      int walks, long steps, long acknowledged, long reads, @Nullable Failure failure) {}

  /**
   * A violation.
   *
   * @param seed of the walk: it replays to the byte
   * @param step the event at which it was found
   * @param invariant the number and name of the invariant
   * @param message what was found
   * @param trace what happened before, one line each
   */
  public record Failure(
      long seed, long step, String invariant, String message, List<String> trace) {}

  /** Walks until a violation or the last walk. */
  public Report run() {
    long steps = 0;
    long acknowledged = 0;
    long reads = 0;
    for (int i = 0; i < options.walks; i++) {
      long seed = options.seed + i;
      World world = new World(seed, false);
      SimCluster cluster = cluster(world, seed);
      try {
        walk(world, cluster).run();
      } catch (InvariantViolation violation) {
        return new Report(i + 1, steps + world.steps(), acknowledged, reads, replay(seed));
      }
      steps += world.steps();
      acknowledged += cluster.clients().acknowledged();
      reads += cluster.clients().reads();
    }
    return new Report(options.walks, steps, acknowledged, reads, null);
  }

  /** Walks one seed again and tells what happens; null if nothing is violated. */
  public @Nullable Failure replay(long seed) {
    World world = new World(seed, true);
    try {
      walk(world, cluster(world, seed)).run();
      return null;
    } catch (InvariantViolation violation) {
      return new Failure(
          seed,
          world.steps(),
          violation.invariant(),
          Objects.requireNonNullElse(violation.getMessage(), ""),
          List.copyOf(world.trace()));
    }
  }

  private Walk walk(World world, SimCluster cluster) {
    return new Walk(world, cluster, new FaultPlan(cluster, world, ordered(options.faults)));
  }

  private static Set<Fault> ordered(Set<Fault> faults) {
    Set<Fault> ordered = EnumSet.noneOf(Fault.class);
    ordered.addAll(faults);
    return ordered;
  }

  private SimCluster cluster(World world, long seed) {
    SimRandom random = new SimRandom(~seed);
    Flush flush = List.of(Flush.NONE, Flush.GROUP, Flush.EACH).get(random.below(3));
    int minInsyncReplicas = 1 + random.below(Math.min(2, options.replicas));
    ReplicaConfig config =
        new ReplicaConfig(
            minInsyncReplicas,
            flush,
            false,
            options.truncation,
            TIMES,
            1_000,
            SimClients.IN_FLIGHT_MAX,
            100,
            50,
            options.rules);
    long preferredMs = random.percent(50) ? 150 : 0;
    ControllerConfig controllerConfig =
        new ControllerConfig(minInsyncReplicas, false, 20, preferredMs, 10, options.rules);
    return new SimCluster(world, options.replicas, config, controllerConfig);
  }
}
