package io.rvi.spi;

import io.rvi.api.NodeId;
import java.util.Map;

/**
 * All that a client needs.
 *
 * <p>A client dials nodes at {@code nodes}, never at an address that a node announced.
 *
 * @param cluster the cluster's name
 * @param clientId a name for logs and messages; letters, digits and hyphens
 * @param nodes every node of the cluster as this client reaches it
 * @param settings resolved settings
 */
public record ClientSpec(
    String cluster, String clientId, Map<NodeId, Endpoint> nodes, Settings settings) {
  /** Copies the map and checks that it names a node. */
  public ClientSpec {
    nodes = Map.copyOf(nodes);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("client " + clientId + " needs at least one node");
    }
  }
}
