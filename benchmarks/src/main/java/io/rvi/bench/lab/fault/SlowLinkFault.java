package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.Cluster;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Links;
import io.rvi.bench.lab.Party;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.link.LinkShape;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Delays or limits the links between some nodes and all other nodes, both ways.
 *
 * @param aim whose
 * @param shape how bytes are carried meanwhile
 */
record SlowLinkFault(Aim aim, LinkShape shape) implements Fault {
  @Override
  public String name() {
    return "slow-link";
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    return spec.wiring() == Wiring.NAMESPACES
        ? Optional.of("routes delay nothing; start the cluster with links")
        : PartitionFault.unavailable(name(), 2, spec);
  }

  @Override
  public Injected inject(Scene scene) {
    return of(name(), scene.cluster(), aim.resolve(scene), shape);
  }

  /** Changes how bytes are carried between some nodes and all others. */
  static Injected of(String name, Cluster cluster, List<NodeId> slow, LinkShape shape) {
    Links links = cluster.links().orElseThrow(() -> new LabException("the cluster has no links"));
    Set<Cuts.OneWay> ways = new LinkedHashSet<>();
    for (NodeId a : slow) {
      for (NodeId b : cluster.nodes()) {
        if (!a.equals(b)) {
          ways.add(new Cuts.OneWay(Party.node(a), Party.node(b)));
          ways.add(new Cuts.OneWay(Party.node(b), Party.node(a)));
        }
      }
    }
    Map<Cuts.OneWay, Long> before = new LinkedHashMap<>();
    ways.forEach(way -> before.put(way, delayed(links, way)));
    ways.forEach(way -> links.shape(way.from(), way.to(), shape));
    return new Injected() {
      @Override
      public String what() {
        return name + " " + slow + " " + shape.delay();
      }

      @Override
      public Proof landed() {
        long bytes = 0;
        Set<Party> untouched = new LinkedHashSet<>();
        slow.forEach(node -> untouched.add(Party.node(node)));
        Set<Party> unheard = new LinkedHashSet<>(untouched);
        for (Cuts.OneWay way : ways) {
          long more = delayed(links, way) - Objects.requireNonNull(before.get(way));
          bytes += more;
          if (more > 0) {
            untouched.remove(way.to());
            unheard.remove(way.from());
          }
        }
        // Followers have nothing to say to each other; but each node sends to some and hears some.
        boolean isEach = untouched.isEmpty() && unheard.isEmpty();
        return new Proof(
            isEach,
            bytes
                + " bytes were delayed"
                + (isEach ? "" : ", but none to " + untouched + " and none from " + unheard));
      }

      @Override
      public void heal() {
        ways.forEach(way -> links.shape(way.from(), way.to(), LinkShape.PLAIN));
      }
    };
  }

  private static long delayed(Links links, Cuts.OneWay way) {
    return links.traffic(way.from(), way.to()).delayedBytes();
  }
}
