package io.rvi.bench.lab;

import java.util.Optional;

/**
 * The outside services of a cluster, for backends that need them; others ignore it.
 *
 * @param zooKeeperServers servers of the ensemble that the lab starts: 1 or 3
 * @param tickMs ZooKeeper's tick: the grain of session expiry, 10 to 10,000 ms. Session timeouts
 *     from one tick up are granted as asked
 * @param external the connect string of an ensemble that runs already and is used instead
 */
public record ServiceSpec(int zooKeeperServers, int tickMs, Optional<String> external) {
  /** One server of the lab's own, with a tick that lets sub-second sessions expire on time. */
  public static final ServiceSpec DEFAULT = new ServiceSpec(1, 100, Optional.empty());

  /** Checks the ranges. */
  public ServiceSpec {
    if (zooKeeperServers != 1 && zooKeeperServers != 3) {
      throw new IllegalArgumentException(
          "a ZooKeeper ensemble here has 1 or 3 servers, not " + zooKeeperServers);
    }
    if (tickMs < 10 || tickMs > 10_000) {
      throw new IllegalArgumentException("ZooKeeper's tick is 10 to 10000 ms, not " + tickMs);
    }
  }

  /**
   * This with another number of servers.
   *
   * @param servers 1 or 3
   */
  public ServiceSpec withServers(int servers) {
    return new ServiceSpec(servers, tickMs, external);
  }
}
