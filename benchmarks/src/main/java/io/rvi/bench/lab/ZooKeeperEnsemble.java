package io.rvi.bench.lab;

import io.rvi.api.NodeId;
import io.rvi.spi.StartException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The ZooKeeper servers of a cluster, and what the cluster wrote there.
 *
 * <p>A cluster's znodes lie under {@code /rvi/CLUSTER}: {@code nodes/N} is the ephemeral
 * registration of node N, and {@code controller} says in a line {@code node=N} which node is the
 * controller.
 */
public final class ZooKeeperEnsemble {
  private static final String CONTROLLER_LINE = "node=";

  private final String root;
  private final List<ZooKeeperSpec> servers;
  private final List<Slot> slots = new ArrayList<>();
  private final @Nullable String external;

  private ZooKeeperEnsemble(
      String cluster, List<ZooKeeperSpec> servers, @Nullable String external) {
    this.root = "/rvi/" + cluster;
    this.servers = servers;
    this.external = external;
  }

  /**
   * Starts an ensemble, or takes the external one, and returns when it serves.
   *
   * @param cluster the cluster's name
   * @param spec what to start
   * @param directory where servers keep their data
   * @param addresses where their addresses come from
   * @param launcher what starts them
   * @param links told when a server is down, if there are any
   */
  static ZooKeeperEnsemble create(
      String cluster,
      ServiceSpec spec,
      Path directory,
      Addresses addresses,
      Launcher launcher,
      @Nullable Links links)
      throws StartException {
    if (spec.external().isPresent()) {
      return new ZooKeeperEnsemble(cluster, List.of(), spec.external().get());
    }
    List<ZooKeeperSpec> servers =
        ZooKeeperSpec.ensemble(spec.zooKeeperServers(), spec.tickMs(), directory, addresses);
    ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(cluster, servers, null);
    for (ZooKeeperSpec server : servers) {
      Party party = Party.zooKeeper(server.id());
      ensemble.slots.add(
          new Slot(
              server.name(),
              () -> launcher.zooKeeper(server),
              up -> {
                if (links != null) {
                  links.targetDown(party, !up);
                }
              }));
    }
    return ensemble;
  }

  /** The directories of its own servers, to be made before they start. */
  List<Path> dataDirs() {
    return servers.stream().map(ZooKeeperSpec::dataDir).toList();
  }

  /** Starts all servers and returns when the ensemble serves. */
  void start() throws StartException {
    Starting.all(slots);
    ZooKeeperProbe.connect(connect()).close();
  }

  /** The connect string, past all links. */
  String connect() {
    return external == null
        ? String.join(",", servers.stream().map(server -> server.client().toString()).toList())
        : external;
  }

  /**
   * The connect string of one dialer.
   *
   * @param dialer who dials
   * @param links by what links, if there are any
   */
  String connect(Party dialer, @Nullable Links links) throws StartException {
    if (links == null || external != null) {
      return connect();
    }
    List<String> routes = new ArrayList<>();
    for (ZooKeeperSpec server : servers) {
      routes.add(links.route(dialer, Party.zooKeeper(server.id()), server.client()).toString());
    }
    return String.join(",", routes);
  }

  /** How many servers of the lab's own it has; 0 for an external ensemble. */
  public int servers() {
    return slots.size();
  }

  /**
   * Whether a server runs.
   *
   * @param id its number, 1 or more
   */
  public boolean alive(int id) {
    return slots.get(id - 1).alive();
  }

  /**
   * Kills a server.
   *
   * @param id its number
   */
  public void kill(int id) {
    slots.get(id - 1).kill();
  }

  /**
   * Starts a server that is down, on the data it left.
   *
   * @param id its number
   * @throws StartException naming what is at fault
   */
  public void start(int id) throws StartException {
    slots.get(id - 1).start();
  }

  /**
   * The node that is the controller now, if one is.
   *
   * @throws StartException when the ensemble does not serve
   */
  public Optional<NodeId> controller() throws StartException {
    try (ZooKeeperProbe probe = ZooKeeperProbe.connect(connect())) {
      return probe
          .text(root + "/controller")
          .flatMap(
              text -> text.lines().filter(line -> line.startsWith(CONTROLLER_LINE)).findFirst())
          .map(line -> new NodeId(Integer.parseInt(line.substring(CONTROLLER_LINE.length()))));
    }
  }

  /**
   * The session that holds a node's registration.
   *
   * @param node which
   * @return empty when none does
   * @throws StartException when the ensemble does not serve
   */
  public OptionalLong session(NodeId node) throws StartException {
    try (ZooKeeperProbe probe = ZooKeeperProbe.connect(connect())) {
      return probe.owner(root + "/nodes/" + node.value());
    }
  }

  /** Kills its servers; of an external ensemble, deletes what the cluster wrote there. */
  void discard() throws StartException {
    Closing closing = new Closing();
    slots.forEach(slot -> closing.attempt(slot::discard));
    if (external != null) {
      try (ZooKeeperProbe probe = ZooKeeperProbe.connect(external)) {
        probe.deleteTree(root);
      }
    }
    closing.finish("ZooKeeper servers");
  }
}
