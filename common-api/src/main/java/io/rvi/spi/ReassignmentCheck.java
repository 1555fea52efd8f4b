package io.rvi.spi;

import io.rvi.api.NodeId;
import java.util.Collection;
import java.util.List;

/** What is wrong with the nodes that somebody wants a partition on, the same on every backend. */
public final class ReassignmentCheck {
  private ReassignmentCheck() {}

  /**
   * Looks at a wish before anything is asked of the cluster.
   *
   * @param partition topic and number, for the message
   * @param replicas the nodes that shall hold it
   * @param nodes the nodes of the cluster
   * @return one line that names what is wrong; empty when it can be done
   */
  public static String complaint(
      String partition, List<NodeId> replicas, Collection<NodeId> nodes) {
    String wish = "replicas " + replicas + " of " + partition + ": ";
    List<NodeId> known = nodes.stream().sorted().toList();
    if (replicas.isEmpty()) {
      return wish + "name 1 node or more of " + known;
    }
    for (NodeId node : replicas) {
      if (!nodes.contains(node)) {
        return wish + node + " is no node of the cluster, which has " + known;
      }
      if (replicas.indexOf(node) != replicas.lastIndexOf(node)) {
        return wish + node + " stands there more than once; name each node once";
      }
    }
    return "";
  }
}
