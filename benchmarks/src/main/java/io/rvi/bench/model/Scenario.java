package io.rvi.bench.model;

import java.util.Optional;

/**
 * Conditions under which a replicated log is imagined. Times in seconds, rates per second, sizes in
 * bytes.
 *
 * @param minInSync {@code min.insync.replicas}, 1 or more; empty for a majority of the replicas
 * @param load what is appended
 * @param delays how long each step takes
 * @param failures how often what fails, and for how long
 */
public record Scenario(Optional<Integer> minInSync, Load load, Delays delays, Failures failures) {
  /** When a replica's copy counts. */
  public enum Persistence {
    /** In memory. */
    NONE,
    /** After an fsync that takes all that came meanwhile. */
    GROUP,
    /** After an fsync of its own. */
    EACH
  }

  /**
   * What is appended.
   *
   * @param ratePerSecond of records, Poisson
   * @param recordBytes of each
   * @param persistence when a copy counts
   */
  public record Load(double ratePerSecond, double recordBytes, Persistence persistence) {}

  /**
   * How long each step takes.
   *
   * @param clientRtt round trip between client and leader, a constant
   * @param serviceS the leader's own time for a record
   * @param linkRtt round trip between leader and each follower
   * @param linkBytesPerSecond the leader's outgoing link
   * @param fsync of each node's disk
   * @param isFetchPipelined whether a follower asks for more before it has an answer; else a record
   *     that comes while its one fetch is under way waits for the next one
   */
  public record Delays(
      double clientRtt,
      double serviceS,
      Delay linkRtt,
      double linkBytesPerSecond,
      Delay fsync,
      boolean isFetchPipelined) {}

  /**
   * How often what fails.
   *
   * @param mttf mean time to failure of a node
   * @param mttr mean time to its repair, catching up included
   * @param commonShare share of failures that hit all nodes at once, 0 to 1
   * @param commonMttr mean time to repair such a failure
   * @param crashInterval mean time between crashes of one node, short ones included
   * @param detection mean time from a crash to its detection
   * @param election from detection to the first acknowledgement
   * @param zooKeeperServers z, 1 or more
   * @param diskMttf mean time to the permanent loss of one copy
   * @param diskRepair mean time to its replacement by a full copy
   * @param pageCacheAge how long unflushed bytes stay in memory at the most
   */
  public record Failures(
      double mttf,
      double mttr,
      double commonShare,
      double commonMttr,
      double crashInterval,
      double detection,
      double election,
      int zooKeeperServers,
      double diskMttf,
      double diskRepair,
      double pageCacheAge) {}
}
