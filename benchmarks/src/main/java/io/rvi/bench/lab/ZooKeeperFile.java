package io.rvi.bench.lab;

import io.rvi.spi.Endpoint;
import java.nio.file.Path;
import java.util.List;

/**
 * A ZooKeeper server's spec as the JSON file that its process reads.
 *
 * @param id its number in the ensemble
 * @param client host:port where it serves clients
 * @param quorum host:port where each member serves followers, in the order of ids; empty for a
 *     single server
 * @param election host:port of each member in elections, in the same order
 * @param tickMs the tick
 * @param dataDir its directory
 */
record ZooKeeperFile(
    int id, String client, List<String> quorum, List<String> election, int tickMs, String dataDir) {

  static ZooKeeperFile of(ZooKeeperSpec spec) {
    return new ZooKeeperFile(
        spec.id(),
        spec.client().toString(),
        spec.members().stream().map(member -> member.quorum().toString()).toList(),
        spec.members().stream().map(member -> member.election().toString()).toList(),
        spec.tickMs(),
        spec.dataDir().toString());
  }

  /**
   * The spec.
   *
   * @throws IllegalArgumentException naming an address that is none
   */
  ZooKeeperSpec toSpec() {
    if (quorum.size() != election.size()) {
      throw new IllegalArgumentException(
          "quorum has " + quorum.size() + " addresses and election " + election.size());
    }
    List<ZooKeeperSpec.Member> members =
        java.util.stream.IntStream.range(0, quorum.size())
            .mapToObj(
                i ->
                    new ZooKeeperSpec.Member(
                        Endpoint.parse(quorum.get(i)), Endpoint.parse(election.get(i))))
            .toList();
    return new ZooKeeperSpec(id, Endpoint.parse(client), members, tickMs, Path.of(dataDir));
  }
}
