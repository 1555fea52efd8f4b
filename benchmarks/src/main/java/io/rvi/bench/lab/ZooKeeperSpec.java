package io.rvi.bench.lab;

import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One ZooKeeper server.
 *
 * @param id its number in the ensemble, 1 or more
 * @param client where it serves clients
 * @param members all servers of the ensemble, in the order of their ids
 * @param tickMs its tick
 * @param dataDir its directory
 */
record ZooKeeperSpec(int id, Endpoint client, List<Member> members, int tickMs, Path dataDir) {
  ZooKeeperSpec {
    members = List.copyOf(members);
  }

  /**
   * The servers of one ensemble.
   *
   * @param servers how many; a single one has no members to agree with
   * @param tickMs the tick of each
   * @param directory under which each has a directory of its own, not created here
   * @param addresses where their addresses come from
   */
  static List<ZooKeeperSpec> ensemble(int servers, int tickMs, Path directory, Addresses addresses)
      throws StartException {
    List<Member> members = new ArrayList<>();
    for (int id = 1; servers > 1 && id <= servers; id++) {
      Party party = Party.zooKeeper(id);
      members.add(new Member(addresses.take(party), addresses.take(party)));
    }
    List<ZooKeeperSpec> ensemble = new ArrayList<>();
    for (int id = 1; id <= servers; id++) {
      ensemble.add(
          new ZooKeeperSpec(
              id,
              addresses.take(Party.zooKeeper(id)),
              members,
              tickMs,
              directory.resolve("zk" + id)));
    }
    return ensemble;
  }

  /** Its name in logs and on disk. */
  String name() {
    return "zk" + id;
  }

  /**
   * A server as the others of the ensemble reach it.
   *
   * @param quorum where it serves followers
   * @param election where it takes part in elections
   */
  record Member(Endpoint quorum, Endpoint election) {}
}
