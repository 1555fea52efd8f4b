package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.Topology;
import java.util.List;
import java.util.Optional;

/**
 * Freezes processes (SIGSTOP) and thaws them: long pauses of a collector or of a host.
 *
 * @param aim whose
 */
record PauseFault(Aim aim) implements Fault {
  @Override
  public String name() {
    return "pause";
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return spec.topology() == Topology.EMBEDDED
        ? Optional.of("nodes of topology embedded have no process of their own to freeze")
        : Optional.empty();
  }

  @Override
  public Injected inject(Scene scene) {
    return of(name(), scene.cluster(), aim.resolve(scene));
  }

  /**
   * Freezes.
   *
   * @param name what this is called
   * @param cluster the cluster
   * @param nodes whose processes
   */
  static Injected of(String name, Cluster cluster, List<NodeId> nodes) {
    nodes.forEach(cluster::pause);
    return new Injected() {
      @Override
      public String what() {
        return name + " " + nodes;
      }

      @Override
      public Proof landed() {
        for (NodeId node : nodes) {
          if (!cluster.isPaused(node)) {
            return new Proof(false, "the process of " + node + " is not in the stopped state");
          }
        }
        return new Proof(true, "processes in the stopped state: " + nodes);
      }

      @Override
      public void heal() {
        nodes.forEach(cluster::resume);
      }
    };
  }
}
