package io.rvi.isr.sim;

import io.rvi.isr.protocol.ReplicationRules;
import io.rvi.isr.protocol.TruncationStrategy;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Random walks of the replication protocol: the facade of the simulator. Walks are independent of
 * each other and run on all cores; the report is the same on any number of them.
 */
public final class Simulation {
  // So many walks are made before the first violation among them is looked for.
  private static final int BATCH = 512;

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
   * @param replicas 1 to 7; several numbers take turns, by seed
   * @param faults the kinds of faults that may happen
   * @param truncation how followers truncate
   * @param rules the rules of the protocol
   */
  public record Options(
      long seed,
      int walks,
      List<Integer> replicas,
      Set<Fault> faults,
      TruncationStrategy truncation,
      ReplicationRules rules) {
    /** Checks the ranges and copies the collections. */
    public Options {
      if (walks < 1) {
        throw new IllegalArgumentException("walks is 1 or more, not " + walks);
      }
      replicas = List.copyOf(replicas);
      boolean inRange = replicas.stream().allMatch(number -> number >= 1 && number <= 7);
      if (!inRange || replicas.isEmpty()) {
        throw new IllegalArgumentException("replicas is 1 to 7, not " + replicas);
      }
      faults = Set.copyOf(faults);
    }

    /** All kinds of faults, under the present rules. */
    public static Options of(long seed, int walks, List<Integer> replicas) {
      return new Options(
          seed,
          walks,
          replicas,
          EnumSet.allOf(Fault.class),
          TruncationStrategy.LEADER_EPOCH,
          ReplicationRules.CURRENT);
    }

    int replicasOf(long walkSeed) {
      return replicas.get((int) Long.remainderUnsigned(walkSeed, replicas.size()));
    }
  }

  /**
   * What came of it.
   *
   * @param walks walks that were made, the last one being the one that failed, if one did
   * @param steps events in all of them
   * @param acknowledged batches acknowledged in all of them
   * @param reads reads answered in all of them
   * @param uncleanElections held in walks that allow them
   * @param lost acknowledged records that those elections cost
   * @param failure the first violation, or null
   */
  public record Report(
      int walks,
      long steps,
      long acknowledged,
      long reads,
      long uncleanElections,
      long lost,
      @Nullable Failure failure) {
    private static final Report NOTHING = new Report(0, 0, 0, 0, 0, 0, null);

    private Report plus(Walk.Result result, @Nullable Failure ended) {
      return new Report(
          walks + 1,
          steps + result.steps(),
          acknowledged + result.acknowledged(),
          reads + result.reads(),
          uncleanElections + result.uncleanElections(),
          lost + result.lost(),
          ended);
    }
  }

  /**
   * A violation.
   *
   * @param seed of the walk: it replays to the byte
   * @param replicas of the walk
   * @param step the event at which it was found
   * @param invariant the number and name of the invariant
   * @param message what was found
   * @param trace what happened before, one line each
   */
  public record Failure(
      long seed, int replicas, long step, String invariant, String message, List<String> trace) {
    /** Copies the list. */
    public Failure {
      trace = List.copyOf(trace);
    }

    /** The same with an empty trace. */
    public Failure withoutTrace() {
      return new Failure(seed, replicas, step, invariant, message, List.of());
    }
  }

  /**
   * The shortest scenario that was found to violate what a walk violated. It is derived from the
   * walk's seed alone, so that repeating the walk shows it again.
   *
   * @param setting what the walk was configured with, and how bad network and ZooKeeper were
   * @param faults what had to go wrong, one line each
   * @param failure how it went
   */
  public record Shortest(String setting, List<String> faults, Failure failure) {
    /** Copies the list. */
    public Shortest {
      faults = List.copyOf(faults);
    }
  }

  /** Walks until a violation or the last walk. */
  public Report run() {
    Report report = Report.NOTHING;
    while (report.walks < options.walks) {
      int count = Math.min(BATCH, options.walks - report.walks);
      for (Walk.Result result : walk(report.walks, count)) {
        boolean violated = result.violation() != null;
        report = report.plus(result, violated ? replay(options.seed + report.walks) : null);
        if (violated) {
          return report;
        }
      }
    }
    return report;
  }

  /** The results of some walks in order, up to the first violation at least. */
  private List<Walk.Result> walk(int first, int count) {
    AtomicInteger violated = new AtomicInteger(count);
    return IntStream.range(0, count)
        .parallel()
        .filter(i -> i < violated.get())
        .mapToObj(
            i -> {
              Walk.Result result = Walk.of(scenario(options.seed + first + i), false);
              if (result.violation() != null) {
                violated.accumulateAndGet(i, Math::min);
              }
              return result;
            })
        .toList();
  }

  /** Walks one seed again and tells what happens; null if nothing is violated. */
  public @Nullable Failure replay(long seed) {
    return tell(scenario(seed));
  }

  /** Looks for the shortest scenario that violates what a walk violated. */
  public Shortest shrink(Failure failure) {
    Scenario shortest = Shrinker.shrink(scenario(failure.seed), failure.invariant);
    return new Shortest(
        shortest.describe(),
        shortest.plan().faults().stream().map(FaultPlan.Planned::toString).toList(),
        Objects.requireNonNull(tell(shortest), "a shrunk scenario violates"));
  }

  private static @Nullable Failure tell(Scenario scenario) {
    Walk.Result result = Walk.of(scenario, true);
    InvariantViolation violation = result.violation();
    return violation == null
        ? null
        : new Failure(
            scenario.seed(),
            scenario.replicas(),
            result.steps(),
            violation.invariant(),
            Objects.requireNonNullElse(violation.getMessage(), ""),
            result.trace());
  }

  private Scenario scenario(long seed) {
    return Scenario.draw(seed, options.replicasOf(seed), options);
  }
}
