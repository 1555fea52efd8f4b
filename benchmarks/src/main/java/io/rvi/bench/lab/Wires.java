package io.rvi.bench.lab;

import io.rvi.api.NodeId;
import io.rvi.spi.Endpoint;
import io.rvi.spi.StartException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the parts of one cluster reach each other, by its {@link Wiring}. */
final class Wires implements AutoCloseable {
  private final ClusterSpec spec;
  private final PortPool ports;
  private final @Nullable Links links;
  private final @Nullable Namespaces namespaces;

  /**
   * The wires of a cluster.
   *
   * @param spec the cluster
   * @param directory its directory
   * @param ports where ports come from that are in no namespace
   */
  Wires(ClusterSpec spec, Path directory, PortPool ports) {
    this.spec = spec;
    this.ports = ports;
    long seed = 31L * spec.backend().hashCode() + spec.nodes();
    this.links = spec.wiring() == Wiring.PROXIED ? new Links(seed, ports) : null;
    this.namespaces =
        spec.wiring() == Wiring.NAMESPACES
            ? new Namespaces(directory, new SplittableRandom())
            : null;
  }

  /** Refuses a wiring that the cluster's topology cannot have. */
  void requirePossible() throws StartException {
    if (namespaces != null && spec.topology() == Topology.EMBEDDED) {
      throw new StartException(
          StartException.Kind.CONFIGURATION,
          "wiring namespaces needs topology processes: a process is in one namespace",
          null);
    }
  }

  /** Where servers find addresses. */
  Addresses addresses() {
    Namespaces own = namespaces;
    return own == null ? party -> ports.take() : own::take;
  }

  /**
   * What the command line of a server begins with.
   *
   * @param server its name
   */
  List<String> entering(String server) {
    return namespaces == null ? List.of() : namespaces.entering(server);
  }

  /** The proxies, if there are any. */
  @Nullable Links links() {
    return links;
  }

  /** What can be cut, if anything can. */
  Optional<Connections> connections() {
    return Optional.ofNullable(links == null ? namespaces : links);
  }

  /**
   * The nodes as one party reaches them; a node reaches itself where it listens.
   *
   * @param dialer who
   * @param endpoints where nodes listen
   */
  Map<NodeId, Endpoint> view(Party dialer, Map<NodeId, Endpoint> endpoints) throws StartException {
    if (links == null) {
      return endpoints;
    }
    Map<NodeId, Endpoint> view = new TreeMap<>();
    for (Map.Entry<NodeId, Endpoint> entry : endpoints.entrySet()) {
      Party target = Party.node(entry.getKey());
      Endpoint real = entry.getValue();
      view.put(entry.getKey(), target.equals(dialer) ? real : links.route(dialer, target, real));
    }
    return view;
  }

  /**
   * Hears of a server's start and end by the lab's hand.
   *
   * @param party whose
   * @param up whether it runs now
   */
  void changed(Party party, boolean up) {
    if (links != null) {
      links.targetDown(party, !up);
    }
  }

  /** Takes all away; no server may run any more. */
  @Override
  public void close() {
    Closing closing = new Closing();
    if (links != null) {
      closing.attempt(links::close);
    }
    if (namespaces != null) {
      closing.attempt(namespaces::close);
    }
    closing.finish("wires");
  }
}
