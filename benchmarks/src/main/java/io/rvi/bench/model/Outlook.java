package io.rvi.bench.model;

import io.rvi.bench.model.Scenario.Delays;
import io.rvi.bench.model.Scenario.Failures;
import io.rvi.bench.model.Scenario.Load;
import io.rvi.bench.model.Scenario.Persistence;
import org.jspecify.annotations.Nullable;

/**
 * What theory expects of one protocol with one number of replicas under a {@link Scenario}. Plain
 * data; serialises to JSON as it stands. Nodes are alike and independent but for the common share
 * of failures; nothing here knows what an implementation adds.
 *
 * @param protocol how the log is replicated
 * @param replicas n
 * @param minInSync m; null for a majority
 * @param latency of appends
 * @param tolerance W, L and L_full
 * @param availability of writes
 * @param durability of acked records
 * @param cost of it all
 */
public record Outlook(
    Protocol protocol,
    int replicas,
    @Nullable Integer minInSync,
    Latency latency,
    Tolerance tolerance,
    Writes availability,
    Records durability,
    Bill cost) {
  private static final double SECONDS_PER_YEAR = 365.25 * 86_400;

  /**
   * Latency of appends at the scenario's rate, from the client's side.
   *
   * @param p50Ms median in milliseconds; null where the rate cannot be borne
   * @param p99Ms 99th percentile; null where the rate cannot be borne
   * @param rateMax the rate per second that the tightest of leader, link and disk bears
   * @param tightest which of them: leader, link or disk
   */
  public record Latency(
      @Nullable Double p50Ms, @Nullable Double p99Ms, double rateMax, String tightest) {}

  /**
   * Shares of time in which writes are impossible.
   *
   * @param independent from failures of single nodes that outlast failover
   * @param common with failures that hit all nodes at once
   * @param failovers what failovers add
   * @param total of both
   * @param nines of the total
   * @param minutesPerYear of the total
   */
  public record Writes(
      double independent,
      double common,
      double failovers,
      double total,
      double nines,
      double minutesPerYear) {}

  /**
   * How acked records are lost.
   *
   * @param copiesAtAck copies that the smallest legal set of acknowledgements makes
   * @param yearlyLossAtAck probability within a year that these copies are all lost, while no
   *     further replica catches up
   * @param yearlyLossFull the same once every replica has the record
   * @param lostInPowerLoss records that a power loss of all nodes takes on average
   */
  public record Records(
      int copiesAtAck, double yearlyLossAtAck, double yearlyLossFull, double lostInPowerLoss) {}

  /**
   * What it costs.
   *
   * @param stored bytes stored per byte appended
   * @param sent bytes that the leader sends per byte appended
   * @param furtherNodes nodes beside the replicas: ZooKeeper's, which serve all logs
   */
  public record Bill(int stored, int sent, int furtherNodes) {}

  /**
   * The expectation.
   *
   * @param scenario the conditions
   * @param protocol how the log is replicated
   * @param replicas n, 1 or more
   * @throws IllegalArgumentException when {@code min.insync.replicas} exceeds the replicas
   */
  public static Outlook of(Scenario scenario, Protocol protocol, int replicas) {
    int min = scenario.minInSync().orElse(replicas / 2 + 1);
    Tolerance tolerance = protocol.tolerance(replicas, min);
    boolean isInSync = protocol == Protocol.IN_SYNC_SET;
    return new Outlook(
        protocol,
        replicas,
        isInSync ? min : null,
        latency(scenario.load(), scenario.delays(), protocol, replicas),
        tolerance,
        writes(scenario.failures(), protocol, replicas, min),
        records(scenario, tolerance, replicas),
        new Bill(replicas, replicas - 1, isInSync ? scenario.failures().zooKeeperServers() : 0));
  }

  /**
   * The latency alone.
   *
   * @param load what is appended
   * @param delays how long each step takes
   * @param protocol how the log is replicated
   * @param replicas n, 1 or more
   */
  public static Latency latency(Load load, Delays delays, Protocol protocol, int replicas) {
    Spread fsync =
        load.persistence() == Persistence.NONE ? Spread.none() : Spread.of(delays.fsync());
    double leaderMax = 1 / delays.serviceS();
    double linkMax =
        replicas == 1
            ? Double.POSITIVE_INFINITY
            : LeaderQueue.linkRateMax(
                delays.linkBytesPerSecond(), load.recordBytes(), replicas - 1);
    double diskMax =
        load.persistence() == Persistence.EACH ? 1 / fsync.mean() : Double.POSITIVE_INFINITY;
    double rateMax = Math.min(leaderMax, Math.min(linkMax, diskMax));
    String tightest = rateMax == leaderMax ? "leader" : rateMax == linkMax ? "link" : "disk";
    if (load.ratePerSecond() >= rateMax) {
      return new Latency(null, null, rateMax, tightest);
    }
    Spread persisted = fsync;
    double queued = new LeaderQueue(delays.serviceS()).waitConstantS(load.ratePerSecond());
    if (load.persistence() == Persistence.GROUP) {
      persisted = fsync.behindOneUnderWay(load.ratePerSecond());
    } else if (load.persistence() == Persistence.EACH) {
      // The mean wait of a queue with any service time (Pollaczek and Khinchine).
      double busy = load.ratePerSecond() * fsync.mean();
      queued += load.ratePerSecond() * fsync.meanSquare() / (2 * (1 - busy));
    }
    Spread answer = persisted;
    if (replicas > 1) {
      Spread trip = Spread.of(delays.linkRtt());
      boolean isPolled = protocol == Protocol.IN_SYNC_SET && !delays.isFetchPipelined();
      answer = (isPolled ? trip.behindOneUnderWay(load.ratePerSecond()) : trip).plus(persisted);
    }
    AckWait followers = protocol.followers(replicas);
    double own = delays.clientRtt() + delays.serviceS() + queued;
    double p50 = own + wait(persisted, answer, followers, 0.5);
    double p99 = own + wait(persisted, answer, followers, 0.99);
    return new Latency(p50 * 1e3, p99 * 1e3, rateMax, tightest);
  }

  /** The leader's own copy and enough followers'. */
  private static double wait(Spread leader, Spread follower, AckWait followers, double p) {
    return Spread.quantile(leader, follower, (own, one) -> own * followers.cdf(one), p);
  }

  private static Writes writes(Failures failures, Protocol protocol, int replicas, int min) {
    Availability nodes = new Availability(1 / failures.mttf(), 1 / failures.mttr());
    Availability alone = nodes.independentPart(failures.commonShare());
    double independent = down(alone, failures, protocol, replicas, min);
    double common =
        nodes.withCommonCause(independent, failures.commonShare(), 1 / failures.commonMttr());
    double outage = failures.detection() + failures.election();
    double failovers = 0;
    if (protocol.tolerance(replicas, min).writesResume() > 0) {
      failovers =
          protocol == Protocol.IN_SYNC_SET
              ? Availability.inSyncFailovers(
                  replicas, 1 / failures.crashInterval(), outage, failures.detection())
              : Availability.majorityFailovers(1 / failures.crashInterval(), outage);
    }
    double total = Availability.inSeries(common, failovers);
    return new Writes(
        independent,
        common,
        failovers,
        total,
        Availability.nines(total),
        Availability.minutesPerYear(total));
  }

  /** ZooKeeper counts as needed at all times: the upper bound. */
  private static double down(
      Availability nodes, Failures failures, Protocol protocol, int replicas, int min) {
    return protocol == Protocol.IN_SYNC_SET
        ? Availability.inSeries(
            nodes.inSyncSet(replicas, min), nodes.majority(failures.zooKeeperServers()))
        : nodes.majority(replicas);
  }

  private static Records records(Scenario scenario, Tolerance tolerance, int replicas) {
    int copies = tolerance.permanentLoss() + 1;
    Failures failures = scenario.failures();
    double lost =
        scenario.load().persistence() == Persistence.NONE
            ? Durability.unflushed(scenario.load().ratePerSecond(), failures.pageCacheAge())
            : 0;
    return new Records(copies, yearlyLoss(failures, copies), yearlyLoss(failures, replicas), lost);
  }

  /** Independent losses of all copies, or one loss of all at once. */
  private static double yearlyLoss(Failures failures, int copies) {
    double lossRate = 1 / failures.diskMttf();
    double alone = (1 - failures.commonShare()) * lossRate;
    double atOnce = failures.commonShare() * lossRate;
    double meanTime = Durability.meanTimeToLoss(copies, alone, 1 / failures.diskRepair());
    return -Math.expm1(-SECONDS_PER_YEAR * (1 / meanTime + atOnce));
  }
}
