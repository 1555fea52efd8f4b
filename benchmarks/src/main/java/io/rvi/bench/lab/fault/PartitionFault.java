package io.rvi.bench.lab.fault;

import io.rvi.api.NodeId;
import io.rvi.bench.lab.ClusterSpec;
import io.rvi.bench.lab.LabException;
import io.rvi.bench.lab.Party;
import io.rvi.bench.lab.Wiring;
import io.rvi.bench.lab.link.CutStyle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Cuts a network into parts.
 *
 * @param shape which links
 * @param aim whom; for {@link Shape#RING} and {@link Shape#BRIDGE} it is not asked
 * @param to for {@link Shape#CUT} and {@link Shape#CUT_ONE_WAY} the other side
 * @param style how
 */
record PartitionFault(Shape shape, Aim aim, Aim to, CutStyle style) implements Fault {
  /** Which links are cut. */
  enum Shape {
    /** All between the aim and the other side. */
    CUT,
    /** As {@link #CUT}, of the bytes from the aim to the other side only. */
    CUT_ONE_WAY,
    /** All between the aim and everybody else: nodes, ZooKeeper and clients. */
    ISOLATE,
    /** Between nodes that are not neighbours in a ring: each sees two, no two see the same. */
    RING,
    /** Between two halves of the nodes, joined by one that sees all. */
    BRIDGE
  }

  @Override
  public String name() {
    return shape.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public Optional<String> unavailable(ClusterSpec spec) {
    int least =
        switch (shape) {
          case ISOLATE -> 1;
          case CUT, CUT_ONE_WAY -> 2;
          case BRIDGE -> 3;
          case RING -> 4;
        };
    if (style == CutStyle.RESET && spec.wiring() == Wiring.NAMESPACES) {
      return Optional.of("routes drop packets and reset nothing; cut by silence");
    }
    return unavailable(name(), least, spec);
  }

  /** Why a fault of links is not available on a cluster. */
  static Optional<String> unavailable(String name, int nodesMin, ClusterSpec spec) {
    if (spec.wiring() == Wiring.DIRECT) {
      return Optional.of("the cluster is wired directly; start it with links");
    }
    return spec.nodes() < nodesMin
        ? Optional.of("a " + name + " needs " + nodesMin + " nodes or more")
        : Optional.empty();
  }

  @Override
  public Injected inject(Scene scene) {
    Set<Cuts.OneWay> ways = new LinkedHashSet<>();
    String what =
        switch (shape) {
          case CUT, CUT_ONE_WAY -> between(scene, ways);
          case ISOLATE -> isolate(scene, ways);
          case RING -> ring(scene, ways);
          case BRIDGE -> bridge(scene, ways);
        };
    return Cuts.of(
        name() + " " + what,
        scene
            .cluster()
            .connections()
            .orElseThrow(() -> new LabException("the cluster has no links")),
        ways,
        style);
  }

  private String between(Scene scene, Set<Cuts.OneWay> ways) {
    List<NodeId> one = aim.resolve(scene);
    List<NodeId> other = new ArrayList<>(to.resolve(scene));
    other.removeAll(one);
    for (NodeId a : one) {
      for (NodeId b : other) {
        cut(ways, Party.node(a), Party.node(b), shape == Shape.CUT);
      }
    }
    return one + " from " + other;
  }

  private String isolate(Scene scene, Set<Cuts.OneWay> ways) {
    List<NodeId> alone = aim.resolve(scene);
    List<Party> inside = alone.stream().map(Party::node).toList();
    List<Party> all = scene.cluster().connections().map(links -> links.parties()).orElse(List.of());
    for (Party a : inside) {
      for (Party b : all) {
        if (!inside.contains(b)) {
          cut(ways, a, b, true);
        }
      }
    }
    return alone.toString();
  }

  private static String ring(Scene scene, Set<Cuts.OneWay> ways) {
    List<NodeId> ring = scene.pick(scene.cluster().nodes(), scene.cluster().nodes().size());
    for (int i = 0; i < ring.size(); i++) {
      for (int j = i + 2; j < ring.size(); j++) {
        boolean neighboursAroundTheEnd = i == 0 && j == ring.size() - 1;
        if (!neighboursAroundTheEnd) {
          cut(ways, Party.node(ring.get(i)), Party.node(ring.get(j)), true);
        }
      }
    }
    return ring.toString();
  }

  private static String bridge(Scene scene, Set<Cuts.OneWay> ways) {
    List<NodeId> all = scene.pick(scene.cluster().nodes(), scene.cluster().nodes().size());
    int half = all.size() / 2;
    List<NodeId> left = all.subList(0, half);
    List<NodeId> right = all.subList(half + 1, all.size());
    for (NodeId a : left) {
      for (NodeId b : right) {
        cut(ways, Party.node(a), Party.node(b), true);
      }
    }
    return left + " and " + right + " by " + all.get(half);
  }

  private static void cut(Set<Cuts.OneWay> ways, Party a, Party b, boolean bothWays) {
    ways.add(new Cuts.OneWay(a, b));
    if (bothWays) {
      ways.add(new Cuts.OneWay(b, a));
    }
  }
}
