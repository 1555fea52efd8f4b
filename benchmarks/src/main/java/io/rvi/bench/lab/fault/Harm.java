package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Links;
import io.rvi.bench.lab.Party;
import io.rvi.bench.lab.link.CutStyle;
import io.rvi.bench.lab.link.Delay;
import io.rvi.bench.lab.link.LinkShape;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Harm to nodes that the caller has chosen, for experiments whose victims are no role of the
 * moment. What a role or a configuration says is a {@link Fault}.
 */
public final class Harm {
  private Harm() {}

  /**
   * Kills nodes, all at once as far as that goes.
   *
   * @param cluster the cluster
   * @param nodes which; all of them run
   */
  public static Injected kill(Cluster cluster, List<NodeId> nodes) {
    return Downed.kill("kill", cluster, nodes);
  }

  /**
   * Takes the power of nodes, all at once as far as that goes: their processes die, and bytes that
   * no fsync had brought to their disks are gone.
   *
   * @param cluster the cluster, on volumes
   * @param nodes which; all of them run
   * @throws LabException when a node has no volume, or the host refuses
   */
  public static Injected powerLoss(Cluster cluster, List<NodeId> nodes) {
    return DiskFault.powerLossOf(cluster, nodes);
  }

  /**
   * Stops a node in order.
   *
   * @param cluster the cluster
   * @param node which; it runs
   */
  public static Injected stop(Cluster cluster, NodeId node) {
    return Downed.stop("stop", cluster, List.of(node));
  }

  /**
   * Freezes the processes of nodes (SIGSTOP), all at once as far as that goes. Its heal thaws them.
   *
   * @param cluster the cluster, of processes
   * @param nodes which; all of them run
   * @throws LabException when a node has no process of its own
   */
  public static Injected pause(Cluster cluster, List<NodeId> nodes) {
    return PauseFault.of("pause", cluster, nodes);
  }

  /**
   * Empties a node's directory, as the loss of its disk would. Its heal starts it on an empty one.
   *
   * @param cluster the cluster
   * @param node which; killed if it runs
   * @throws LabException when its files cannot be deleted
   */
  public static Injected wipe(Cluster cluster, NodeId node) {
    return DataFault.wipeOf(cluster, node);
  }

  /**
   * Delays every link between nodes, both ways.
   *
   * @param cluster wired with links
   * @param delay one way
   * @throws LabException when the cluster has no links
   */
  public static Injected delayLinks(Cluster cluster, Delay delay) {
    return SlowLinkFault.of("slow-link", cluster, cluster.nodes(), LinkShape.delayed(delay));
  }

  /**
   * Cuts a node from all other servers, ZooKeeper's among them, and leaves clients their way to it.
   *
   * @param cluster wired with links
   * @param node which
   * @throws LabException when the cluster has no links
   */
  public static Injected cutFromServers(Cluster cluster, NodeId node) {
    Links links =
        cluster.links().orElseThrow(() -> new LabException("the cluster has no links to cut"));
    Party alone = Party.node(node);
    Set<Cuts.OneWay> ways = new LinkedHashSet<>();
    for (NodeId other : cluster.nodes()) {
      if (!other.equals(node)) {
        both(ways, alone, Party.node(other));
      }
    }
    int servers = cluster.zooKeeper().map(ensemble -> ensemble.servers()).orElse(0);
    for (int id = 1; id <= servers; id++) {
      both(ways, alone, Party.zooKeeper(id));
    }
    return Cuts.of("cut-from-servers [" + node + "]", links, ways, CutStyle.SILENCE);
  }

  private static void both(Set<Cuts.OneWay> ways, Party a, Party b) {
    ways.add(new Cuts.OneWay(a, b));
    ways.add(new Cuts.OneWay(b, a));
  }
}
