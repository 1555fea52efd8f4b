package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.spi.NodeStatus;
import io.rvi.spi.StartException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Nodes that were taken down: proved by their processes being gone, healed by a start. */
final class Downed implements Injected {
  private final String what;
  private final Cluster cluster;
  private final Map<NodeId, OptionalLong> processes = new TreeMap<>();

  private Downed(String what, Cluster cluster, List<NodeId> nodes) {
    this.what = what + " " + nodes;
    this.cluster = cluster;
    nodes.forEach(node -> processes.put(node, cluster.pid(node)));
  }

  /**
   * Kills nodes, all at once as far as that goes.
   *
   * @param what the fault's name
   * @param cluster the cluster
   * @param nodes which
   */
  static Downed kill(String what, Cluster cluster, List<NodeId> nodes) {
    Downed downed = new Downed(what, cluster, nodes);
    nodes.parallelStream().forEach(cluster::kill);
    return downed;
  }

  /**
   * Stops nodes in order.
   *
   * @param what the fault's name
   * @param cluster the cluster
   * @param nodes which
   */
  static Downed stop(String what, Cluster cluster, List<NodeId> nodes) {
    Downed downed = new Downed(what, cluster, nodes);
    nodes.forEach(cluster::stop);
    return downed;
  }

  @Override
  public String what() {
    return what;
  }

  @Override
  public Proof landed() {
    for (Map.Entry<NodeId, OptionalLong> process : processes.entrySet()) {
      NodeId node = process.getKey();
      if (cluster.status(node).state() != NodeStatus.State.STOPPED) {
        return new Proof(false, node + " is " + cluster.status(node).state());
      }
      OptionalLong pid = process.getValue();
      if (pid.isPresent() && ProcessHandle.of(pid.getAsLong()).isPresent()) {
        return new Proof(false, "process " + pid.getAsLong() + " of " + node + " is still there");
      }
    }
    return new Proof(true, "down, and their processes gone: " + processes.keySet());
  }

  @Override
  public void heal() throws StartException {
    for (NodeId node : processes.keySet()) {
      cluster.start(node);
    }
  }
}
