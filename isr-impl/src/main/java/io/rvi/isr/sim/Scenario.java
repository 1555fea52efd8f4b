package io.rvi.isr.sim;

import io.rvi.api.Flush;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ReplicaConfig;
import java.util.List;

/**
 * Everything that decides a walk: the same scenario is the same walk, to the byte.
 *
 * @param seed of the chances that are nobody's plan: delays, losses, what clients do
 * @param replicas how many
 * @param partitions how many, each with a replica on each node
 * @param config of the replicas
 * @param controllerConfig of the controllers
 * @param plan what goes wrong
 */
record Scenario(
    long seed,
    int replicas,
    int partitions,
    ReplicaConfig config,
    ControllerConfig controllerConfig,
    FaultPlan plan) {
  /** How long a walk has faults. */
  static final long FAULTS_MS = 1_200;

  private static final int UNCLEAN_PERCENT = 15;
  private static final int TWO_PARTITIONS_PERCENT = 20;
  private static final long LAG_TIME_MAX_MS = 100;
  private static final ReplicaConfig.Times TIMES =
      new ReplicaConfig.Times(LAG_TIME_MAX_MS, 25, 60, 4, 8, 40, 10);
  // Tells the chances of the plan from those of the configuration.
  private static final long PLAN = 0x5851F42D4C957F2DL;

  /** The scenario of a seed. */
  static Scenario draw(long seed, int replicas, Simulation.Options options) {
    SimRandom random = new SimRandom(~seed);
    Flush flush = List.of(Flush.NONE, Flush.GROUP, Flush.EACH).get(random.below(3));
    boolean unclean =
        options.faults().contains(Fault.UNCLEAN_ELECTION) && random.percent(UNCLEAN_PERCENT);
    int minInsyncReplicas = 1 + random.below(Math.min(2, replicas));
    ReplicaConfig config =
        new ReplicaConfig(
            minInsyncReplicas,
            flush,
            unclean,
            options.truncation(),
            TIMES,
            1_000,
            SimClients.IN_FLIGHT_MAX,
            100,
            50,
            options.rules());
    long preferredMs = random.percent(50) ? 150 : 0;
    ControllerConfig controllerConfig =
        new ControllerConfig(minInsyncReplicas, unclean, 20, preferredMs, 10, options.rules());
    int partitions = random.percent(TWO_PARTITIONS_PERCENT) ? 2 : 1;
    FaultPlan plan = FaultPlan.draw(new SimRandom(seed ^ PLAN), options.faults(), FAULTS_MS);
    return new Scenario(seed, replicas, partitions, config, controllerConfig, plan);
  }

  Scenario with(FaultPlan other) {
    return new Scenario(seed, replicas, partitions, config, controllerConfig, other);
  }

  Scenario withSeed(long other) {
    return new Scenario(other, replicas, partitions, config, controllerConfig, plan);
  }

  /** The setting in one line, without the faults. */
  String describe() {
    FaultPlan.Quality quality = plan.quality();
    return replicas
        + " replicas, "
        + partitions
        + (partitions == 1 ? " partition" : " partitions")
        + ", min.insync.replicas "
        + config.minInsyncReplicas()
        + ", flush "
        + config.flush()
        + (config.uncleanElection() ? ", unclean elections allowed" : "")
        + ", "
        + quality.lossPercent()
        + " % of messages lost, "
        + quality.doublePercent()
        + " % doubled, up to "
        + quality.lateMaxMs()
        + " ms late, "
        + quality.lostAnswerPercent()
        + " % of ZooKeeper's answers lost, "
        + quality.stalePercent()
        + " % of reads behind";
  }
}
