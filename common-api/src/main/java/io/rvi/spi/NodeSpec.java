package io.rvi.spi;

import io.rvi.api.NodeId;
import java.nio.file.Path;
import java.util.Map;

/**
 * All that a node needs to start.
 *
 * <p>A node dials its peers at {@code peers}, never at an address that a peer announced: so a
 * harness can route each pair of nodes through a link of its own.
 *
 * @param cluster the cluster's name: letters, digits and hyphens; nodes of different clusters do
 *     not mix
 * @param id who it is
 * @param listen the address it binds and serves peers and clients at
 * @param peers every node of the cluster as <em>this</em> node reaches it; the own entry is the
 *     address that it serves clients at
 * @param dataDir its directory, created when absent; no other node may use it
 * @param services the connect string of each service that the backend needs
 * @param settings resolved settings
 */
public record NodeSpec(
    String cluster,
    NodeId id,
    Endpoint listen,
    Map<NodeId, Endpoint> peers,
    Path dataDir,
    Map<Service, String> services,
    Settings settings) {
  /** Copies the maps and checks that the node is among the peers. */
  public NodeSpec {
    peers = Map.copyOf(peers);
    services = Map.copyOf(services);
    if (!peers.containsKey(id)) {
      throw new IllegalArgumentException(
          "node " + id + " is not among the peers " + peers.keySet());
    }
  }
}
